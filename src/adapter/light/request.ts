/**
 * The light request: what the parser found, the raw headers, and the chunks of a body nobody has asked for as a stream.
 *
 * Owns: collecting the body without a Readable, dropping a body nobody wants, and turning into a real `IncomingMessage` in the same state.
 *
 * Leans on what Node's `_http_common` (the parser's callbacks) and `_http_server` do with a request, in this order:
 *   `new IncomingMessage(socket)`, plain fields, `_addHeaderLines`; `headers.host` and `headers.expect` before the 'request' event;
 *   `push(chunk)` and `push(null)`, `complete`, `_dumped`; when the answer is finished `_consuming`, `readableEnded` and `on('end')` to let
 *   go of the parser's reference; `destroy(error)` when the connection is lost.
 */
import { Socket } from 'node:net'
import { type BodyCallback, BodyReader, joinChunks, tooLarge } from '../../http/body-reader.ts'
import type { SingleField } from '../../http/transport.ts'
import { IncomingMessage } from '../../node-http.ts'
import { settleRest } from '../stock/rest.ts'
import { tellStock } from './cause.ts'
import { type Ending, replayBody, replayEnd } from './replay.ts'
import { lightMark, nodeSymbol, upgradeOnTouch } from './upgrade.ts'

const real = IncomingMessage.prototype
/** A plain function, as constructors of old are. */
const RealRequest = IncomingMessage as unknown as (this: object, socket: Socket) => void
const realSample = new IncomingMessage(new Socket())
// With Node's own two fields in place, its `headers` getter works on a light request as it stands.
const kHeaders: unique symbol = nodeSymbol(realSample, 'kHeaders') as never
const kHeadersCount: unique symbol = nodeSymbol(realSample, 'kHeadersCount') as never
// Node ≥ 24 unhooks the request's abort signal when the answer is finished: a signal that is asked for later never aborts.
const kAbortSignalDetached: unique symbol = nodeSymbol(realSample, 'kAbortSignalDetached') as never
const realHeaders = Object.getOwnPropertyDescriptor(real, 'headers') as Required<
  Pick<PropertyDescriptor, 'get' | 'set'>
>

const hostChecks = Symbol('espalier.hostChecks')
const chunks = Symbol('espalier.chunks')
const bytes = Symbol('espalier.bytes')
const ended = Symbol('espalier.ended')
const stopped = Symbol('espalier.stopped')
const reader = Symbol('espalier.reader')
const letGo = Symbol('espalier.letGo')
const ending = Symbol('espalier.ending')

/** What Node's check for a host and an expectation needs to see; a real host is known to be there. */
const passesCheck = { host: 'checked', expect: undefined }

export class LightRequest {
  [lightMark] = true
  socket: Socket
  httpVersionMajor = 0
  httpVersionMinor = 0
  httpVersion = ''
  complete = false
  rawHeaders: string[] = []
  joinDuplicateHeaders = false
  upgrade: boolean | null = null
  url = ''
  method: string | null = null
  _consuming = false
  _dumped = false;
  [kHeaders]: object | null = null;
  [kHeadersCount] = 0;
  [kAbortSignalDetached] = false;
  /** How many of the next reads of `headers` are Node's own check. */
  [hostChecks] = 0;
  [chunks]: Buffer[] | null = null;
  [bytes] = 0;
  [ended] = false;
  /** True after `push` told the parser to stop reading. */
  [stopped] = false;
  [reader]: BodyReader | null = null;
  /** Node's listener that lets the parser forget a request whose body ends after its answer. */
  [letGo]: (() => void) | null = null;
  /** Null until the body has been read, or dropped, to its end. */
  [ending]: Ending | null = null
  constructor(socket: Socket) {
    this.socket = socket
  }

  get headers(): IncomingMessage['headers'] {
    if (this[hostChecks] === 0) return realHeaders.get.call(this)
    this[hostChecks]--
    return passesCheck as unknown as IncomingMessage['headers']
  }

  set headers(headers: IncomingMessage['headers']) {
    realHeaders.set.call(this, headers)
  }

  get aborted(): boolean {
    return false
  }

  get readableEnded(): boolean {
    return this[ending] !== null
  }

  /** A real stream that has ended destroys itself. */
  get destroyed(): boolean {
    return this[ending] !== null && this[ending] !== 'told'
  }

  on(event: string | symbol, listener: (...args: never[]) => void): unknown {
    if (event === 'end' && this._dumped && this[letGo] === null) {
      this[letGo] = listener
      return this
    }
    const on = real.on as (event: string | symbol, listener: () => void) => IncomingMessage
    return on.call(toStockRequest(this, `on('${String(event)}')`), event, listener as () => void)
  }

  push(chunk: Buffer | null): boolean {
    if (chunk === null) return endBody(this)
    const body = this[reader]
    this[bytes] += chunk.length
    if (body !== null) {
      if (!body.take(chunk)) stopReading(this)
      return true
    }
    this[chunks] ??= []
    this[chunks].push(chunk)
    this[stopped] = this[bytes] >= this.socket.readableHighWaterMark
    return !this[stopped]
  }
}

