import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import { espalier, httpError, plugin, Type } from 'espalier'
import { adopt } from 'espalier/fastify'

/** The names of users by the ids of their sessions. */
const sessions = new Map<string, string>()
const cookies = adopt(cookie, { request: ['cookies'], reply: ['setCookie', 'clearCookie'] })

const login = plugin({
  name: 'login',
  setup: (context) => {
    const app = context.register(cookies)
    app.post('/session', { schema: { body: { name: Type.String({ minLength: 1 }) } } }, ({ body }, reply) => {
      const id = randomUUID()
      sessions.set(id, body.name)
      return reply.code(204).setCookie('session', id, { path: '/', httpOnly: true, sameSite: 'lax' }).send()
    })
    app.get('/me', ({ cookies }) => {
      const name = sessions.get(cookies.session ?? '')
      if (name === undefined) throw httpError(401, 'NO_SESSION', 'Log in first.')
      return name
    })
    app.delete('/session', ({ cookies }, reply) => {
      sessions.delete(cookies.session ?? '')
      return reply.code(204).clearCookie('session', { path: '/' }).send()
    })
  }
})

export const createApp = () => espalier().register(login)
