import fastify from 'fastify'
import { https } from '../tls.mjs'
import { declareLarge, declareSmall } from './route.mjs'

export async function serve(app, { port = 0, isTls = false } = {}) {
  const server = fastify(isTls ? { https } : {})
  if (app === 'large') declareLarge(server)
  else declareSmall(server)
  await server.listen({ port, host: '127.0.0.1' })
  return server.server.address().port
}

export async function createInject() {
  const server = fastify()
  declareSmall(server)
  await server.ready()
  return async (path) => (await server.inject(path)).payload
}
