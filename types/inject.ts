// Requests without a socket. Twin: src/adapter/inject.ts.
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

/** The body of an injected request; an object is sent as JSON. */
export type InjectPayload = string | object | Buffer | Readable

/** A parsed URL in the place of its text. */
export interface InjectUrl {
  pathname: string
  protocol?: string
  hostname?: string
  port?: string | number
  query?: InjectQuery
}

type InjectQuery = string | { [name: string]: string | string[] }

/** A request to inject. */
export interface InjectOptions {
  method?: string
  url?: string | InjectUrl
  path?: string | InjectUrl
  query?: InjectQuery
  headers?: IncomingHttpHeaders | OutgoingHttpHeaders
  cookies?: { [name: string]: string }
  payload?: InjectPayload
  body?: InjectPayload
  authority?: string
  remoteAddress?: string
  signal?: AbortSignal
  server?: Server
  /** Simulates errors of the connection. */
  simulate?: { end?: boolean; split?: boolean; error?: boolean; close?: boolean }
  payloadAsStream?: boolean
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

/** The answer to an injected request. */
export interface InjectResponse {
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: OutgoingHttpHeaders
  readonly trailers: { [name: string]: string }
  readonly payload: string
  readonly body: string
  readonly rawPayload: Buffer
  readonly cookies: InjectCookie[]
  readonly raw: { readonly req: IncomingMessage; readonly res: ServerResponse }
  /** Parses the body; its type is what the caller says it is. */
  json<Value = unknown>(): Value
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
