/** The HEAD route that is generated for a GET route: the same handler and hooks, and a response without its body. */
import type { Readable } from 'node:stream'
import { logSafely } from '../base/log-safely.ts'
import { isResponse, isWebStream } from '../base/payload.ts'
import { errors } from '../error/error.ts'

export function headSiblingOf<Given extends Readonly<Record<string, unknown>>>(given: Given, path: string) {
  const onSend = [given.onSend ?? [], headRouteOnSendHandler].flat()
  return { ...given, method: 'HEAD', url: path, path, onSend }
}

interface HeadReply {
  header(name: string, value: string): void
  log: { error(details: object, message: string): void }
}

function headRouteOnSendHandler(
  _request: unknown,
  reply: HeadReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void
): void {
  const report = (error: unknown) =>
    logSafely(reply.log, 'error', { err: error }, 'Error on Stream found for HEAD route')
  const stream = payload as Readable | null | undefined
  if (payload === undefined) reply.header('content-length', '0')
  else if (typeof payload === 'string' || payload instanceof Uint8Array) {
    reply.header('content-length', String(Buffer.byteLength(payload)))
  } else if (typeof stream?.resume === 'function') stream.on('error', report).resume()
  else if (isWebStream(payload)) payload.cancel('Stream cancelled by HEAD route').catch(report)
  else if (isResponse(payload)) return done(null, headOf(payload, report))
  else if (payload !== null) return done(new errors.FST_ERR_REP_INVALID_PAYLOAD_TYPE(typeof payload))
  done(null, null)
}

function headOf(response: Response, report: (error: unknown) => void): Response {
  response.body?.cancel('Stream cancelled by HEAD route').catch(report)
  return new Response(null, response)
}
