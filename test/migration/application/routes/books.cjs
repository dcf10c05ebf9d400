'use strict'

module.exports = function books(instance, _options, done) {
  const byIsbn = { type: 'object', required: ['isbn'], properties: { isbn: { $ref: 'book#/definitions/isbn' } } }
  const page = {
    type: 'object',
    properties: { page: { type: 'integer', minimum: 1, default: 1 }, length: { type: 'integer', default: 2 } }
  }

  instance.get(
    '/',
    { schema: { querystring: page, response: { 200: { $ref: 'books#' } } }, config: { maxAge: 60 } },
    function listBooks(request, reply) {
      this.store.page(request.query.page, request.query.length, (error, found) => {
        if (error) return reply.send(error)
        reply.header('x-length', found.length).send(found)
      })
    }
  )

  instance.route({
    method: 'GET',
    url: '/:isbn',
    schema: { params: byIsbn, response: { '2xx': { $ref: 'book#' }, 404: { $ref: 'problem#' } } },
    handler: function findBook(request, reply) {
      this.store.find(request.params.isbn, (error, book) => {
        if (error) return reply.send(error)
        if (!book) {
          return reply.code(404).send({ problem: 'book', message: `no ${request.params.isbn}`, shelf: 'never shown' })
        }
        reply.send(book)
      })
    }
  })

  instance.post(
    '/',
    {
      schema: { body: { $ref: 'book#' }, response: { 201: { $ref: 'book#' } } },
      preHandler: [
        instance.onlyLibrarians,
        function logStocking(request, _reply, next) {
          request.log.info({ isbn: request.body.isbn }, 'stocking')
          next()
        }
      ]
    },
    function addBook(request, reply) {
      this.store.add(request.body, function added(error, book) {
        if (error) return reply.send(error)
        reply.code(201).header('location', `/books/${book.isbn}`).send(book)
      })
    }
  )

  instance.post('/draft', { schema: { body: { $ref: 'book#' } }, attachValidation: true }, (request, reply) => {
    reply.send({ complete: !request.validationError, draft: request.body })
  })

  instance.get('/:isbn/cover', async function findCover(request, reply) {
    if (request.params.isbn !== '001') return reply.callNotFound()
    reply.type('image/gif')
    return Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')
  })

  instance.setNotFoundHandler(function noSuchPage(request, reply) {
    reply.code(404).type('text/plain').send(`The catalogue has no page ${request.url}`)
  })
  done()
}