Object.setPrototypeOf(LightRequest, IncomingMessage)
Object.setPrototypeOf(LightRequest.prototype, real)
const becomeReal = upgradeOnTouch({
  light: LightRequest.prototype,
  real,
  lightSample: new LightRequest(realSample.socket),
  realSample,
  shared: ['connection', 'headersDistinct', '_addHeaderLine', '_addHeaderLines', '_addHeaderLineDistinct'],
  upgrade: toStockRequest
})
for (const symbol of Object.getOwnPropertySymbols(real)) {
  if (symbol.description === 'kDetachAbortSignal') {
    Object.defineProperty(LightRequest.prototype, symbol, { value: detachSignal, writable: true, configurable: true })
  }
}
function detachSignal(this: LightRequest): void {
  this[kAbortSignalDetached] = true
}

/** Tells whether a request is still light. */
export function isLightRequest(message: object): message is LightRequest {
  return Object.getPrototypeOf(message) === LightRequest.prototype
}

function endBody(request: LightRequest): false {
  request[ended] = true
  const body = request[reader]
  request[reader] = null
  if (request[letGo] !== null) close(request)
  if (body !== null) tellEnd(request, () => body.finish(null))
  return false
}

/** Hands the whole body over, as a real stream tells its end: it destroys itself when its listeners have been called. */
function tellEnd(request: LightRequest, tell: () => void): void {
  request[ending] = 'told'
  tell()
  if (!isLightRequest(request)) toStockRequest(request).destroy()
  else {
    request[ending] = 'destroyed'
    process.nextTick(close, request)
  }
}

/** The end of a request that nobody has looked at. */
function close(request: LightRequest): void {
  if (!isLightRequest(request)) return
  const release = request[letGo]
  request[letGo] = null
  request[ending] = 'closed'
  if (release !== null) release.call(request)
}

/** Called when the response closes: the stream of a request that was dropped when its answer was complete has ended with it. */
export function closeDrained(request: LightRequest): void {
  if (request._dumped && request[ended]) close(request)
}

/** What still comes is dropped by the parser's callback. */
function stopReading(request: LightRequest): void {
  request._consuming = true
  request._dumped = true
  request[reader] = null
  if (!request[ended]) request[chunks] = null
  resumeSocket(request)
}

function resumeSocket(request: LightRequest): void {
  const socket = request.socket as Socket & { _paused?: boolean }
  if (request[stopped] && !socket._paused && socket.readable) socket.resume()
  request[stopped] = false
}

/** Drops a body nobody reads, so that the connection can be used again; called when the answer is complete. */
export function drainRequest(request: LightRequest): void {
  if (!request._consuming) stopReading(request)
  if (!request.complete) settleRest(request as object as IncomingMessage, request.socket)
}

/** Lets Node's check of host and expectation pass without building `headers`, which it reads once for each, for the host if the server demands one. */
export function passHostCheck(request: LightRequest): void {
  const count = request[kHeadersCount]
  let hasHost = false
  for (let at = 0; at < count; at += 2) {
    const name = request.rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hasHost = true
    else if (name.length === 6 && name.toLowerCase() === 'expect') return
  }
  if (!hasHost) return
  const { server } = request.socket as Socket & { server?: { requireHostHeader: boolean } }
  request[hostChecks] = server?.requireHostHeader === true ? 2 : 1
}

/** Reads a field that counts once from the raw headers, as long as nobody has made an object of them. */
export function readField(request: IncomingMessage, name: SingleField): string | undefined {
  const message: object = request
  if (!isLightRequest(message)) return request.headers[name]
  const { rawHeaders, joinDuplicateHeaders, [kHeaders]: made, [kHeadersCount]: count } = message
  if (made !== null || joinDuplicateHeaders) return realHeaders.get.call(request)[name]
  return singleField(rawHeaders, count, name)
}

/** Finds the first value of a field among names and values by turns, of which there are `count`. */
function singleField(pairs: readonly string[], count: number, name: SingleField): string | undefined {
  for (let at = 0; at < count; at += 2) {
    const given = pairs[at] as string
    if (given.length === name.length && given.toLowerCase() === name) return pairs[at + 1]
  }
  return undefined
}

/**
 * Reads the whole body of a request, light or real, and calls back once: at once when everything has already arrived.
 * The limit is in bytes; the error is a `BodyError`, or what the stream failed with. What is over the limit is read and dropped.
 */
export function readBody(request: IncomingMessage, limit: number, callback: BodyCallback): void {
  const light: object = request
  if (!isLightRequest(light) || light._consuming) {
    new BodyReader(limit, callback, [], 0).listenTo(toStockRequest(request))
    return
  }
  const arrived = light[chunks] ?? []
  light._consuming = true
  light[chunks] = null
  if (light[bytes] > limit) {
    stopReading(light)
    callback(tooLarge(limit), joinChunks(null, 0))
  } else if (light[ended]) {
    tellEnd(light, () => callback(null, joinChunks(arrived, light[bytes])))
  } else {
    light[reader] = new BodyReader(limit, callback, arrived, light[bytes])
    resumeSocket(light)
  }
}

/** Turns a light request into a real `IncomingMessage`, in place and in the same state; a real one stays as it is. */
export function toStockRequest(message: object, cause = 'its stream'): IncomingMessage {
  const request = message as IncomingMessage
  if (!isLightRequest(message)) return request
  tellStock('request', cause)
  const light = message
  becomeReal(light, () => RealRequest.call(light, light.socket))
  const hasBytes = light[bytes] > 0
  if (light[ending] !== null) {
    replayEnd(request, light[ending], { hasBytes, isDropped: light._dumped })
  } else {
    replayBody(request, { chunks: light[chunks] ?? [], hasBytes, hasEnded: light[ended], isDropped: light._dumped })
    if (light[letGo] !== null) request.on('end', light[letGo])
    light[reader]?.listenTo(request)
  }
  return request
}
