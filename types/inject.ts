// Requests without a socket. Implementation: src/adapter/inject/inject.ts.
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/** The body of an injected request; an object is sent as JSON. */
export type InjectPayload = string | object | Buffer | Readable

/** A parsed URL. */
export interface InjectUrl {
  pathname: string
  protocol?: string
  hostname?: string
  port?: string | number
  query?: InjectQuery
}

type InjectQuery = string | { [name: string]: string | string[] }

/**
 * A request to inject.
 *
 * @example
 * app.put('/', ({ url, headers, ip }) => [url, headers.host, headers.cookie, headers.x, ip])
 * const more = { query: { b: '1' }, cookies: { c: '2' }, headers: { x: 'y' }, authority: 'a.example', remoteAddress: '::1' }
 * const { body } = await app.inject({ method: 'PUT', url: '/', payload: {}, ...more }) // '["/?b=1","a.example","c=2","y","::1"]'
 * @example
 * const given = { method: 'PUT', path: '/', body: {}, server: app.server, payloadAsStream: true, validate: false }
 * const { statusCode } = await app.put('/', () => 'ok').inject({ ...given, simulate: { error: true } }) // 400
 */
export interface InjectOptions {
  /** Default: `GET`. */
  method?: string
  /** Path and query, or a whole URL. */
  url?: string | InjectUrl
  /** The same as `url`. */
  path?: string | InjectUrl
  /** Added to the query of `url`. */
  query?: InjectQuery
  headers?: IncomingHttpHeaders | OutgoingHttpHeaders
  /** Sent as the header `Cookie`. */
  cookies?: { [name: string]: string }
  /** The body. */
  payload?: InjectPayload
  /** The same as `payload`. */
  body?: InjectPayload
  /** The `Host`. Default: `localhost:80`. */
  authority?: string
  /** The address of the client. Default: `127.0.0.1`. */
  remoteAddress?: string
  /**
   * Aborts the request, as if the client disconnected.
   *
   * @example
   * app.get('/', () => new Promise(() => {}))
   * await app.inject({ url: '/', signal: AbortSignal.timeout(10) }) // throws AbortError
   */
  signal?: AbortSignal
  server?: Server
  /** Simulates errors of the connection. */
  simulate?: { end?: boolean; split?: boolean; error?: boolean; close?: boolean }
  /** Whether the call resolves before the body has ended; `stream()` then returns the body. Default: false. */
  payloadAsStream?: boolean
  /** Whether these options are validated. Default: true. */
  validate?: boolean
}

/** A cookie that an answer sets. */
export interface InjectCookie {
  name: string
  value: string
  path?: string
  domain?: string
  expires?: Date
  maxAge?: number
  secure?: boolean
  httpOnly?: boolean
  sameSite?: string
  [attribute: string]: unknown
}

/**
 * The answer to an injected request.
 *
 * @example
 * const answer = await app.get('/', () => ({ a: 1 })).inject({ url: '/', payloadAsStream: true })
 * String(await answer.stream().toArray()) // '{"a":1}'
 */
export interface InjectResponse {
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: OutgoingHttpHeaders
  readonly trailers: { [name: string]: string }
  /** The body as text. */
  readonly payload: string
  /** The same as `payload`. */
  readonly body: string
  /** The body's bytes. */
  readonly rawPayload: Buffer
  /** The cookies that `Set-Cookie` sets. */
  readonly cookies: InjectCookie[]
  readonly raw: { readonly req: IncomingMessage; readonly res: ServerResponse }
  /**
   * Parses the body. The type argument is not checked.
   *
   * @example
   * app.get('/', () => ({ a: 1 }))
   * const answer = await app.inject('/')
   * answer.json() // { a: 1 }
   */
  json<Value = unknown>(): Value
  /** The body as a stream, with `payloadAsStream`. */
  stream(): Readable
}

/** Called with the answer. */
export type InjectCallback = (error: Error | undefined, response: InjectResponse | undefined) => void

/** Builds a request step by step: `app.inject().get('/').headers({}).end()`. */
export interface InjectChain extends Promise<InjectResponse> {
  get(url: string): InjectChain
  post(url: string): InjectChain
  put(url: string): InjectChain
  patch(url: string): InjectChain
  delete(url: string): InjectChain
  head(url: string): InjectChain
  options(url: string): InjectChain
  trace(url: string): InjectChain
  headers(headers: IncomingHttpHeaders | OutgoingHttpHeaders): InjectChain
  query(query: InjectQuery): InjectChain
  payload(payload: InjectPayload): InjectChain
  body(payload: InjectPayload): InjectChain
  cookies(cookies: { [name: string]: string }): InjectChain
  end(): Promise<InjectResponse>
  end(callback: InjectCallback): void
}
