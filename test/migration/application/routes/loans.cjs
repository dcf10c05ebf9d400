'use strict'

module.exports = function loans(instance, _options, done) {
  const open = []

  instance.decorateReply('envelope', null)
  instance.addHook('preSerialization', function wrap(_request, reply, payload, next) {
    next(null, reply.envelope === null ? payload : { [reply.envelope]: payload })
  })
  instance.addHook('preValidation', function trimReader(request, _reply, next) {
    if (request.body && typeof request.body.reader === 'string') request.body.reader = request.body.reader.trim()
    next()
  })

  const loan = {
    type: 'object',
    required: ['reader', 'isbn'],
    properties: { reader: { type: 'string', maxLength: 10 }, isbn: { $ref: 'book#/definitions/isbn' } }
  }
  const headers = {
    type: 'object',
    properties: { 'X-Days': { type: 'integer', minimum: 1, maximum: 28, default: 14 } }
  }

  instance.post('/', { schema: { body: loan, headers } }, function lend(request, reply) {
    this.store.find(request.body.isbn, (error, book) => {
      if (error || !book) return reply.code(404).send(error || new Error('nothing to lend'))
      open.push({ ...request.body, days: request.headers['x-days'] })
      reply.code(201)
      reply.envelope = 'loan'
      reply.send(open[open.length - 1])
    })
  })

  instance.get('/', function listLoans(_request, reply) {
    reply.envelope = 'loans'
    reply.send(open)
  })

  instance.get('/', { constraints: { version: '2.0.0' } }, async () => ({ version: 2, count: open.length }))

  instance.delete('/:reader', function giveBack(request, reply) {
    const index = open.findIndex((one) => one.reader === request.params.reader)
    if (index === -1) throw Object.assign(new RangeError('no such loan'), { statusCode: 404 })
    open.splice(index, 1)
    reply.code(204).send()
  })

  instance.put('/weighed', function weigh(request, reply) {
    reply.serializer((payload) => `weight=${payload.bytes}`).type('text/x-weight')
    reply.send(request.body)
  })
  done()
}
