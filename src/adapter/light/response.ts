/**
 * The light response: answers a request with one write to the socket, and turns into a real `ServerResponse` for everything else.
 *
 * Owns: the one-write answer, when it counts as finished or lost, and the change into the real class in the same state. An answer is light only
 * when it is HTTP/1.1, has its turn in the pipeline, has a known length and steers nothing; every other answer is written by Node.
 *
 * Leans on what Node's `_http_server` does with a response, in this order:
 *   `new ServerResponse(request, options)`, plain fields; `assignSocket(socket)` when its turn has come; `on('finish', resOnFinish)`;
 *   then, when that listener runs: `detachSocket(socket)`, `_last`, and `emit('close')` on the next tick, guarded by `_closed`.
 *   It reads `finished`, `_headerSent` and `_last` of a socket's `_httpMessage` whenever it looks at idle or failing connections.
 *
 * One difference can be seen on the wire: an answer the socket takes at once is finished at once, not on the next tick. A malformed request in
 * the same packet behind it therefore gets its 400, where a stock server closes without a word.
 */

import { Socket } from 'node:net'
import { IncomingMessage, ServerResponse, STATUS_CODES } from '../../node-http.ts'
import { type Persistence, renderHead } from './head.ts'
import { watched } from './observed.ts'
import { connectionLost, type FinishedCallback, listenForFinish, respondForReal } from './real-response.ts'
import { drainRequest, isLightRequest, passHostCheck } from './request.ts'
import { becomeReal, lightMark, nodeSymbol, upgradeOnTouch } from './upgrade.ts'

/** What Node hands to the constructor. */
interface ResponseOptions {
  readonly highWaterMark: number
  readonly rejectNonStandardBodyWrites: boolean
}

type MessageSocket = Socket & { _httpMessage: object | null }

/** The real constructor as Node's server calls it: a plain function, as constructors of old are. */
const RealResponse = ServerResponse as unknown as (new (
  request: IncomingMessage,
  given: ResponseOptions
) => ServerResponse) &
  ((this: object, request: IncomingMessage, given: ResponseOptions) => void)
const real = ServerResponse.prototype
const realSample = new ServerResponse(
  Object.assign(new IncomingMessage(new Socket()), { httpVersionMajor: 1, httpVersionMinor: 1 })
)
// Node ≥ 24 remembers that an answer was flushed; Node 20 derives it from the other fields.
const kWritableFinished = nodeSymbol(realSample, 'kWritableFinished')

const assigned = Symbol('espalier.assigned')
const detached = Symbol('espalier.detached')
const options = Symbol('espalier.options')
const onFinish = Symbol('espalier.onFinish')
const done = Symbol('espalier.done')

export class LightResponse implements Persistence {
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
  _keepAliveTimeout = 0
  _maxRequestsPerSocket: number | null = 0
  _onPendingData: (delta: number) => void = ignore;
  [assigned]: Socket | null = null;
  /** True when Node has taken the response off its socket: the answer is with the operating system. */
  [detached] = false;
  [options]: ResponseOptions;
  /** Node's listener that ends the exchange and gives the next answer its turn. */
  [onFinish]: (() => void) | null = null;
  [done]: FinishedCallback | null = null

  constructor(request: IncomingMessage, given: ResponseOptions) {
    this.req = request
    this[options] = given
    const plain =
      request.httpVersionMinor === 1 && request.httpVersionMajor === 1 && !given?.rejectNonStandardBodyWrites
    // biome-ignore lint/correctness/noConstructorReturn: a real response from the start, where a light one could never answer
    if (!plain || watched) return new RealResponse(request, given) as never
  }

  /** As on a real response, still there in the turn of the answer. */
  get socket(): Socket | null {
    return this[detached] && this._closed ? null : this[assigned]
  }

  get connection(): Socket | null {
    return this.socket
  }

  get statusMessage(): string | undefined {
    return this._headerSent ? STATUS_CODES[this.statusCode] : undefined
  }

  get writableFinished(): boolean {
    return this[detached]
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
  }

  detachSocket(socket: MessageSocket): void {
    socket._httpMessage = null
    this[detached] = true
  }

  on(event: string | symbol, listener: (...args: never[]) => void): unknown {
    if (event === 'finish' && this[onFinish] === null) {
      this[onFinish] = listener
      // With a socket it is Node's own listener, and Node's check of the request's headers comes next.
      const mayCheck = this[assigned] !== null && !((this._maxRequestsPerSocket as number) > 0)
      if (mayCheck && isLightRequest(this.req)) passHostCheck(this.req)
      return this
    }
    return real.on.call(toStockResponse(this), event, listener as () => void)
  }

  emit(event: string | symbol, ...args: unknown[]): boolean {
    // Nobody listens to a light response, and Node emits this one for every answer.
    if (event === 'close') return false
    return real.emit.call(toStockResponse(this), event, ...args)
  }

