/**
 * Responses to requests from the events 'upgrade' and 'connect', such as when a hook refuses a WebSocket. Node has detached its parser from the
 * socket, so the response announces `Connection: close` (RFC 9112 §9.6). Otherwise a proxy would reuse a connection that the server does not read.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { type IncomingMessage, ServerResponse } from '../../node-http.ts'
import { endSoon } from './end-soon.ts'

type HttpSocket = Socket & { readonly parser?: object | null; readonly _httpMessage?: object | null }

/** Reads `upgrade`, which Node sets. A mock message in a test may lack it; then the missing parser decides. */
export function isUpgraded(raw: IncomingMessage, rawReply: ServerResponse): boolean {
  const { upgrade } = raw as IncomingMessage & { readonly upgrade?: boolean | null }
  if (typeof upgrade === 'boolean') return upgrade
  const socket: HttpSocket | null = rawReply.socket ?? raw.socket
  return !socket?.parser && raw.headers.upgrade !== undefined && rawReply instanceof ServerResponse
}

const keepAliveFields: ReadonlySet<unknown> = new Set(['connection', 'keep-alive'])
const isConnectionField = (name: unknown) => keepAliveFields.has(String(name).toLowerCase())

type Fields = OutgoingHttpHeaders | unknown[] | undefined

/** @param fields in the format of `writeHead`: an object, a flat list, or a list of pairs */
function withClose(fields: Fields): OutgoingHttpHeaders | unknown[] {
  if (!Array.isArray(fields)) {
    const others = Object.entries(fields ?? {}).filter(([name]) => !isConnectionField(name))
    return { ...Object.fromEntries(others), connection: 'close' }
  }
  const close = ['connection', 'close']
  if (Array.isArray(fields[0])) return [...fields.filter((pair) => !isConnectionField((pair as unknown[])[0])), close]
  return [...fields.filter((_, at) => !isConnectionField(fields[at - (at % 2)])), ...close]
}

/** Makes any response close the connection, including one that a plugin writes with `reply.raw`. */
export function makeLast(rawReply: ServerResponse): void {
  const { writeHead } = rawReply
  const write = function (this: ServerResponse, statusCode: number, ...rest: unknown[]): ServerResponse {
    // 101 switches to another protocol (RFC 9110 §15.2.2), so the connection stays open.
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

function endConnection(rawReply: ServerResponse): void {
  const { socket } = rawReply
  if (socket === null || (socket as HttpSocket)._httpMessage !== rawReply) return
  rawReply.detachSocket(socket)
  process.nextTick(() => Object.assign(rawReply, { destroyed: true, _closed: true }).emit('close'))
  endSoon(socket)
}
