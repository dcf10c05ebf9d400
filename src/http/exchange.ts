/**
 * The state of one request, which the stages share. Users see it as a request and a reply.
 *
 * Stages read and write these fields; there is no other state per request. `plan` is the compiled route. Only its fields that requests and replies
 * need are typed here.
 */
import type { Closing } from './closing.ts'
import { createHeaders } from './headers.ts'
import { MediaType } from './media-type.ts'
import type { Pending } from './pending.ts'
import type { Reply } from './reply.ts'
import type { Request } from './request.ts'
import type { Transport } from './transport.ts'

export type Validate = (data: unknown) => unknown
export type Serialize = (data: unknown) => string

/** The declaration of a route, as far as a request or reply exposes it. */
export interface PlanView {
  /** The context that declared the route. */
  readonly app: object
  readonly is404: boolean
  readonly config: Record<string, unknown>
  readonly handler: Handler
  /** The status of an answer for which the handler sets none. */
  readonly plainStatus: number
  /** Returns a fresh object, so that a change of it does not reach the route. */
  readonly describe: () => Record<string, unknown>
  readonly validation: {
    find(part: string): Validate | undefined
    compile(schema: object, part: string | undefined, where: { method: string; url: string }): Validate
  }
  readonly serialization: {
    /** The serializer that a reply of this status and media type gets. */
    find(statusCode: number, mediaType: string | undefined): Serialize | undefined
    /** The serializer declared under exactly this key of the response map. */
    exact(key: string | number, mediaType?: string): Serialize | undefined
    compile(schema: object, status: unknown, mediaType: unknown, where: { method: string; url: string }): Serialize
    /** Serializes a payload as the answer would be: by the status and the content type that it has so far. */
    serialize(exchange: Exchange, payload: unknown): unknown
  }
  /** Takes a payload from `reply.send` to the wire. */
  readonly send: (exchange: Exchange, payload: unknown) => void
  /** Answers with an error: `onError` hooks, then the chain of error handlers. */
  readonly fail: (exchange: Exchange, error: unknown) => void
  readonly callNotFound: (exchange: Exchange) => void
  /** Where exchanges without an answer are bounded; the same for all plans of an app. */
  readonly pending: Pending
  readonly closing: Closing
  /** In milliseconds, until the answer begins and coarse, where the application set nothing; 0 is no limit. */
  readonly defaultTimeout: number
  /** In milliseconds, until the answer begins and exact; 0 is no limit. */
  readonly handlerTimeout: number
  /** In milliseconds, until the answer is complete and exact; 0 is no limit. */
  readonly answerTimeout: number
  /** Whether `answerTimeout` holds for event streams too. */
  readonly boundsEvents: boolean
  readonly logs: { streamError(error: unknown, request: Request, reply: Reply): void } | null
}

/** The function that answers, called with the context as `this`. */
export interface Handler extends Awaited {
  readonly fn: (this: unknown, request: Request, reply: Reply) => unknown
}

/** A function of the application that a request waits for, for the line that tells which one never finished. */
export interface Awaited {
  readonly fn: { readonly name: string }
  /** Where it was declared: the chain of plugin names. */
  readonly plugin: string
  /** Such as `preHandler hook` or `handler`. */
  readonly role: string
}

export type TrailerFunction = (
  reply: Reply,
  payload: unknown,
  done: (error: unknown, value?: string) => void
) => unknown

export class Exchange {
  /** Changes only when a handler calls `reply.callNotFound()`. */
  plan: PlanView
  readonly transport: Transport
  request!: Request
  reply!: Reply
  readonly headers = createHeaders()
  /** The content type as it was first read; every stage reads this one. */
  mediaType: MediaType | null = null
  /** True once an answer has begun or the reply was hijacked: the remaining steps of the request are skipped. */
  answered = false
  /** How many times an answer was sent; a promise compares it to know whether one was sent meanwhile. */
  sends = 0
  hijacked = false
  /** How many error handlers of the chain have had their turn; -1 before any error. */
  errorTurn = -1
  insideOnError = false
  /** The status an answer of an error handler has when the handler sets none; 0 before any error. */
  errorStatus = 0
  /** Whether the application set the status. */
  statusIsSet = false
  /** The source of the body: the message itself, or the stream that a `preParsing` hook returned. */
  stream: unknown = null
  /** The function that was last called for the request. */
  awaited: Awaited | null = null
  /** The place among the pending exchanges of the app, or -1, and for how many more looks at them it may stay. */
  slot = -1
  patience = 0
  /** The bytes that had arrived on the connection at the last look. */
  bytesRead = 0
  serializer: ((payload: unknown) => unknown) | null = null
  /** Fields of the head that were given to a stream, and are to be no other answer's. */
  streamHead: Readonly<Record<string, string>> | null = null
  trailers: Record<string, TrailerFunction | undefined> | null = null
  /** True while everything except the trailers of a response is sent. */
  awaitsTrailers = false
  /** Milliseconds of `performance.now()`; 0 until the time is needed. */
  startTime = 0
  endTime = 0
  abort: AbortController | null = null
  /** The error of a request whose time is over, for a signal that is asked for only then. */
  expiry: Error | null = null
  /** Ends the timers and listeners that belong to this exchange. */
  release: (() => void) | null = null

  constructor(plan: PlanView, transport: Transport) {
    this.plan = plan
    this.transport = transport
  }
}

/** Reads the media type of a request once; later changes of the header change nothing. */
export function mediaTypeOf(exchange: Exchange): MediaType {
  exchange.mediaType ??= MediaType.parse(exchange.transport.readField('content-type'))
  return exchange.mediaType
}

/** Where a request and a reply keep their exchange. */
export const exchangeKey: unique symbol = Symbol('espalier.exchange')
