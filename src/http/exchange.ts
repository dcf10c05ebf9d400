/** An `Exchange` holds the state of one request and its response. Applications see it as the objects `request` and `reply`. */
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
  /** Returns a new object each time, so that a handler cannot change the route by changing the object. */
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
  readonly fail: (exchange: Exchange, error: unknown) => void
  readonly callNotFound: (exchange: Exchange) => void
  readonly responseTimeouts: ResponseTimeouts
  readonly closing: Closing
  /** In milliseconds until the response begins; 0 for no limit. Checked once a second, while `handlerTimeout` is exact. */
  readonly defaultTimeout: number
  /** In milliseconds until the response begins; 0 for no limit. */
  readonly handlerTimeout: number
  /** In milliseconds until the response is complete; 0 for no limit. */
  readonly answerTimeout: number
  /** Whether `answerTimeout` also ends server-sent event streams. */
  readonly boundsEvents: boolean
  readonly logs: { streamError(error: unknown, request: Request, reply: Reply): void } | null
}

export interface Handler extends AppFunction {
  readonly fn: (this: unknown, request: Request, reply: Reply) => unknown
}

/** A hook or handler of the application. Log lines of timeouts contain its name. */
export interface AppFunction {
  readonly fn: { readonly name: string }
  /** The path of plugins that declared the function, such as `app -> auth`. */
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
  /** True if the response has begun or the reply was hijacked. The remaining hooks are then skipped. */
  answered = false
  /** Counts the calls of `reply.send`. If it changes while a handler's promise is pending, the promise's result is ignored. */
  sends = 0
  hijacked = false
  /** The index of the error handler that ran last. Index 0 is the innermost context; -1 before any error. */
  errorHandlerIndex = -1
  insideOnError = false
  errorStatus = 0
  statusIsSet = false
  /** The replacement for the body stream that a `preParsing` hook returned. */
  stream: unknown = null
  currentCall: AppFunction | null = null
  /** Counts hooks and handlers on the call stack, whose caller catches exceptions. At 0, an exception of `reply.send` would end the process. */
  calls = 0
  /** The position in the list of `response-timeout.ts`; -1 outside of that list. `checksLeft` counts down to the timeout. */
  timeoutIndex = -1
  checksLeft = 0
  /** The bytes of the body that had arrived at the last check of `response-timeout.ts`. */
  bytesRead = 0
  serializer: ((payload: unknown) => unknown) | null = null
  /** Headers of a streamed body, such as its content type. If the stream fails, the error response must not have them. */
  streamHead: Readonly<Record<string, string>> | null = null
  trailers: Record<string, TrailerFunction | undefined> | null = null
  /** True after the body was sent, until the trailers are sent. */
  awaitsTrailers = false
  /** The time of `performance.now()` in milliseconds; 0 if no hook or log needs it. */
  startTime = 0
  endTime = 0
  abort: AbortController | null = null
  /** The abort reason, for a `request.signal` that is first read after the timeout. */
  timeoutError: Error | null = null
  release: (() => void) | null = null
  /** True once the exchange is in the list `Closing.tracked`. */
  isTracked = false

  constructor(plan: PlanView, transport: Transport) {
    this.plan = plan
    this.transport = transport
  }
}

/** Parses the content type once. If a hook changes the header later, the result stays the same. */
export function mediaTypeOf(exchange: Exchange): MediaType {
  exchange.mediaType ??= MediaType.parse(exchange.transport.readField('content-type'))
  return exchange.mediaType
}

export const exchangeKey: unique symbol = Symbol('espalier.exchange')
