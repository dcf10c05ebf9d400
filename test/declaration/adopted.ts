// An application with a plugin that was written for Fastify.
import cookie from '@fastify/cookie'
import { espalier } from 'espalier'
import { adopt } from 'espalier/fastify'

export const cookies = adopt(cookie, { request: ['cookies'], reply: ['setCookie'] })

export default function create() {
  const app = espalier().register(cookies)
  return app.get('/', async (request, reply) => {
    await reply.setCookie('seen', request.cookies.seen ?? 'never')
    return 'hello'
  })
}
