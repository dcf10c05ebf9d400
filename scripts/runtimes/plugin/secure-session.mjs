import { Buffer } from 'node:buffer'
import secureSession from '@fastify/secure-session'
import { createApp } from '../plugin-app.mjs'
import { cookiesOf } from '../talk.mjs'

export default async function create(options) {
  const app = createApp(options)
  await app.register(secureSession, { key: Buffer.alloc(32, 7), cookie: { path: '/' } })
  app.get('/login', async (request) => {
    request.session.set('user', 'ada')
    return 'in'
  })
  app.get('/me', async (request) => ({ user: request.session.get('user') ?? null }))
  return app
}

export async function talk(ask) {
  const cookie = cookiesOf(await ask('/login'))
  await ask('/me', { headers: { cookie } })
  await ask('/me')
}

export const varies = /(?<=session=)[^;]+/g
