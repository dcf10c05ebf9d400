/**
 * How an answer leaves and a body arrives: Node's own objects do both as streams, and an adapter may bring objects that do them at once.
 *
 * The stages hand whole answers and ask for whole bodies here; everything that is a stream by nature uses Node's interface itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toHead } from './field.ts'
import type { ReplyHeaders } from './headers.ts'
import { checkRawHints, holdInterims } from './interim.ts'

/** Of a repeated one Node takes the first, or has refused the message; of `transfer-encoding` only the presence is asked. */
export type SingleField = 'content-type' | 'content-length' | 'transfer-encoding'

export interface Wire {
  /** Writes a whole answer; the headers are the reply's own, over those set on the response itself. */
  respond(rawReply: ServerResponse, statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void
  /** Answers Node's own class for an object that leaves the house; the identity stays. */
  exposeRequest(raw: IncomingMessage): IncomingMessage
  exposeReply(rawReply: ServerResponse): ServerResponse
  /** Calls back once when an answer is over: with `null` when it is complete, with an error when it was lost. */
  onFinished(rawReply: ServerResponse, callback: (error: Error | null) => void): void
  /** Reads a field of a request that stands in it once, where that is cheaper without the headers object. */
  readField(raw: IncomingMessage, name: SingleField): string | undefined
  /** Reads a whole body of at most `limit` bytes, where that is cheaper than its stream; `null` where it is not. */
  readonly readBody:
    | ((raw: IncomingMessage, limit: number, callback: (error: Error | null, body: Buffer) => void) => void)
    | null
}

/** The wire of Node's own classes, which serve every protocol. */
export const stockWire: Wire = {
  respond(rawReply, statusCode, headers, body) {
    rawReply.writeHead(statusCode, toHead(rawReply, headers))
    if (body === undefined) rawReply.end()
    else rawReply.end(body)
  },
  onFinished(rawReply, callback) {
    const onEnd = (error?: Error) => {
      rawReply.removeListener('finish', onEnd)
      rawReply.removeListener('error', onEnd)
      callback(error ?? null)
    }
    rawReply.on('finish', onEnd)
    rawReply.on('error', onEnd)
  },
  exposeRequest: (raw) => raw,
  exposeReply: (rawReply) => holdInterims(checkRawHints(rawReply)),
  readField: (raw, name) => raw.headers[name],
  readBody: null
}
