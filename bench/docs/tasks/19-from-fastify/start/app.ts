import fastify, { type FastifyInstance } from 'espalier/fastify-types'

declare module 'fastify' {
  interface FastifyRequest {
    member: { name: string }
  }
}

async function members(app: FastifyInstance) {
  app.decorateRequest('member', null as never)
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== 'secret') return reply.code(401).send({ message: 'Who are you?' })
    request.member = { name: 'Ada' }
  })
  app.get('/me', async (request) => ({ name: request.member.name }))
}

export const createApp = () => {
  const app = fastify()
  app.get('/', async (request) => `Hello, ${request.member.name}!`)
  app.register(members, { prefix: '/members' })
  return app
}
