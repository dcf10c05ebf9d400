/**
 * The light response: answers a request with one write to the socket, and turns into a real `ServerResponse` for everything else.
 *
 * Owns: the one-write answer, when it counts as finished or lost, and the change into the real class in the same state. An answer is light only
 * when it is HTTP/1.1, has a known length and steers nothing; every other answer is written by Node.
 *
 * Whoever looks late must see what a real response would show at that moment. So each moment is Node's own: an answer is finished when its
 * write calls back, which is the next tick at the earliest, and closed one tick later. A response that becomes real in between is ended by
 * Node's `end()`.
 *
 * Leans on what Node's `_http_server` does with a response, in this order:
 *   `new ServerResponse(request, options)`, plain fields; `assignSocket(socket)` when its turn has come; `on('finish', resOnFinish)`;
 *   then, when that listener runs: `detachSocket(socket)`, `_last`, and `emit('close')` on the next tick, guarded by `_closed`.
 *   It reads `finished`, `_headerSent` and `_last` of a socket's `_httpMessage` whenever it looks at idle or failing connections.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { STATUS_CODES } from '../../node-http.ts'
import { hasBody, type Persistence, renderHead } from '../head.ts'
import { sampleRequest, watched } from '../observed.ts'
import { type Answer, toOutputData, writeAnswer } from './answer.ts'
import { tellStock } from './cause.ts'
import {
  kWritableFinished,
  type MessageSocket,
  type RealInternals,
  RealResponse,
  type ResponseOptions,
  real,
  realSample,
  remembersFinish
} from './node-response.ts'
import { closings, done, handOver, tellClosed, tellFinished, type Watched } from './notice.ts'
import { connectionLost, type FinishedCallback, listenForFinish, respondForReal } from './real-response.ts'
import { closeDrained, drainRequest, isLightRequest, passHostCheck, toStockRequest } from './request.ts'
import { lightMark, upgradeOnTouch } from './upgrade.ts'

const assigned = Symbol('espalier.assigned')
const waiting = Symbol('espalier.waiting')
const options = Symbol('espalier.options')
const onFinish = Symbol('espalier.onFinish')
const onTurn = Symbol('espalier.onTurn')

export class LightResponse implements Persistence, Watched {
  [lightMark] = true
  req: IncomingMessage
  statusCode = 200
  finished = false
  destroyed = false
  shouldKeepAlive = true
  maxRequestsOnConnectionReached = false
  _last = false
  _header: string | null = null
  _headerSent = false
  _closed = false
  outputSize = 0
  _keepAliveTimeout = 0
  _maxRequestsPerSocket: number | null = 0
  _onPendingData: (delta: number) => void = ignore;
  [kWritableFinished] = false;
  /** Its socket, from its turn in the pipeline until the answer is with the operating system. */
  [assigned]: Socket | null = null;
  /** The answer, when it was given before its turn. */
  [waiting]: Answer | null = null;
  [options]: ResponseOptions | undefined;
  /** Node's listener that ends the exchange and gives the next answer its turn. */
  [onFinish]: (() => void) | null = null;
  [onTurn]: (() => void) | null = null;
  [done]: FinishedCallback | null = null;
  [closings]: Set<() => void> | null = null

  /** Without options it is a sample of its class. */
  constructor(request: IncomingMessage, given?: ResponseOptions) {
    this.req = request
    this[options] = given
    const isPlain = request.httpVersionMinor === 1 && request.httpVersionMajor === 1
    if (given === undefined || (isPlain && !watched && !given.rejectNonStandardBodyWrites)) return
    // biome-ignore lint/correctness/noConstructorReturn: a real response from the start, where a light one could never answer
    return new RealResponse(request, given) as never
  }

  get socket(): Socket | null {
    return this[assigned]
  }

  get connection(): Socket | null {
    return this.socket
  }

  get statusMessage(): string | undefined {
    return this._headerSent ? STATUS_CODES[this.statusCode] : undefined
  }

  get writableFinished(): boolean {
    if (remembersFinish) return this[kWritableFinished]
    return this.finished && this.outputSize === 0 && (this[assigned]?.writableLength ?? 0) === 0
  }

  // A header set on the response itself makes it real, and an answer's own headers are not kept: a light response has none.
  getHeader(name: string): undefined {
    if (typeof name !== 'string') toStockResponse(this).getHeader(name)
  }

  hasHeader(name: string): false {
    this.getHeader(name)
    return false
  }

  getHeaders(): object {
    return Object.create(null)
  }

  getHeaderNames(): string[] {
    return []
  }

  assignSocket(socket: MessageSocket): void {
    socket._httpMessage = this
    this[assigned] = socket
    this[onTurn]?.()
    if (this[waiting] !== null && socket.writable) sendWaiting(this, socket)
  }

  detachSocket(socket: MessageSocket): void {
    socket._httpMessage = null
    this[assigned] = null
  }

  on(event: string | symbol, listener: (...args: never[]) => void): unknown {
    if (event === 'finish' && this[onFinish] === null) {
      this[onFinish] = listener
      // With a socket it is Node's own listener, and Node's check of the request's headers comes next.
      const mayCheck = this[assigned] !== null && !((this._maxRequestsPerSocket as number) > 0)
      if (mayCheck && isLightRequest(this.req)) passHostCheck(this.req)
      return this
    }
    if (event === 'socket' && this[assigned] === null && this[onTurn] === null) {
      this[onTurn] = listener
      return this
    }
    return real.on.call(toStockResponse(this, `on('${String(event)}')`), event, listener as () => void)
  }

  emit(event: string | symbol, ...args: unknown[]): boolean {
    // Nobody listens to a light response, and Node emits this one for every answer.
    if (event === 'close') {
      if (isLightRequest(this.req)) closeDrained(this.req)
      tellClosed(this)
      return false
    }
    return real.emit.call(toStockResponse(this, 'emit'), event, ...args)
  }

  /**
   * Answers with the whole body at once.
   *
   * The headers are a flat list of names and values; names in lower case, both already valid, `content-length` among them where there is a
   * body. A string is sent as UTF-8. `Date` and `Connection` are added as Node adds them; HEAD, 204 and 304 send no body.
   */
  respond(statusCode: number, headers: readonly string[], body: string | Uint8Array): void {
    const socket = this[assigned]
    // Of bytes whose length throws, nothing has begun yet.
    const size = hasBody(this.req, statusCode) ? body.length : 0
    const mayAnswer = !this.finished && (socket === null || socket.writable)
    const head = mayAnswer ? startAnswer(this, statusCode, headers) : null
    if (head === null) {
      respondForReal(toStockResponse(this), statusCode, headers, body)
      return
    }
    if (socket === null) wait(this, { head, body: size === 0 ? '' : body })
    else send(this, socket, { head, body: size === 0 ? '' : body })
  }
}

