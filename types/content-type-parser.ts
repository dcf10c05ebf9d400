// Parsers of request bodies by media type. Implementation: src/tree/content-type-parser.ts.
import type { IncomingMessage } from 'node:http'
import type { RawRequest } from './request.ts'

/**
 * Options of a parser.
 *
 * @example
 * app.addContentTypeParser('text/csv', { parseAs: 'string', bodyLimit: 3 }, async (request, text) => text.split(','))
 * app.post('/', ({ body }) => body)
 * const { statusCode } = await app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'text/csv' }, payload: 'a,b,c' }) // 413
 */
export interface ParserOptions<As extends 'string' | 'buffer'> {
  /** Reads the whole body first, as a string or a buffer. Without `parseAs` the parser gets the stream and must enforce `bodyLimit` itself. */
  parseAs?: As
  /** The largest body, in bytes. */
  bodyLimit?: number
}

/** The body that a parser gets, for each `parseAs`. */
export interface ParserInput {
  string: string
  buffer: Buffer
}

/** Ends a parser in callback style: `done(error)` or `done(null, body)`. */
export type ParserDone = (error: Error | null, body?: unknown) => void

/** Returns the value of `request.body` or a promise, or passes the value to `done`. */
export type ContentTypeParser<App, Input> = (
  this: App,
  request: RawRequest<App>,
  body: Input,
  done: ParserDone
) => unknown

/** A parser without `parseAs`: it reads the stream. */
export type StreamParser<App> = ContentTypeParser<App, IncomingMessage>
