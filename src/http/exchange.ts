/** The state of one request and its response. Applications see it as a request and a reply. */
import type { Closing } from './closing.ts'
import { EmptyHeaders, type ReplyHeaders } from './headers.ts'
import { MediaType } from './media-type.ts'
import type { Reply } from './reply.ts'
import type { Request } from './request.ts'
import type { ResponseTimeouts } from './response-timeout.ts'
import type { Transport } from './transport.ts'

export type Validate = (data: unknown) => unknown
export type Serialize = (data: unknown) => string

export interface PlanView {
  readonly app: object
  readonly is404: boolean
  readonly config: Record<string, unknown>
  readonly handler: Handler
  readonly plainStatus: number
  /** A new object each time, so that a handler cannot change the route. */
  readonly describe: () => Record<string, unknown>
  readonly validation: {
    find(part: string): Validate | undefined
    compile(schema: object, part: string | undefined, where: { method: string; url: string }): Validate
  }
  readonly serialization: {
    find(statusCode: number, mediaType: string | undefined): Serialize | undefined
    exact(key: string | number, mediaType?: string): Serialize | undefined
    compile(schema: object, status: unknown, mediaType: unknown, where: { method: string; url: string }): Serialize
    serialize(exchange: Exchange, payload: unknown): unknown
  }
  readonly send: (exchange: Exchange, payload: unknown) => void
  /** Runs the `onError` hooks, then the error handlers. */
  readonly fail: (exchange: Exchange, error: unknown) => void
  readonly callNotFound: (exchange: Exchange) => void
  readonly responseTimeouts: ResponseTimeouts
  readonly closing: Closing
  /** In milliseconds until the response begins; 0 for no limit. It is checked once a second, `handlerTimeout` exactly. */
  readonly defaultTimeout: number
  /** In milliseconds until the response begins; 0 for no limit. */
  readonly handlerTimeout: number
  /** In milliseconds until the response is complete; 0 for no limit. */
  readonly answerTimeout: number
  /** Whether `answerTimeout` applies to event streams too. */
  readonly boundsEvents: boolean
  readonly logs: { streamError(error: unknown, request: Request, reply: Reply): void } | null
}

export interface Handler extends AppFunction {
  readonly fn: (this: unknown, request: Request, reply: Reply) => unknown
}

/** A function of the application that a request waits for. The log line of a timeout contains its name. */
export interface AppFunction {
  readonly fn: { readonly name: string }
  /** The plugins in which the function was declared, such as `app -> auth`. */
  readonly plugin: string
  readonly role: string
}

export type TrailerFunction = (
  reply: Reply,
  payload: unknown,
  done: (error: unknown, value?: string) => void
) => unknown

export class Exchange {
  plan: PlanView
  readonly transport: Transport
  request!: Request
  reply!: Reply
  readonly headers: ReplyHeaders = new EmptyHeaders()
  mediaType: MediaType | null = null
  /** The response has begun or the reply was hijacked, so the remaining hooks are skipped. */
  answered = false
  /** The number of sent responses. If it has changed while a promise was awaited, the result of the promise is ignored. */
  sends = 0
  hijacked = false
  /** The number of nested error handlers that have run, from the inmost context outwards; -1 before any error. */
  errorHandlerIndex = -1
  insideOnError = false
  errorStatus = 0
  statusIsSet = false
  /** The stream that a `preParsing` hook returned in place of the body. */
  stream: unknown = null
  currentCall: AppFunction | null = null
  /** While this is not 0, the caller of an application function catches exceptions of `reply.send`. Otherwise they would end the process. */
  calls = 0
  /** Used by `response-timeout.ts`: the index in its list or -1, and the number of checks until the timeout. */
  timeoutIndex = -1
  checksLeft = 0
  /** Used by `response-timeout.ts`: the number of bytes that had arrived at its last check. */
  bytesRead = 0
  serializer: ((payload: unknown) => unknown) | null = null
  /** Header fields that belong to a stream. If the stream fails, its error response must not have them. */
  streamHead: Readonly<Record<string, string>> | null = null
  trailers: Record<string, TrailerFunction | undefined> | null = null
  /** True while the body is sent and the trailers are not. */
  awaitsTrailers = false
  /** In milliseconds of `performance.now()`; 0 if time is not measured. */
  startTime = 0
  endTime = 0
  abort: AbortController | null = null
  /** The reason of a `request.signal` that is first read after the timeout. */
  timeoutError: Error | null = null
  release: (() => void) | null = null

  constructor(plan: PlanView, transport: Transport) {
    this.plan = plan
    this.transport = transport
  }
}

/** The content type is parsed once. Later changes of the header have no effect. */
export function mediaTypeOf(exchange: Exchange): MediaType {
  exchange.mediaType ??= MediaType.parse(exchange.transport.readField('content-type'))
  return exchange.mediaType
}

export const exchangeKey: unique symbol = Symbol('espalier.exchange')