Object.setPrototypeOf(LightResponse, RealResponse)
Object.setPrototypeOf(LightResponse.prototype, real)
const becomeReal = upgradeOnTouch({
  light: LightResponse.prototype,
  real,
  lightSample: new LightResponse(sampleRequest),
  realSample,
  shared: ['headersSent', 'writableEnded', 'closed'],
  upgrade: toStockResponse
})

/** Tells whether a response is still light. */
export function isLightResponse(message: object): message is LightResponse {
  return Object.getPrototypeOf(message) === LightResponse.prototype
}

function ignore(): void {}

function startAnswer(response: LightResponse, statusCode: number, headers: readonly string[]): string | null {
  const head = renderHead(statusCode, headers, hasBody(response.req, statusCode), response)
  if (head === null) return null
  noteAnswer(response, statusCode, head)
  response._last = response._last || !response.shouldKeepAlive
  return head
}

/** Notes that an answer has been given. */
function noteAnswer(response: LightResponse, statusCode: number, head: string): void {
  response.statusCode = statusCode
  response._header = head
  response._headerSent = true
  response.finished = true
}

function send(response: LightResponse, socket: Socket, answer: Answer): void {
  writeAnswer(socket, answer, (error) => flushed(response, error))
}

/** Keeps an answer until its turn has come. Its size counts for Node, which reads no further requests when too much waits. */
function wait(response: LightResponse, answer: Answer): void {
  response[waiting] = answer
  response.outputSize = answer.head.length + answer.body.length
  response._onPendingData(response.outputSize)
}

function sendWaiting(response: LightResponse, socket: Socket): void {
  const size = response.outputSize
  send(response, socket, response[waiting] as Answer)
  response[waiting] = null
  response.outputSize = 0
  response._onPendingData(-size)
}

/** The end of a write: the last byte is with the operating system, or the connection is lost. A response that is real by now is told by Node. */
function flushed(response: LightResponse, error: Error | null): void {
  if (!isLightResponse(response)) return
  if (error === null) finishAnswer(response)
  tellFinished(response, error)
}

/** What Node does on 'finish'. */
function finishAnswer(response: LightResponse): void {
  response[kWritableFinished] = true
  if (isLightRequest(response.req)) drainRequest(response.req)
  response[onFinish]?.()
}

/** Tells a response whose socket has closed before it was answered; an answered one learns it from its write. */
export function closeUnanswered(response: LightResponse): void {
  if (response._closed) return
  response.destroyed = true
  response._closed = true
  if (!response.finished || response[waiting] !== null) tellFinished(response, connectionLost())
  tellClosed(response)
}

/** Calls back once, later than the caller's current turn: with null when the answer is complete, with an error when the client left before. */
export function onFinished(response: ServerResponse, callback: FinishedCallback): void {
  const message: object = response
  if (isLightResponse(message) && !message._closed && !message.finished && message[done] === null)
    message[done] = callback
  else listenForFinish(response, callback)
}

/** Turns a light response into a real `ServerResponse`, in place and in the same state; a real one stays as it is. */
export function toStockResponse(message: object, cause = 'what only Node writes'): ServerResponse {
  const response = message as ServerResponse
  if (!isLightResponse(message)) return response
  tellStock('response', cause)
  const light = message
  becomeReal(light, () => RealResponse.call(light, light.req, light[options] as ResponseOptions))
  if (light._headerSent) response.statusMessage = STATUS_CODES[light.statusCode] as string
  // When it closes the light request would not hear of it any more.
  if (light[kWritableFinished]) {
    toStockRequest(light.req)
    handOver(light, response)
  } else if (light._closed) Object.assign(response, { socket: light[assigned] })
  else takeUp(light, response)
  return response
}

/** Goes on where a light response was left. */
function takeUp(light: LightResponse, response: ServerResponse): void {
  const socket = light[assigned] as MessageSocket | null
  const answer = light[waiting]
  // Behind a Proxy, only the socket still knows the object itself, which Node compares by identity.
  const itself = (socket?._httpMessage ?? response) as ServerResponse
  if (answer !== null) Object.assign(response, { outputData: toOutputData(answer), [waiting]: null })
  if (socket !== null) {
    socket._httpMessage = null
    ;(real as RealInternals).assignSocket.call(itself, socket)
  }
  if (light[onTurn] !== null && socket === null) real.on.call(response, 'socket', light[onTurn])
  if (light[onFinish] !== null) real.on.call(response, 'finish', light[onFinish])
  handOver(light, response)
  if (!light.finished) return
  light.finished = false
  itself.end()
}
