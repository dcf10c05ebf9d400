'use strict'

const fp = require('fastify-plugin')

function identityPlugin(instance, options, done) {
  instance.decorateRequest('user', null)
  instance.decorateRequest('isLibrarian', function isLibrarian() {
    return this.user !== null && this.user.role === 'librarian'
  })
  instance.decorateRequest('trail', {
    getter() {
      return `${this.method} ${this.routeOptions.url}`
    }
  })
  instance.decorateReply('forbid', function forbid(why) {
    const error = new Error(why)
    error.statusCode = 403
    return this.header('x-refused', this.request.id).send(error)
  })

  instance.addHook('onRequest', function identify(request, reply, next) {
    const header = request.headers.authorization
    if (header === undefined) return next()
    const role = options.tokens[header.slice('Bearer '.length)]
    if (role === undefined) {
      reply.code(401).header('www-authenticate', 'Bearer').send({ problem: 'identity', message: 'unknown token' })
      return
    }
    request.user = { role, house: this.store.name }
    next()
  })

  instance.decorate('onlyLibrarians', function onlyLibrarians(request, reply, next) {
    if (!request.isLibrarian()) return reply.forbid(`${request.trail} is for librarians`)
    next()
  })
  done()
}

module.exports = fp(identityPlugin, {
  fastify: '5.x',
  name: 'library-identity',
  dependencies: ['library-store'],
  decorators: { fastify: ['store'] }
})
