/**
 * A request that is handed to the app in process: the fields of a light-my-request message, without the stream it also is. Whatever else is
 * asked of it first turns it, in place, into the real one.
 */
import type { IncomingMessage } from 'node:http'
import { type BodyCallback, tooLarge } from '../../http/body-reader.ts'
import { type Become, lightMark, upgradeOnTouch } from '../light/upgrade.ts'

/** What a call asks for, in the spelling of the message. */
export interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload: string | Buffer | null
  readonly remoteAddress: string
}

/** A plain function, as constructors of old are. */
type Real = (new (options: object) => IncomingMessage & Internals) & ((this: object, options: object) => void)
interface Internals {
  _error?: boolean
  _readableState: { ended: boolean; endEmitted: boolean }
  _lightMyRequest: { isDone: boolean }
}

export interface Destroyable {
  destroy(error?: Error): void
}

const call = Symbol('espalier.call')
const consumed = Symbol('espalier.consumed')
const response = Symbol('espalier.response')
const none = Buffer.alloc(0)

let RealRequest: Real
let becomeReal: Become
let createSocket: (remoteAddress: string) => object

export class DirectRequest {
  [lightMark] = true
  url: string
  aborted = false
  httpVersionMajor = 1
  httpVersionMinor = 1
  httpVersion = '1.1'
  method: string
  headers: Record<string, string>
  rawHeaders: string[] = []
  isLightMyRequest = true;
  [call]: Call;
  [consumed] = false;
  [response]: Destroyable | null = null

  constructor(given: Call) {
    this.url = given.url
    this.method = given.method
    this.headers = given.headers
    for (const name of Object.keys(given.headers)) this.rawHeaders.push(name, given.headers[name] as string)
    this[call] = given
  }

  /** Made when somebody asks: with events, and without a connection. */
  get socket(): object {
    const value = createSocket(this[call].remoteAddress)
    Object.defineProperty(this, 'socket', { value, writable: true, enumerable: true, configurable: true })
    return value
  }
}

/** Makes direct requests messages of light-my-request; called once, when that is loaded. */
export function becomeRequestsOf(Request: Real): void {
  RealRequest = Request
  const realSample = new Request({ url: '/' })
  const Socket = realSample.socket.constructor as new (remoteAddress: string) => object
  createSocket = (remoteAddress) => new Socket(remoteAddress)
  Object.setPrototypeOf(DirectRequest.prototype, Request.prototype)
  becomeReal = upgradeOnTouch({
    light: DirectRequest.prototype,
    real: Request.prototype,
    lightSample: new DirectRequest({ method: 'GET', url: '/', headers: {}, payload: null, remoteAddress: '' }),
    realSample,
    shared: [],
    upgrade: toRealRequest
  })
}

function isDirectRequest(message: object): message is DirectRequest {
  return Object.getPrototypeOf(message) === DirectRequest.prototype
}

/** Notes whose answer ends with the request. */
export function bindResponse(request: DirectRequest, to: Destroyable): void {
  request[response] = to
}

/** Reads the whole body on a later turn, as a stream would; answers false where the body is a stream's already. */
export function readDirectBody(message: IncomingMessage, limit: number, callback: BodyCallback): boolean {
  const request: object = message
  if (!isDirectRequest(request)) return false
  if (request[consumed]) return false
  request[consumed] = true
  const { payload } = request[call]
  const body = payload === null ? none : typeof payload === 'string' ? Buffer.from(payload) : payload
  // When a stream would hand it out, so that calls are answered in the order in which they were made.
  process.nextTick(setImmediate, () => (body.length > limit ? callback(tooLarge(limit), none) : callback(null, body)))
  return true
}

/** Turns a direct request into one of light-my-request, in place and in the same state. */
export function toRealRequest(request: object): IncomingMessage {
  const message = request as IncomingMessage & Internals
  if (!isDirectRequest(request)) return message
  const { payload, remoteAddress } = request[call]
  // The address and the body make the rest of the state; all else is held by the request.
  becomeReal(request, () => RealRequest.call(request, { url: '/', payload, remoteAddress }))
  if (request[consumed]) {
    message._lightMyRequest.isDone = true
    message._readableState.ended = message._readableState.endEmitted = true
  }
  // A request that fails takes its answer with it.
  message.once('error', (error) => void (message.destroyed && request[response]?.destroy(error)))
  message.once('close', () => void (message.destroyed && !message._error && request[response]?.destroy()))
  return message
}
