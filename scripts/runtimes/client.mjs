// A client of Node's for servers of any runtime: it decodes and follows nothing that it is not told to.
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { toAnswer } from './talk.mjs'

const patience = 10_000

/** Sends to the server at an origin. */
export const sendTo =
  (origin) =>
  async (path, { method = 'GET', headers = {}, body } = {}) => {
    const { hostname, port } = new URL(origin)
    const signal = AbortSignal.timeout(patience)
    const outgoing = request({ hostname, port, path, method, headers, agent: false, signal }).end(body)
    const [incoming] = await once(outgoing, 'response')
    const { 'set-cookie': cookies = [], ...others } = incoming.headers
    return toAnswer(incoming.statusCode, others, cookies, await buffer(incoming))
  }

/** Opens a socket, sends a text, and resolves to what comes back, or to the answer that refuses it. */
export const socketTo = (origin) => async (path, text) => {
  const socket = new WebSocket(origin.replace('http', 'ws') + path, { handshakeTimeout: patience })
  socket.on('open', () => socket.send(text))
  const refused = once(socket, 'unexpected-response').then(([, { statusCode, headers }]) => ({
    status: statusCode,
    headers
  }))
  const heard = once(socket, 'message').then(([data]) => ({ status: 101, body: String(data) }))
  try {
    return await Promise.race([heard, refused])
  } finally {
    socket.terminate()
  }
}