  /**
   * Answers with the whole body at once.
   *
   * The headers are a flat list of names and values; names in lower case, both already valid, `content-length` among them where there is a
   * body. A string is sent as UTF-8. `Date` and `Connection` are added as Node adds them; HEAD, 204 and 304 send no body.
   */
  respond(statusCode: number, headers: readonly string[], body: string | Uint8Array): void {
    const socket = this[assigned]
    const head = socket?.writable && !this.finished ? startAnswer(this, statusCode, headers) : null
    if (head === null) {
      respondForReal(toStockResponse(this), statusCode, headers, body)
      return
    }
    const open = socket as Socket
    if (body.length === 0 || !hasBody(this.req, statusCode)) open.write(head, 'latin1')
    else if (typeof body === 'string') open.write(head + body)
    else {
      open.cork()
      open.write(head, 'latin1')
      open.write(body)
      open.uncork()
    }
    if (open.writableLength === 0 && open.writable) finishAnswer(this)
    else open.write('', 'latin1', (error) => flushed(this, error))
  }
}

Object.setPrototypeOf(LightResponse, ServerResponse)
Object.setPrototypeOf(LightResponse.prototype, real)
upgradeOnTouch({
  light: LightResponse.prototype,
  real,
  lightSample: new LightResponse(realSample.req, { highWaterMark: 0, rejectNonStandardBodyWrites: false }),
  realSample,
  shared: ['headersSent', 'writableEnded', 'closed'],
  upgrade: toStockResponse
})

/** Tells whether a response is still light. */
export function isLightResponse(message: object): message is LightResponse {
  return Object.getPrototypeOf(message) === LightResponse.prototype
}

function ignore(): void {}

function hasBody(request: IncomingMessage, statusCode: number): boolean {
  return request.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
}

function startAnswer(response: LightResponse, statusCode: number, headers: readonly string[]): string | null {
  const head = renderHead(statusCode, headers, hasBody(response.req, statusCode), response)
  if (head === null) return null
  response.statusCode = statusCode
  response._header = head
  response._headerSent = true
  response._last = response._last || !response.shouldKeepAlive
  response.finished = true
  return head
}

/** The last byte is with the operating system: what Node does on 'finish' happens now. */
function finishAnswer(response: LightResponse): void {
  const callback = response[done]
  if (callback !== null) {
    response[done] = null
    process.nextTick(callback, null)
  }
  if (isLightRequest(response.req)) drainRequest(response.req)
  response[onFinish]?.()
}

/** The slow end of an answer the socket could not take at once. Somebody may have upgraded the response meanwhile. */
function flushed(response: LightResponse, error: Error | null | undefined): void {
  const callback = response[done]
  response[done] = null
  if (!error && isLightResponse(response)) finishAnswer(response)
  else if (!error) {
    Object.assign(response, { [kWritableFinished]: true })
    toStockResponse(response).emit('finish')
  }
  callback?.(error ?? null)
}

/** Tells a response whose socket has closed before it was answered; an answered one learns it from its write. */
export function closeUnanswered(response: LightResponse): void {
  if (response._closed) return
  response.destroyed = true
  response._closed = true
  const callback = response[done]
  if (callback === null || response.finished) return
  response[done] = null
  callback(connectionLost())
}

/**
 * Answers with the whole body at once, on a light or a real response; the arguments are those of `LightResponse.respond`.
 * Headers that were set on the response itself before are kept, except where the list names them again.
 */
export function respond(
  response: ServerResponse,
  statusCode: number,
  headers: readonly string[],
  body: string | Uint8Array
): void {
  const message: object = response
  if (isLightResponse(message)) message.respond(statusCode, headers, body)
  else respondForReal(response, statusCode, headers, body)
}

/** Calls back once, later than the caller's current turn: with null when the answer is complete, with an error when the client left before. */
export function onFinished(response: ServerResponse, callback: FinishedCallback): void {
  const message: object = response
  if (isLightResponse(message) && !message._closed && !message.finished && message[done] === null)
    message[done] = callback
  else listenForFinish(response, callback)
}

interface Internals {
  assignSocket(socket: Socket): void
}

/** Turns a light response into a real `ServerResponse`, in place and in the same state; a real one stays as it is. */
export function toStockResponse(message: object): ServerResponse {
  const response = message as ServerResponse
  if (!isLightResponse(message)) return response
  const light = message
  becomeReal(light, real, () => RealResponse.call(light, light.req, light[options]))
  const socket = light[assigned] as MessageSocket | null
  if (light[detached]) {
    Object.assign(light, { [kWritableFinished]: true })
    return response
  }
  if (socket !== null) {
    // Behind a Proxy, only the socket still knows the object itself, which Node compares by identity.
    const itself = socket._httpMessage
    socket._httpMessage = null
    ;(real as Internals).assignSocket.call(itself, socket)
  }
  if (light[onFinish] !== null) real.on.call(response, 'finish', light[onFinish])
  const callback = light[done]
  if (callback !== null) {
    light[done] = null
    listenForFinish(response, callback)
  }
  return response
}
