import { subscribe } from 'node:diagnostics_channel'
import espalier from '../../dist/src/index.js'
import { declareLarge, declareSmall } from './route.mjs'

/** Undoes what espalier does beyond Fastify, as far as options can. */
const unprotected = { compat: 'fastify', requestTimeout: 0, handlerTimeout: 0 }

/** `exchange` is espalier's own option; a server that ignores what it was asked for is refused. */
export async function serve(app, { port = 0, exchange, isBare = false } = {}) {
  const server = espalier({ exchange, ...(isBare && unprotected) })
  if (app === 'large') declareLarge(server)
  else declareSmall(server)
  let isInLane = exchange !== 'stock'
  subscribe('espalier.lane.fallback', () => {
    isInLane = false
  })
  await server.listen({ port, host: '127.0.0.1' })
  const bound = server.server.address().port
  await (await fetch(`http://127.0.0.1:${bound}/`)).text()
  if (exchange === 'auto' && !isInLane) throw new Error('the lane is closed')
  return bound
}

export async function createInject() {
  const server = espalier()
  declareSmall(server)
  await server.ready()
  return async (path) => (await server.inject(path)).payload
}
