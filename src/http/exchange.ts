/** All state of one request, which the stages of the lifecycle share. Applications see this state as a request and a reply. */
import type { Closing } from './closing.ts'
import { EmptyHeaders, type ReplyHeaders } from './headers.ts'
import { MediaType } from './media-type.ts'
import type { Reply } from './reply.ts'
import type { Request } from './request.ts'
import type { ResponseTimeouts } from './response-timeout.ts'
import type { Transport } from './transport.ts'

export type Validate = (data: unknown) => unknown
export type Serialize = (data: unknown) => string

/** The part of a compiled route that a request or a reply reads. */
export interface PlanView {
  /** The app object of the context that declared the route. */
  readonly app: object
  readonly is404: boolean
  readonly config: Record<string, unknown>
  readonly handler: Handler
  /** The status of a response if the handler sets none. */
  readonly plainStatus: number
  /** Returns `routeOptions` as a new object each time, so that changes to the object do not affect the route. */
  readonly describe: () => Record<string, unknown>
  readonly validation: {
    find(part: string): Validate | undefined
    compile(schema: object, part: string | undefined, where: { method: string; url: string }): Validate
  }
  readonly serialization: {
    /** The serializer for a response with this status and media type. */
    find(statusCode: number, mediaType: string | undefined): Serialize | undefined
    /** The serializer declared under exactly this key of the route's responses, such as `200` or `2xx`. */
    exact(key: string | number, mediaType?: string): Serialize | undefined
    compile(schema: object, status: unknown, mediaType: unknown, where: { method: string; url: string }): Serialize
    /** Serializes a payload as for a response with the reply's current status and content type. */
    serialize(exchange: Exchange, payload: unknown): unknown
  }
  readonly send: (exchange: Exchange, payload: unknown) => void
  /** Responds with an error: runs the `onError` hooks, then the error handlers. */
  readonly fail: (exchange: Exchange, error: unknown) => void
  readonly callNotFound: (exchange: Exchange) => void
  /** Enforces the timeouts of requests without a response. Shared by all routes of an app. */
  readonly responseTimeouts: ResponseTimeouts
  readonly closing: Closing
  /** In milliseconds: the default limit until the response begins, checked at coarse intervals; 0 for no limit. */
  readonly defaultTimeout: number
  /** In milliseconds: the exact limit until the response begins; 0 for no limit. */
  readonly handlerTimeout: number
  /** In milliseconds: the exact limit until the response is complete; 0 for no limit. */
  readonly answerTimeout: number
  /** Whether `answerTimeout` applies to event streams too. */
  readonly boundsEvents: boolean
  readonly logs: { streamError(error: unknown, request: Request, reply: Reply): void } | null
}

export interface Handler extends AppFunction {
  readonly fn: (this: unknown, request: Request, reply: Reply) => unknown
}

/** A function of the application that a request waits for. If the request times out, the log line names it. */
export interface AppFunction {
  readonly fn: { readonly name: string }
  /** The plugins in which the function was declared, such as `app -> auth`. */
  readonly plugin: string
  /** The kind of function, for example `preHandler hook` or `handler`. */
  readonly role: string
}

export type TrailerFunction = (
  reply: Reply,
  payload: unknown,
  done: (error: unknown, value?: string) => void
) => unknown

export class Exchange {
  /** The compiled route. Only `reply.callNotFound()` replaces it. */
  plan: PlanView
  readonly transport: Transport
  request!: Request
  reply!: Reply
  readonly headers: ReplyHeaders = new EmptyHeaders()
  /** The content type of the request, parsed at its first use. Later stages read the same object. */
  mediaType: MediaType | null = null
  /** True once the response has begun or the reply was hijacked: the remaining steps are skipped. */
  answered = false
  /** How often a response was sent. A changed count shows that a response was sent while a promise was awaited. */
  sends = 0
  hijacked = false
  /** How many of the nested error handlers have run, from the inmost context outwards; -1 before any error. */
  errorHandlerIndex = -1
  insideOnError = false
  /** The status of an error response if the error handler sets none; 0 before any error. */
  errorStatus = 0
  /** Whether the application set the status. */
  statusIsSet = false
  /** The source of the body: the message itself, or the stream that a `preParsing` hook returned. */
  stream: unknown = null
  /** The function of the application that was called last. The log line of a timeout names it. */
  currentCall: AppFunction | null = null
  /**
   * How many calls of application functions are on the stack for this request. The caller of such a function catches exceptions of `reply.send` and
   * fails the request. While the count is 0, such as in a database callback, such an exception would be uncaught and end the process.
   */
  calls = 0
  /** Used by `response-timeout.ts`: the index of the exchange in the list there, or -1, and the number of checks until the timeout. */
  timeoutIndex = -1
  checksLeft = 0
  /** How many bytes had arrived on the connection at the last check of `response-timeout.ts`. */
  bytesRead = 0
  serializer: ((payload: unknown) => unknown) | null = null
  /** Header fields that were set for a stream and must not appear on an error response that replaces it. */
  streamHead: Readonly<Record<string, string>> | null = null
  trailers: Record<string, TrailerFunction | undefined> | null = null
  /** True while only the trailers of the response are still to be sent. */
  awaitsTrailers = false
  /** Start of the request and end of the response, in milliseconds of `performance.now()`; 0 if time is not measured. */
  startTime = 0
  endTime = 0
  abort: AbortController | null = null
  /** The timeout error of a request, for a `signal` that is first read after the timeout. */
  timeoutError: Error | null = null
  /** Removes the timers and listeners of this exchange. */
  release: (() => void) | null = null

  constructor(plan: PlanView, transport: Transport) {
    this.plan = plan
    this.transport = transport
  }
}

/** Returns the media type of a request. The content type is parsed once; later changes of the header have no effect. */
export function mediaTypeOf(exchange: Exchange): MediaType {
  exchange.mediaType ??= MediaType.parse(exchange.transport.readField('content-type'))
  return exchange.mediaType
}

/** The property of requests and replies that holds their exchange. */
export const exchangeKey: unique symbol = Symbol('espalier.exchange')
