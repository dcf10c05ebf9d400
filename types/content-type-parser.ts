// Parsers of request bodies by media type. At run time: src/tree/content-type-parser.ts.
import type { IncomingMessage } from 'node:http'
import type { RawRequest } from './request.ts'

/** Options of a parser. */
export interface ParserOptions<As extends 'string' | 'buffer'> {
  /** Collects the body first; without it the parser gets the stream and must limit it itself. */
  parseAs?: As
  /** The largest body, in bytes. */
  bodyLimit?: number
}

/** The body that a parser gets, for each `parseAs`. */
export interface ParserInput {
  string: string
  buffer: Buffer
}

/** The callback of a parser. */
export type ParserDone = (error: Error | null, body?: unknown) => void

/** Turns a body into `request.body`: returned, promised, or passed to `done`. */
export type ContentTypeParser<App, Input> = (
  this: App,
  request: RawRequest<App>,
  body: Input,
  done: ParserDone
) => unknown

/** A parser without `parseAs`: it reads the stream. */
export type StreamParser<App> = ContentTypeParser<App, IncomingMessage>
