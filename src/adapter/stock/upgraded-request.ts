/**
 * Requests that were upgraded from HTTP: the server emitted 'upgrade' or 'connect', and its parser is detached from their socket. A hook may still
 * send a response to such a request, such as to refuse the handshake of a WebSocket.
 *
 * No further request is read from such a connection, so no response may promise keep-alive (RFC 9112 §9.6). With keep-alive, a proxy would reuse the
 * connection for the request of another client.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { type IncomingMessage, ServerResponse } from '../../node-http.ts'
import { endSoon } from './end-soon.ts'

type HttpSocket = Socket & { readonly parser?: object | null; readonly _httpMessage?: object | null }

/**
 * Whether a request was upgraded. Node sets `upgrade` on its message. A test's message may lack `upgrade`; the socket and the `Upgrade` field then
 * decide.
 */
export function isUpgraded(raw: IncomingMessage, rawReply: ServerResponse): boolean {
  const { upgrade } = raw as IncomingMessage & { readonly upgrade?: boolean | null }
  if (typeof upgrade === 'boolean') return upgrade
  const socket: HttpSocket | null = rawReply.socket ?? raw.socket
  return !socket?.parser && raw.headers.upgrade !== undefined && rawReply instanceof ServerResponse
}

const keepAliveFields: ReadonlySet<unknown> = new Set(['connection', 'keep-alive'])
const isConnectionField = (name: unknown) => keepAliveFields.has(String(name).toLowerCase())

type Fields = OutgoingHttpHeaders | unknown[] | undefined

/** Adds `Connection: close` to the fields of a head: an object, a flat list (name, value, name, value), or a list of pairs, as for `writeHead`. */
function withClose(fields: Fields): OutgoingHttpHeaders | unknown[] {
  if (!Array.isArray(fields)) {
    const others = Object.entries(fields ?? {}).filter(([name]) => !isConnectionField(name))
    return { ...Object.fromEntries(others), connection: 'close' }
  }
  const close = ['connection', 'close']
  if (Array.isArray(fields[0])) return [...fields.filter((pair) => !isConnectionField((pair as unknown[])[0])), close]
  return [...fields.filter((_, at) => !isConnectionField(fields[at - (at % 2)])), ...close]
}

/**
 * Makes any response to an upgraded request the last response of its connection, and then ends the connection. This includes responses that a plugin
 * writes.
 */
export function makeLast(rawReply: ServerResponse): void {
  const { writeHead } = rawReply
  const write = function (this: ServerResponse, statusCode: number, ...rest: unknown[]): ServerResponse {
    // 101 is the only response after which the connection continues, with another protocol (RFC 9110 §15.2.2).
    if (statusCode === 101) return Reflect.apply(writeHead, this, [statusCode, ...rest])
    if (this.hasHeader('keep-alive')) this.removeHeader('keep-alive')
    const phrase = rest.filter((one) => typeof one === 'string')
    const fields = rest.find((one) => typeof one === 'object' && one !== null) as Fields
    return Reflect.apply(writeHead, this, [statusCode, ...phrase, withClose(fields)])
  }
  Object.defineProperty(rawReply, 'writeHead', { value: write, writable: true, configurable: true })
  rawReply.once('finish', () => {
    if (rawReply.statusCode !== 101) endConnection(rawReply)
  })
}

/** Ends the exchange as Node's server does for a request that was not upgraded. */
function endConnection(rawReply: ServerResponse): void {
  const { socket } = rawReply
  if (socket === null || (socket as HttpSocket)._httpMessage !== rawReply) return
  rawReply.detachSocket(socket)
  process.nextTick(() => Object.assign(rawReply, { destroyed: true, _closed: true }).emit('close'))
  endSoon(socket)
}
