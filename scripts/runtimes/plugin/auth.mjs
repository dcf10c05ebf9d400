import auth from '@fastify/auth'
import { createApp } from '../plugin-app.mjs'

const wants = (name) => (request, _reply, done) =>
  done(request.headers[name] === 'yes' ? undefined : new Error(`no ${name}`))

export default async function create(options) {
  const app = createApp(options)
  await app.register(auth)
  app.get('/', { preHandler: app.auth([wants('x-one'), wants('x-other')]) }, async () => 'in')
  return app
}

export async function talk(ask) {
  await ask('/', { headers: { 'x-other': 'yes' } })
  await ask('/')
}
