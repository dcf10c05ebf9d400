import { espalier, plugin } from 'espalier'
import { openStore } from './store.ts'

const books = plugin({
  name: 'books',
  setup: (app) => {
    const store = openStore()
    app.get('/books', () => store.titles)
  }
})

const counts = plugin({
  name: 'counts',
  setup: (app) => {
    const store = openStore()
    app.get('/counts', () => ({ books: store.titles.length }))
  }
})

export const createApp = () => espalier().register(books).register(counts)
