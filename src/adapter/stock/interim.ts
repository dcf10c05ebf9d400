/**
 * When the interim answers of Node's responses leave (RFC 9110 §15.2).
 *
 * An answer that waits for its turn in a pipeline has no connection yet. Node keeps its interim answers as the beginning of its bytes, and then puts
 * the head of a binary answer before them. A client would read them as its body. So they wait for the turn, and are dropped where the answer itself
 * is there by then.
 */
import type { ServerResponse } from 'node:http'
import { checkField } from '../../http/field.ts'
import { ServerResponse as NodeResponse } from '../../node-http.ts'

/** Newer Nodes write the others by the last. */
const writers = ['writeContinue', 'writeProcessing', 'writeEarlyHints', 'writeInformation'] as const

type Write = (...args: never[]) => unknown
type Writers = Partial<Record<(typeof writers)[number], Write>>

/** Makes what writes the interim answers of a response wait for its turn; a response that has its turn stays as it is. */
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

/** Asks Node's writer, with a response that leads nowhere: that of Node 20 writes line breaks, too. */
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

/** Makes a response ready for users, whatever they write before the answer. */
export const guardInterims = <Response extends ServerResponse>(rawReply: Response): Response =>
  holdInterims(checkRawHints(rawReply))

/** Checks the early hints that users write by the raw response, where Node does not: one of them could be an answer of its own. */
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
  // Node's checks run now, so that the caller gets what they throw.
  Reflect.apply(write, new NodeResponse(rawReply.req), args)
  rawReply.once('socket', () => {
    if (!rawReply.headersSent) return Reflect.apply(write, rawReply, args)
    const callback = args.findLast((one) => typeof one === 'function')
    if (callback !== undefined) process.nextTick(callback)
  })
  return undefined
}
