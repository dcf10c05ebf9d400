import { espalier, plugin } from 'espalier'
import { bearerAuth } from 'espalier/bearer-auth'

const books = plugin({
  name: 'books',
  setup: (app) => {
    app.register(bearerAuth, { keys: ['secret'] })
    app.get('/books', () => ['Emma'])
  }
})

export const createApp = () => espalier().register(books)
