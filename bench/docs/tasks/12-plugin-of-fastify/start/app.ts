import { espalier, plugin } from 'espalier'

const search = plugin({
  name: 'search',
  setup: (app) => {
    app.get('/search', () => [])
  }
})

export const createApp = () =>
  espalier()
    .get('/health', () => 'well')
    .register(search)
