/**
 * Delays interim (1xx) responses of a pipelined request until the earlier responses are complete (RFC 9110 §15.2). Node would queue them with the
 * final response. If that one has a binary body, Node queues its head first, and the client would read the 1xx as content. If the final response has
 * begun by then, its interim responses are dropped.
 */
import type { ServerResponse } from 'node:http'
import { checkField } from '../../http/field.ts'
import { ServerResponse as NodeResponse } from '../../node-http.ts'

/** In newer versions of Node, the first three methods call `writeInformation`. */
const writers = ['writeContinue', 'writeProcessing', 'writeEarlyHints', 'writeInformation'] as const

type Write = (...args: never[]) => unknown
type Writers = Partial<Record<(typeof writers)[number], Write>>

/** Does nothing if the response has its socket, because no earlier response is in progress. */
export function deferInterims<Response extends ServerResponse>(rawReply: Response): Response {
  if (rawReply.socket !== null || rawReply.headersSent || Object.hasOwn(rawReply, 'writeContinue')) return rawReply
  const methods: Writers = rawReply
  for (const name of writers) {
    const write = methods[name]
    if (write === undefined) continue
    const writeLater = (...args: unknown[]): unknown => writeInTurn(rawReply, write, args)
    Object.defineProperty(rawReply, name, { value: writeLater, writable: true, configurable: true })
  }
  return rawReply
}

let writesAnything: boolean | undefined

/** Whether this version of Node writes invalid early hints, as Node 20 does. Tested on a response without a connection. */
function writesAnyHint(): boolean {
  const unconnected: ServerResponse = Object.assign(Object.create(NodeResponse.prototype), { _writeRaw() {} })
  const writes = (hints: Record<string, string>) => {
    try {
      unconnected.writeEarlyHints({ link: '</a>; rel=preload', ...hints })
      return true
    } catch {
      return false
    }
  }
  return writes({ 'x a': '1' }) || writes({ 'x-a': '1\r\n' })
}

type WriteHints = ServerResponse['writeEarlyHints']

/** Assigned to each response. Calling `defineProperty` instead would cost each request a third of a microsecond. */
const writeCheckedHints: WriteHints = function (this: ServerResponse, hints, ...rest) {
  for (const name of Object.keys(hints ?? {})) if (name !== 'link' || hints[name] != null) checkField(name, hints[name])
  return Reflect.apply(Object.getPrototypeOf(this).writeEarlyHints, this, [hints, ...rest])
}

/** Validates early hints that application code writes. In Node 20, a line break in a hint could inject another response. */
export function guardInterims(rawReply: ServerResponse): ServerResponse {
  writesAnything ??= writesAnyHint()
  if (writesAnything && rawReply instanceof NodeResponse && !Object.hasOwn(rawReply, 'writeEarlyHints'))
    rawReply.writeEarlyHints = writeCheckedHints
  return deferInterims(rawReply)
}

function writeInTurn(rawReply: ServerResponse, write: Write, args: unknown[]): unknown {
  if (rawReply.socket !== null) return Reflect.apply(write, rawReply, args)
  // Called on a sample response first: an invalid argument then throws here, at the caller, and not later in the 'socket' event.
  Reflect.apply(write, new NodeResponse(rawReply.req), args)
  rawReply.once('socket', () => {
    if (!rawReply.headersSent) return Reflect.apply(write, rawReply, args)
    const callback = args.findLast((one) => typeof one === 'function')
    if (callback !== undefined) process.nextTick(callback)
  })
  return undefined
}
