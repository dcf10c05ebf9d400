/**
 * Delays interim responses until their turn (RFC 9110 §15.2).
 *
 * A response that waits in a pipeline has no connection yet. Node queues its interim responses as the beginning of its bytes, and then puts the head of
 * a binary response before them. A client would read them as its body. So they are held until the turn, and dropped if the final response exists by
 * then.
 */
import type { ServerResponse } from 'node:http'
import { checkField } from '../../http/field.ts'
import { ServerResponse as NodeResponse } from '../../node-http.ts'

/** The methods that write interim responses. In newer Nodes the others call the last one. */
const writers = ['writeContinue', 'writeProcessing', 'writeEarlyHints', 'writeInformation'] as const

type Write = (...args: never[]) => unknown
type Writers = Partial<Record<(typeof writers)[number], Write>>

/** Holds the interim responses of a response until its turn. A response that has its turn is left alone. */
export function holdInterims<Response extends ServerResponse>(rawReply: Response): Response {
  if (rawReply.socket !== null || rawReply.headersSent || Object.hasOwn(rawReply, 'writeContinue')) return rawReply
  const methods: Writers = rawReply
  for (const name of writers) {
    const write = methods[name]
    if (write === undefined) continue
    const hold = (...args: unknown[]): unknown => writeInTurn(rawReply, write, args)
    Object.defineProperty(rawReply, name, { value: hold, writable: true, configurable: true })
  }
  return rawReply
}

let writesAnything: boolean | undefined

/** Tests whether Node's writer accepts invalid hints, on a response without a client. Node 20 writes line breaks, too. */
function writesAnyHint(): boolean {
  const nowhere: ServerResponse = Object.assign(Object.create(NodeResponse.prototype), { _writeRaw() {} })
  const writes = (hints: Record<string, string>) => {
    try {
      nowhere.writeEarlyHints({ link: '</a>; rel=preload', ...hints })
      return true
    } catch {
      return false
    }
  }
  return writes({ 'x a': '1' }) || writes({ 'x-a': '1\r\n' })
}

/** Prepares a response for users, who may write interim responses to it. */
export const guardInterims = <Response extends ServerResponse>(rawReply: Response): Response =>
  holdInterims(checkRawHints(rawReply))

/** Validates the early hints that users write with the raw response, if Node does not. A line break in one could inject another response. */
function checkRawHints<Response extends ServerResponse>(rawReply: Response): Response {
  writesAnything ??= writesAnyHint()
  if (!writesAnything || !(rawReply instanceof NodeResponse) || Object.hasOwn(rawReply, 'writeEarlyHints'))
    return rawReply
  const { writeEarlyHints } = rawReply
  const write = function (this: ServerResponse, hints: Record<string, unknown>, ...rest: unknown[]): unknown {
    for (const name of Object.keys(hints ?? {}))
      if (name !== 'link' || hints[name] != null) checkField(name, hints[name])
    return Reflect.apply(writeEarlyHints, this, [hints, ...rest])
  }
  Object.defineProperty(rawReply, 'writeEarlyHints', { value: write, writable: true, configurable: true })
  return rawReply
}

function writeInTurn(rawReply: ServerResponse, write: Write, args: unknown[]): unknown {
  if (rawReply.socket !== null) return Reflect.apply(write, rawReply, args)
  // Node's validation runs now, so that the caller gets its errors.
  Reflect.apply(write, new NodeResponse(rawReply.req), args)
  rawReply.once('socket', () => {
    if (!rawReply.headersSent) return Reflect.apply(write, rawReply, args)
    const callback = args.findLast((one) => typeof one === 'function')
    if (callback !== undefined) process.nextTick(callback)
  })
  return undefined
}
