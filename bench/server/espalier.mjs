import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import espalier from '../../dist/src/index.js'
import * as tls from '../tls.mjs'
import { declareLarge, declareSmall } from './route.mjs'

/** Undoes what espalier does beyond Fastify, as far as options can. */
const unprotected = { compat: 'fastify', requestTimeout: 0, handlerTimeout: 0 }

/** `exchange` is espalier's own option; a server that ignores what it was asked for is refused. */
export async function serve(app, { port = 0, exchange, isBare = false, isTls = false } = {}) {
  const server = espalier({ exchange, ...(isBare && unprotected), ...(isTls && { https: tls.https }) })
  if (app === 'large') declareLarge(server)
  else declareSmall(server)
  let isInLane = exchange !== 'stock'
  subscribe('espalier.lane.fallback', () => {
    isInLane = false
  })
  await server.listen({ port, host: '127.0.0.1' })
  const bound = server.server.address().port
  await askOnce(bound, isTls)
  if (exchange === 'auto' && !isInLane) throw new Error('the lane is closed')
  return bound
}

/** Asks as clients do that keep their connections. */
async function askOnce(port, isTls) {
  const { Agent, get } = isTls ? https : http
  const agent = new Agent({ keepAlive: true, ...(isTls && tls.asClient) })
  const request = get({ port, host: '127.0.0.1', agent })
  const [answer] = await once(request, 'response')
  await once(answer.resume(), 'end')
  agent.destroy()
}

export async function createInject() {
  const server = espalier()
  declareSmall(server)
  await server.ready()
  return async (path) => (await server.inject(path)).payload
}
