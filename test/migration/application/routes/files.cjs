'use strict'

const { createReadStream } = require('node:fs')
const { join } = require('node:path')
const { Readable } = require('node:stream')

module.exports = function files(instance, _options, done) {
  instance.get('/rules', function sendRules(_request, reply) {
    reply.type('text/plain; charset=utf-8').send(createReadStream(join(__dirname, '../public/rules.txt')))
  })

  instance.get('/missing', (_request, reply) => {
    reply.send(createReadStream(join(__dirname, '../public/missing.txt')))
  })

  instance.get('/catalogue.csv', async function sendCatalogue(_request, reply) {
    const lines = [...this.store.books.values()].map((book) => `${book.isbn},${book.title}\n`)
    reply.header('content-disposition', 'attachment; filename="catalogue.csv"').type('text/csv')
    return Readable.from(lines)
  })

  instance.get('/shout', {
    onSend: function shout(_request, _reply, payload, next) {
      next(null, payload.toUpperCase())
    },
    handler: () => 'keep quiet'
  })

  instance.get('/raw', function answerRaw(_request, reply) {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/plain' })
    reply.raw.end('by hand')
  })
  done()
}
