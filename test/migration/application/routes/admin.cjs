'use strict'

module.exports = function admin(instance, _options, done) {
  instance.addHook('preHandler', instance.onlyLibrarians)

  instance.setErrorHandler(function adminProblem(error, _request, reply) {
    if (error.code === 'ADMIN_SMALL') return reply.code(418).send({ admin: error.message })
    reply.send(error)
  })

  instance.setNotFoundHandler(async function noSuchDesk(request, reply) {
    reply.code(404)
    return { problem: 'admin', message: `no desk at ${request.url}` }
  })

  instance.get('/small', function smallTrouble(_request, _reply) {
    throw Object.assign(new Error('a small trouble'), { code: 'ADMIN_SMALL' })
  })
  instance.get('/big', (_request, reply) => {
    reply.code(503).send(new Error('a big trouble'))
  })
  instance.get('/async', async () => {
    throw Object.assign(new Error('told by promise'), { statusCode: 410 })
  })

  instance.register(
    function desk(inner, _innerOptions, loaded) {
      inner.get('/whoami', function whoami(request, reply) {
        reply.send({ ...request.user, prefix: inner.prefix, url: request.routeOptions.url, same: this === inner })
      })
      loaded()
    },
    { prefix: '/desk' }
  )

  instance.all('/echo', {
    schema: { querystring: { type: 'object', properties: { tag: { type: 'array', items: { type: 'string' } } } } },
    handler: (request, reply) => reply.send({ method: request.method, tag: request.query.tag, body: request.body })
  })
  done()
}
