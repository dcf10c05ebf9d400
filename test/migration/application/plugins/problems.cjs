'use strict'

const fp = require('fastify-plugin')

/** Answers every failure in the words of the library. */
function problemsPlugin(instance, _options, done) {
  instance.setErrorHandler(function explain(error, request, reply) {
    if (error.validation) {
      const details = error.validation.map((fault) => `${fault.instancePath || '/'} ${fault.message}`)
      reply.code(422).send({ problem: 'validation', where: error.validationContext, details })
      return
    }
    const status = error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500
    if (status === 500) request.log.error({ err: error, house: this.store.name }, 'unexpected')
    reply.code(status).send({
      problem: error.code || error.name,
      message: status === 500 ? 'something broke' : error.message
    })
  })

  instance.setNotFoundHandler(
    {
      preHandler: function markLost(_request, reply, next) {
        reply.header('x-lost', 'yes')
        next()
      }
    },
    function notFound(request, reply) {
      reply.code(404).send({ problem: 'lost', message: `${request.method} ${request.url} is not on any shelf` })
    }
  )
  done()
}

module.exports = fp(problemsPlugin)
