'use strict'

const fp = require('fastify-plugin')

/** An in-memory store that answers through callbacks, as a database driver would. */
function Store(books) {
  this.name = 'the library'
  this.books = new Map(books.map((book) => [book.isbn, book]))
}

Store.prototype.size = function size() {
  return this.books.size
}

Store.prototype.page = function page(number, length, callback) {
  const all = [...this.books.values()].slice((number - 1) * length, number * length)
  setImmediate(callback, null, all)
}

Store.prototype.find = function find(isbn, callback) {
  if (isbn === '666') return setImmediate(callback, new Error('the store caught fire'))
  setImmediate(callback, null, this.books.get(isbn))
}

Store.prototype.add = function add(book, callback) {
  if (this.books.has(book.isbn)) {
    const error = new Error(`book ${book.isbn} is already here`)
    error.statusCode = 409
    error.code = 'LIBRARY_DUPLICATE'
    return setImmediate(callback, error)
  }
  this.books.set(book.isbn, book)
  setImmediate(callback, null, book)
}

function storePlugin(instance, options, done) {
  instance.decorate('store', new Store(options.books))
  instance.addHook('onClose', function closeStore(closing, closed) {
    closing.store.books.clear()
    options.onClosed()
    closed()
  })
  done()
}

module.exports = fp(storePlugin, { fastify: '5.x', name: 'library-store' })
