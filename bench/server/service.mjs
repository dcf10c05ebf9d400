import fastify from 'fastify'
import espalier from '../../dist/src/index.js'
import { services } from '../service.mjs'

const frameworks = { espalier, fastify }

/** The same service on either framework; `exchange` is an option of espalier's. */
export async function serve(id, { framework, ...options }) {
  const service = services.find((one) => one.id === id)
  const app = frameworks[framework]({ ...options, ...service.options() })
  await service.declare(app)
  // Behind the plugins, which are told of routes that are declared when they are loaded.
  await app.register(async (child) => void service.route(child))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server.address().port
}
