import { espalier, plugin, shared } from 'espalier'
import { openStore } from './store.ts'

const store = shared({
  name: 'store',
  setup: (app) => {
    const store = openStore()
    app.addHook('onClose', () => store.close())
    return app.decorate('store', store)
  }
})

const books = plugin({
  name: 'books',
  needs: [store],
  setup: (app) => {
    app.get('/books', () => app.store.titles)
  }
})

const counts = plugin({
  name: 'counts',
  needs: [store],
  setup: (app) => {
    app.get('/counts', () => ({ books: app.store.titles.length }))
  }
})

export const createApp = () => espalier().register(store).register(books).register(counts)
