/**
 * The answer to a request in process: kept as it is given, instead of being written to a stream and read from it. Whatever else is asked of it
 * first turns it, in place, into a response of light-my-request, which also settles the call then.
 */

import type { ReplyHeaders } from '../../http/headers.ts'
import { type ServerResponse, STATUS_CODES } from '../../node-http.ts'
import { type Become, lightMark, upgradeOnTouch } from '../light/upgrade.ts'
import { StockTransport } from '../stock/transport.ts'
import { bindResponse, type Destroyable, type DirectRequest } from './request.ts'

/** Takes the outcome of a call; without `reject` it is a callback of two arguments. */
export interface Settle {
  readonly resolve: (...outcome: unknown[]) => void
  readonly reject: ((error: unknown) => void) | undefined
}

type Finished = (error: Error | null) => void
type Settling = [request: object, resolve: unknown, reject: unknown]
/** A plain function, as constructors of old are. */
type Real = (new (...settling: Settling) => ServerResponse) & ((this: object, ...settling: Settling) => void)

interface Answer {
  readonly headers: ReplyHeaders
  readonly body: string | Buffer | undefined
}

const settle = Symbol('espalier.settle')
const watchers = Symbol('espalier.watchers')
const answer = Symbol('espalier.answer')

let RealResponse: Real
let becomeReal: Become

export class DirectResponse {
  [lightMark] = true
  req: DirectRequest
  statusCode = 200
  finished = false
  destroyed = false
  isLightMyRequest = true;
  [settle]: Settle;
  [watchers]: Finished[] | null = null;
  [answer]: Answer | null = null

  constructor(request: DirectRequest, given: Settle) {
    this.req = request
    this[settle] = given
    bindResponse(request, this as this & Destroyable)
  }

  get headersSent(): boolean {
    return this.finished
  }

  get writableEnded(): boolean {
    return this.finished
  }

  get statusMessage(): string | undefined {
    return this.finished ? (STATUS_CODES[this.statusCode] ?? 'unknown') : undefined
  }

  // A header set on the response itself makes it real: before its answer a direct one has none.
  getHeader(name: string): unknown {
    if (this.finished || typeof name !== 'string') return toRealResponse(this).getHeader(name)
    return undefined
  }

  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined
  }

  getHeaders(): object {
    return this.finished ? toRealResponse(this).getHeaders() : Object.create(null)
  }

  getHeaderNames(): string[] {
    return Object.keys(this.getHeaders())
  }
}

/** Makes direct responses responses of light-my-request; called once, when that is loaded. */
export function becomeResponsesOf(Response: Real, sample: DirectRequest): void {
  RealResponse = Response
  const nothing = () => {}
  Object.setPrototypeOf(DirectResponse.prototype, Response.prototype)
  becomeReal = upgradeOnTouch({
    light: DirectResponse.prototype,
    real: Response.prototype,
    lightSample: new DirectResponse(sample, { resolve: nothing, reject: nothing }),
    realSample: new Response(sample, nothing, nothing),
    shared: [],
    upgrade: toRealResponse
  })
}

export function isDirectResponse(message: object): message is DirectResponse {
  return Object.getPrototypeOf(message) === DirectResponse.prototype
}

/** Notes that the answer has been given, and tells who waited for that; answers what takes the outcome. */
export function finishDirect(response: DirectResponse, statusCode: number, given: Answer): Settle {
  response.statusCode = statusCode
  response.finished = true
  response.destroyed = true
  response[answer] = given
  return response[settle]
}

export function tellWatchers(response: DirectResponse): void {
  for (const tell of response[watchers] ?? []) tell(null)
}

export function watchDirect(response: DirectResponse, callback: Finished): void {
  if (response.finished) return process.nextTick(callback, null)
  response[watchers] ??= []
  response[watchers].push(callback)
}

/** Turns a direct response into one of light-my-request, in place and in the same state. */
export function toRealResponse(response: object): ServerResponse {
  const message = response as ServerResponse
  if (!isDirectResponse(response)) return message
  const given = response[answer]
  const { resolve, reject } = response[settle]
  const ignore = () => {}
  response.finished = response.destroyed = false
  becomeReal(response, () => {
    // The outcome of an answered call is on its way.
    if (given === null) RealResponse.call(response, response.req, resolve, reject)
    else RealResponse.call(response, response.req, ignore, ignore)
  })
  const transport = new StockTransport(message.req, message)
  if (given === null) for (const callback of response[watchers] ?? []) transport.onFinished(callback)
  else transport.respond(response.statusCode, given.headers, given.body)
  return message
}
