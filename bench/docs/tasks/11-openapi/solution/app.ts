import { espalier, plugin } from 'espalier'
import { bearerAuth } from 'espalier/bearer-auth'
import { openapi } from 'espalier/openapi'

const books = plugin({
  name: 'books',
  setup: (app) => {
    app.register(bearerAuth, { keys: ['secret'] })
    app.get('/books', () => ['Emma'])
  }
})

export const createApp = () =>
  espalier()
    .register(books)
    .get('/openapi.json', ({ server }) => openapi(server, { info: { title: 'Books', version: '1.0.0' } }))
