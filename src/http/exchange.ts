/**
 * The state of one request, which the stages share. Users see it as a request and a reply.
 *
 * Stages read and write these fields; there is no other state per request. `plan` is the compiled route. Only its fields that requests and replies
 * need are typed here.
 */
import type { Closing } from './closing.ts'
import { EmptyHeaders, type ReplyHeaders } from './headers.ts'
import { MediaType } from './media-type.ts'
import type { Pending } from './pending.ts'
import type { Reply } from './reply.ts'
import type { Request } from './request.ts'
import type { Transport } from './transport.ts'

export type Validate = (data: unknown) => unknown
export type Serialize = (data: unknown) => string

/** The part of a route's declaration that a request or a reply exposes. */
export interface PlanView {
  /** The context that declared the route. */
  readonly app: object
  readonly is404: boolean
  readonly config: Record<string, unknown>
  readonly handler: Handler
  /** The status of a response if the handler sets none. */
  readonly plainStatus: number
  /** Returns a new object each time, so that changes to it do not affect the route. */
  readonly describe: () => Record<string, unknown>
  readonly validation: {
    find(part: string): Validate | undefined
    compile(schema: object, part: string | undefined, where: { method: string; url: string }): Validate
  }
  readonly serialization: {
    /** The serializer for a response with this status and media type. */
    find(statusCode: number, mediaType: string | undefined): Serialize | undefined
    /** The serializer declared under exactly this key of the response map. */
    exact(key: string | number, mediaType?: string): Serialize | undefined
    compile(schema: object, status: unknown, mediaType: unknown, where: { method: string; url: string }): Serialize
    /** Serializes a payload as for the response, by the current status and content type of the reply. */
    serialize(exchange: Exchange, payload: unknown): unknown
  }
  /** Sends the payload of `reply.send`. */
  readonly send: (exchange: Exchange, payload: unknown) => void
  /** Responds with an error: `onError` hooks, then the chain of error handlers. */
  readonly fail: (exchange: Exchange, error: unknown) => void
  readonly callNotFound: (exchange: Exchange) => void
  /** Enforces the timeouts of exchanges without a response; the same for all plans of an app. */
  readonly pending: Pending
  readonly closing: Closing
  /** In milliseconds: the default limit until the response begins, checked at coarse intervals; 0 is no limit. */
  readonly defaultTimeout: number
  /** In milliseconds: the limit until the response begins, exact; 0 is no limit. */
  readonly handlerTimeout: number
  /** In milliseconds: the limit until the response is complete, exact; 0 is no limit. */
  readonly answerTimeout: number
  /** Whether `answerTimeout` applies to event streams too. */
  readonly boundsEvents: boolean
  readonly logs: { streamError(error: unknown, request: Request, reply: Reply): void } | null
}

/** The function that makes the response, called with the context as `this`. */
export interface Handler extends Awaited {
  readonly fn: (this: unknown, request: Request, reply: Reply) => unknown
}

/** A function of the application that a request waits for. The log line of a timeout names the one that never finished. */
export interface Awaited {
  readonly fn: { readonly name: string }
  /** The chain of plugin names under which it was declared. */
  readonly plugin: string
  /** For example `preHandler hook` or `handler`. */
  readonly role: string
}

export type TrailerFunction = (
  reply: Reply,
  payload: unknown,
  done: (error: unknown, value?: string) => void
) => unknown

export class Exchange {
  /** The compiled route. It changes only when a handler calls `reply.callNotFound()`. */
  plan: PlanView
  readonly transport: Transport
  request!: Request
  reply!: Reply
  readonly headers: ReplyHeaders = new EmptyHeaders()
  /** The content type at its first use; later stages use the same. */
  mediaType: MediaType | null = null
  /** True once the response has begun or the reply was hijacked: the remaining steps are skipped. */
  answered = false
  /** How often a response was sent. After a promise settles, it shows whether one was sent meanwhile. */
  sends = 0
  hijacked = false
  /** How many error handlers of the chain have run; -1 before any error. */
  errorTurn = -1
  insideOnError = false
  /** The status of an error response if the error handler sets none; 0 before any error. */
  errorStatus = 0
  /** Whether the application set the status. */
  statusIsSet = false
  /** The source of the body: the message itself, or the stream that a `preParsing` hook returned. */
  stream: unknown = null
  /** The function that was last called for the request. */
  awaited: Awaited | null = null
  /**
   * How many functions of the application run for the request now, one inside the other. Inside such a call `reply.send` may throw, because the caller
   * catches the exception and fails the request. Elsewhere, such as in the callback of a database, a throw would be uncaught and end the process.
   */
  calls = 0
  /** The index among the exchanges that wait for a response, or -1, and the number of checks until the timeout. */
  slot = -1
  patience = 0
  /** The bytes that had arrived on the connection at the last check. */
  bytesRead = 0
  serializer: ((payload: unknown) => unknown) | null = null
  /** Header fields that were set for a stream and must not appear on another response. */
  streamHead: Readonly<Record<string, string>> | null = null
  trailers: Record<string, TrailerFunction | undefined> | null = null
  /** True once everything except the trailers of a response was sent. */
  awaitsTrailers = false
  /** In milliseconds of `performance.now()`; 0 until it is needed. */
  startTime = 0
  endTime = 0
  abort: AbortController | null = null
  /** The timeout error of a request, for a signal that is first read after the timeout. */
  expiry: Error | null = null
  /** Removes the timers and listeners of this exchange. */
  release: (() => void) | null = null

  constructor(plan: PlanView, transport: Transport) {
    this.plan = plan
    this.transport = transport
  }
}

/** Returns the media type of a request, which is read once. Later changes of the header have no effect. */
export function mediaTypeOf(exchange: Exchange): MediaType {
  exchange.mediaType ??= MediaType.parse(exchange.transport.readField('content-type'))
  return exchange.mediaType
}

/** The key under which a request and a reply store their exchange. */
export const exchangeKey: unique symbol = Symbol('espalier.exchange')
