/** Requests that come through a proxy: whose they are, and by which id logs name them. */
import { randomUUID } from 'node:crypto'
import { type SettingsOf, settings } from '@espalier/kit'
import { shared, Type, withDefault } from 'espalier'

export const proxySettings = settings({
  /** The addresses of the proxies in front, whose X-Forwarded-For and X-Forwarded-Proto are believed. With one, requests keep their X-Request-Id. */
  TRUST_PROXY: withDefault(Type.Array(Type.String()), [])
})

/** Options of the application. The address of the client and `https` are then those that the proxy saw. */
export function proxyOptions({ TRUST_PROXY: proxies }: SettingsOf<typeof proxySettings>) {
  const hasProxy = proxies.length > 0
  return {
    trustProxy: hasProxy ? proxies : false,
    requestIdHeader: hasProxy ? 'x-request-id' : false,
    // Unlike `req-1` it is in the log of one process only.
    genReqId: () => randomUUID()
  } as const
}

/** Says the id of each request to its client, who may name it in a complaint. */
export const requestIds = shared({
  name: 'request-ids',
  setup: (app) => app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
})
