/** What day it is. A fixed day makes due dates reproducible. */
import { shared } from 'espalier'

export const calendar = shared({
  name: 'calendar',
  setup: (app, { today }: { today?: string | undefined }) =>
    app.decorate('today', () => today ?? new Date().toISOString().slice(0, 10))
})
