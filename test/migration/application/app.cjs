'use strict'

const fastify = require('espalier')
const store = require('./plugins/store.cjs')
const identity = require('./plugins/identity.cjs')
const formats = require('./plugins/formats.cjs')
const problems = require('./plugins/problems.cjs')
const books = require('./routes/books.cjs')
const loans = require('./routes/loans.cjs')
const files = require('./routes/files.cjs')
const admin = require('./routes/admin.cjs')

/** Builds the lending library. `options.log` is a stream for its log lines, `options.onClosed` hears of its end. */
module.exports = function build(options) {
  const app = fastify({
    logger: options.log ? { level: 'info', stream: options.log } : false,
    requestIdHeader: 'x-request-id',
    bodyLimit: 2048,
    ajv: { customOptions: { allErrors: true } },
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, _request, reply) => {
      reply.code(error.statusCode).send({ problem: error.code, message: error.message })
    }
  })

  app.decorate('routeTable', [])
  app.addHook('onRoute', function listRoute(routeOptions) {
    this.routeTable.push(`${routeOptions.method} ${routeOptions.url}`)
    if (routeOptions.config?.maxAge) {
      const cacheControl = `public, max-age=${routeOptions.config.maxAge}`
      routeOptions.onSend = [].concat(routeOptions.onSend || [], (_request, reply, payload, done) => {
        if (reply.statusCode === 200) reply.header('cache-control', cacheControl)
        done(null, payload)
      })
    }
  })

  app.addSchema({
    $id: 'book',
    type: 'object',
    required: ['isbn', 'title'],
    additionalProperties: false,
    definitions: {
      isbn: { type: 'string', pattern: '^[0-9]{3}$' },
      person: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, born: { type: 'integer' } }
      }
    },
    properties: {
      isbn: { $ref: '#/definitions/isbn' },
      title: { type: 'string', minLength: 1 },
      pages: { type: 'integer', minimum: 1, default: 100 },
      authors: { type: 'array', items: { $ref: '#/definitions/person' } },
      published: { type: 'string', format: 'date' }
    }
  })
  app.addSchema({ $id: 'books', type: 'array', items: { $ref: 'book#' } })
  app.addSchema({
    $id: 'problem',
    type: 'object',
    properties: { problem: { type: 'string' }, message: { type: 'string' } }
  })

  app.register(store, { books: require('./stock.cjs'), onClosed: options.onClosed })
  app.register(identity, { tokens: { 'token-ada': 'librarian', 'token-bob': 'reader' } })
  app.register(formats)
  app.register(problems)
  app.after(function afterPlugins(error, done) {
    if (error) return done(error)
    app.log.info({ books: app.store.size() }, 'stock is loaded')
    done()
  })

  app.addHook('onRequest', function stamp(request, reply, done) {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onSend', function sign(request, reply, _payload, done) {
    reply.header('x-served-by', `${this.store.name} to ${request.user ? request.user.role : 'a visitor'}`)
    done()
  })

  app.get('/', function home(_request, reply) {
    reply.redirect('/books?page=1')
  })
  app.get('/old-home', function oldHome(_request, reply) {
    return reply.redirect('/', 301)
  })
  app.get('/routes', (_request, reply) => {
    reply.type('text/plain; charset=utf-8').send(app.routeTable.join('\n'))
  })

  app.register(books, { prefix: '/books' })
  app.register(loans, { prefix: '/loans', logLevel: 'warn' })
  app.register(files, { prefix: '/files' })
  app.register(admin, { prefix: '/admin' })

  return app
}
