/**
 * Requests that were upgraded from HTTP: their server emitted 'upgrade' or 'connect', and its parser is detached from their connection. A hook may
 * still answer one, such as by refusing the handshake of a WebSocket. It does so on a response that is not the server's own.
 *
 * No further request is read from such a connection, so no response may promise keep-alive (RFC 9112 §9.6). A proxy would otherwise reuse the
 * connection for the request of another client.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { type IncomingMessage, ServerResponse } from '../../node-http.ts'
import { endSoon } from './end-soon.ts'

type HttpSocket = Socket & { readonly parser?: object | null; readonly _httpMessage?: object | null }

/** Whether a request was upgraded. Node marks it on its message. In a test without a socket, the response of such a message has no parser. */
export function hasDeparted(raw: IncomingMessage, rawReply: ServerResponse): boolean {
  const { upgrade } = raw as IncomingMessage & { readonly upgrade?: boolean | null }
  if (typeof upgrade === 'boolean') return upgrade
  const socket: HttpSocket | null = rawReply.socket ?? raw.socket
  return !socket?.parser && raw.headers.upgrade !== undefined && rawReply instanceof ServerResponse
}

const steering: ReadonlySet<unknown> = new Set(['connection', 'keep-alive'])
const isSteering = (name: unknown) => steering.has(String(name).toLowerCase())

type Fields = OutgoingHttpHeaders | unknown[] | undefined

/** Adds `Connection: close` to the fields of a head. A list holds alternating names and values, or pairs. */
function withClose(fields: Fields): OutgoingHttpHeaders | unknown[] {
  if (!Array.isArray(fields)) {
    const others = Object.entries(fields ?? {}).filter(([name]) => !isSteering(name))
    return { ...Object.fromEntries(others), connection: 'close' }
  }
  const close = ['connection', 'close']
  if (Array.isArray(fields[0])) return [...fields.filter((pair) => !isSteering((pair as unknown[])[0])), close]
  return [...fields.filter((_, at) => !isSteering(fields[at - (at % 2)])), ...close]
}

/** Makes the response to an upgraded request the last one of its connection, whatever writes it, and ends the connection after it. */
export function makeLast(rawReply: ServerResponse): void {
  const { writeHead } = rawReply
  const write = function (this: ServerResponse, statusCode: number, ...rest: unknown[]): ServerResponse {
    // The only response after which the connection continues, in the other protocol (RFC 9110 §15.2.2).
    if (statusCode === 101) return Reflect.apply(writeHead, this, [statusCode, ...rest])
    if (this.hasHeader('keep-alive')) this.removeHeader('keep-alive')
    const phrase = rest.filter((one) => typeof one === 'string')
    const fields = rest.find((one) => typeof one === 'object' && one !== null) as Fields
    return Reflect.apply(writeHead, this, [statusCode, ...phrase, withClose(fields)])
  }
  Object.defineProperty(rawReply, 'writeHead', { value: write, writable: true, configurable: true })
  rawReply.once('finish', () => {
    if (rawReply.statusCode !== 101) letGo(rawReply)
  })
}

/** Ends an exchange as Node does on its own server. */
function letGo(rawReply: ServerResponse): void {
  const { socket } = rawReply
  if (socket === null || (socket as HttpSocket)._httpMessage !== rawReply) return
  rawReply.detachSocket(socket)
  process.nextTick(() => Object.assign(rawReply, { destroyed: true, _closed: true }).emit('close'))
  endSoon(socket)
}
