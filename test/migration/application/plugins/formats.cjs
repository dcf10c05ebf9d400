'use strict'

const fp = require('fastify-plugin')

/** Teaches the library to read CSV, its own JSON dialect and raw uploads. */
function formatsPlugin(instance, _options, done) {
  instance.addContentTypeParser('text/csv', { parseAs: 'string' }, function parseCsv(_request, body, parsed) {
    const [isbn, title, pages] = body.trim().split(',')
    if (title === undefined) {
      const error = new Error('a line of CSV is isbn,title,pages')
      error.statusCode = 400
      return parsed(error)
    }
    parsed(null, { isbn, title, pages })
  })

  instance.addContentTypeParser(
    /^application\/vnd\.library\+json/,
    { parseAs: 'string' },
    instance.getDefaultJsonParser('error', 'error')
  )

  instance.addContentTypeParser('application/octet-stream', function countBytes(_request, payload, parsed) {
    let bytes = 0
    payload.on('data', (chunk) => {
      bytes += chunk.length
    })
    payload.on('end', () => parsed(null, { bytes }))
    payload.on('error', parsed)
  })
  done()
}

module.exports = fp(formatsPlugin, { name: 'library-formats' })
