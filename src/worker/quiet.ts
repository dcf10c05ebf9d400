/**
 * Keeps avvio from writing each of its steps to the console: `util.debuglog`, by which it does so where somebody asks for it, writes always on
 * workers. It has to happen before avvio is read, so this is a module of its own in `dist` too.
 */
import debugging from 'avvio/lib/debug.js'

/** What avvio tells its steps to. */
export const quiet = Object.assign(debugging, { debug: (): void => {} })
