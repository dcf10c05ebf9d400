/**
 * Delays interim (1xx) responses of pipelined requests until their turn (RFC 9110 §15.2). Node queues them for a response that has no connection yet.
 * If the final response has a binary body, Node puts its head first, and a client would read the interim response as content. If the final response
 * has begun by its turn, its interim responses are dropped.
 */
import type { ServerResponse } from 'node:http'
import { checkField } from '../../http/field.ts'
import { ServerResponse as NodeResponse } from '../../node-http.ts'

/** In newer versions of Node the first three call the last one. */
const writers = ['writeContinue', 'writeProcessing', 'writeEarlyHints', 'writeInformation'] as const

type Write = (...args: never[]) => unknown
type Writers = Partial<Record<(typeof writers)[number], Write>>

/** A response whose turn has come is left unchanged. */
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

/** Node 20 writes invalid early hints, even with line breaks. Tests it on a response without a client. */
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

/** An assignment of a shared function. `defineProperty` would cost each request a third of a microsecond. */
const writeCheckedHints: WriteHints = function (this: ServerResponse, hints, ...rest) {
  for (const name of Object.keys(hints ?? {})) if (name !== 'link' || hints[name] != null) checkField(name, hints[name])
  return Reflect.apply(Object.getPrototypeOf(this).writeEarlyHints, this, [hints, ...rest])
}

/** For application code, which may write interim responses. A line break in an early hint could inject another response. */
export function guardInterims(rawReply: ServerResponse): ServerResponse {
  writesAnything ??= writesAnyHint()
  if (writesAnything && rawReply instanceof NodeResponse && !Object.hasOwn(rawReply, 'writeEarlyHints'))
    rawReply.writeEarlyHints = writeCheckedHints
  return deferInterims(rawReply)
}

function writeInTurn(rawReply: ServerResponse, write: Write, args: unknown[]): unknown {
  if (rawReply.socket !== null) return Reflect.apply(write, rawReply, args)
  // On a sample first, so that validation errors are thrown at the caller and not later.
  Reflect.apply(write, new NodeResponse(rawReply.req), args)
  rawReply.once('socket', () => {
    if (!rawReply.headersSent) return Reflect.apply(write, rawReply, args)
    const callback = args.findLast((one) => typeof one === 'function')
    if (callback !== undefined) process.nextTick(callback)
  })
  return undefined
}
