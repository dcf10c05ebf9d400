/**
 * Node's own objects of an exchange, made without Node's parser and in the same state. They write to the socket as Node's server does. While they
 * suffice, the connection stays in the lane. Otherwise Node's parser reads the message again. The server then takes these objects in place of new ones,
 * by its options `IncomingMessage` and `ServerResponse`.
 *
 * Relies on internals of Node:
 * - a message: `_addHeaderLines` sets its fields; `_consuming` and `resumeScheduled` show whether it has a reader; `_dump` and `_dumped` drop its
 *   body; `kDetachAbortSignal` detaches its signal.
 * - a response: `_keepAliveTimeout`, `_last` and `_removedConnection` are how the connection continues; `_header`, `_headerSent` and `_closed` are
 *   its state; `kOutHeaders` keeps its fields; `_httpMessage` names it on its socket.
 *
 * Before any is made, a pair is compared with one of the parser, and given to the server (`answered.ts`). Where that fails, no connection is in the
 * lane.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { checkField } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import { IncomingMessage, ServerResponse, STATUS_CODES } from '../../node-http.ts'
import type { StoredFields } from '../head.ts'
import type { Messages } from './joining.ts'
import type { Fields } from './read.ts'

type Request = IncomingMessage & {
  joinDuplicateHeaders: boolean | null
  upgrade: boolean | null
  readonly _consuming: boolean
  readonly _readableState: { readonly resumeScheduled: boolean }
  [detachSignal: symbol]: (() => void) | undefined
  _dumped: boolean
  _addHeaderLines(pairs: string[], count: number): void
  _dump(): void
}
type Response = ServerResponse & {
  destroyed: boolean
  _closed: boolean
  _keepAliveTimeout: number
  _maxRequestsPerSocket: number
  _last: boolean
  _removedConnection: boolean
  _header: string | null
  _headerSent: boolean
}
/** The constructor with the options that Node's server passes. They are missing in the types. */
const NewResponse: new (raw: IncomingMessage, options?: object) => ServerResponse = ServerResponse
export type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }
type ServerOptions = Server & {
  readonly joinDuplicateHeaders?: boolean | null
  readonly rejectNonStandardBodyWrites?: boolean
}

/** A message as it was read. */
export interface Message {
  readonly method: string
  readonly target: string
  readonly fields: Fields
  readonly body: Buffer | null
}

/** The objects that a server takes next, instead of making new ones. */
let pending: Messages | null = null

function takeRequest(socket: Socket): IncomingMessage {
  return pending === null ? new IncomingMessage(socket) : pending.raw
}
function takeResponse(raw: IncomingMessage, options?: object): ServerResponse {
  if (pending === null) return new NewResponse(raw, options)
  const { rawReply } = pending
  pending = null
  return rawReply
}

/** Server options that make it take the objects of `adopt`. Without such objects they make new ones, as Node does. */
export const makers: object = { IncomingMessage: takeRequest, ServerResponse: takeResponse }

/** Runs `take`, in which a server reads a request. The server uses these objects for it. */
export function takeAs<Result>(messages: Messages, take: () => Result): Result {
  pending = messages
  try {
    return take()
  } finally {
    pending = null
  }
}

/** Makes the object of a request that has arrived completely. */
function makeRequest(server: ServerOptions, socket: Socket, { method, target, fields }: Message): Request {
  const raw = new IncomingMessage(socket) as Request
  raw.httpVersionMajor = 1
  raw.httpVersionMinor = 1
  raw.httpVersion = '1.1'
  raw.joinDuplicateHeaders = server.joinDuplicateHeaders ?? null
  raw.url = target
  raw.upgrade = false
  raw._addHeaderLines(fields.pairs.slice(), fields.pairs.length)
  raw.method = method
  raw.complete = true
  return raw
}

function makeResponse(server: ServerOptions, socket: Socket, raw: IncomingMessage): Response {
  const { rejectNonStandardBodyWrites } = server
  const options = { highWaterMark: socket.writableHighWaterMark, rejectNonStandardBodyWrites }
  const rawReply = new NewResponse(raw, options) as Response
  rawReply._keepAliveTimeout = server.keepAliveTimeout
  rawReply._maxRequestsPerSocket = 0
  rawReply.shouldKeepAlive = true
  rawReply.assignSocket(socket)
  return rawReply
}

/** Makes both objects of an exchange. */
export function make(server: ServerOptions, socket: Socket, message: Message): Messages {
  const raw = makeRequest(server, socket, message)
  return { raw, rawReply: makeResponse(server, socket, raw) }
}

/** Newer Nodes detach the signal of a request at this point. Otherwise it aborts with its connection. */
const detachSignal = Object.getOwnPropertySymbols(IncomingMessage.prototype).find(
  ({ description }) => description === 'kDetachAbortSignal'
)
let outHeaders: symbol | undefined

/**
 * Where a response keeps the fields that were set on it. Reading them by its methods costs a service with 14 fields a fifth of a request. Looked up on
 * the first response: a worker may not make one while it loads.
 */
function fieldsKey(rawReply: ServerResponse): symbol | undefined {
  outHeaders ??= Object.getOwnPropertySymbols(rawReply).find(({ description }) => description === 'kOutHeaders')
  return outHeaders
}
const { end, write, writeHead } = ServerResponse.prototype

function close(rawReply: Response): void {
  if (rawReply._closed) return
  rawReply.destroyed = true
  rawReply._closed = true
  rawReply.emit('close')
}

/** The error of Node's server for a request whose connection is lost. */
function lostRequest(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}

/** The members of a lane that a made exchange calls. */
export interface Maker {
  readonly server: Server
  readonly socket: HttpSocket
  /** Called when the exchange is over. @param isLast whether its connection ends, too */
  finish(isLast: boolean): void
}

export class Made implements Messages {
  readonly raw: Request
  #rawReply: Response | null = null
  readonly #maker: Maker
  readonly #onFinish = (): void => this.#finish()
  /** The body, until it is passed to the request. */
  #body: Buffer | null

  /** @param isWhole whether the request has its body from the beginning */
  constructor(maker: Maker, message: Message, isWhole: boolean) {
    this.#maker = maker
    this.raw = makeRequest(maker.server, maker.socket, message)
    this.#body = message.body
    if (message.body === null) this.raw.push(null)
    else this.raw.complete = false
    if (isWhole) this.deliver()
  }

  /** Made when it is first read: most plugins that use one of Node's objects use the request. */
  get rawReply(): Response {
    this.#rawReply ??= makeResponse(this.#maker.server, this.#maker.socket, this.raw).on('finish', this.#onFinish)
    return this.#rawReply
  }
  /** Whether Node's response waits for the socket to send what was written. */
  get awaitsDrain(): boolean {
    return this.#rawReply?.writableNeedDrain === true
  }

  /** Passes the body to the request, which is then complete. */
  deliver(): void {
    const { raw } = this
    const body = this.#body
    if (body === null) return
    this.#body = null
    raw.complete = true
    if (raw._dumped) return
    raw.push(body)
    raw.push(null)
  }

  /** Whether Node's response has its own methods and would write an ordinary head. */
  get isPlain(): boolean {
    const { rawReply } = this
    return (
      fieldsKey(rawReply) !== undefined &&
      rawReply._header === null &&
      rawReply.writeHead === writeHead &&
      rawReply.end === end &&
      rawReply.write === write &&
      !rawReply.statusMessage &&
      rawReply.sendDate &&
      rawReply.shouldKeepAlive &&
      !rawReply._removedConnection &&
      !rawReply.strictContentLength &&
      !rawReply.destroyed &&
      rawReply.socket === this.#maker.socket
    )
  }

  /** The fields that were set on the response; `null` where none was. */
  get fields(): StoredFields | null {
    const key = fieldsKey(this.rawReply)
    return key === undefined ? null : Reflect.get(this.rawReply, key)
  }

  /** Adds the fields of a response after those that were set, as `writeHead` does. */
  set(headers: ReplyHeaders): void {
    for (const name in headers) this.rawReply.setHeader(name, checkField(name, headers[name]))
  }

  /**
   * Writes a response directly to the socket, and updates Node's response as if it had written it. If that throws, the head has been sent, as in Node,
   * and the response is cut off.
   */
  writePast(statusCode: number, head: string, write: () => void): void {
    const { rawReply } = this
    rawReply.statusCode = statusCode
    rawReply.statusMessage = STATUS_CODES[statusCode] as string
    rawReply._header = head
    rawReply._headerSent = true
    write()
    rawReply.end()
  }

  /** Does to the request what Node's server does when its response finishes, or is lost. */
  endRequest(isLost: boolean): void {
    const { raw } = this
    this.deliver()
    if (isLost) return void raw.destroy(lostRequest())
    if (detachSignal !== undefined) raw[detachSignal]?.()
    if (!raw._consuming && !raw._readableState.resumeScheduled) raw._dump()
  }

  /** Does what Node's server does when a response finishes. */
  #finish(): void {
    const { rawReply } = this
    const { socket } = this.#maker
    this.endRequest(false)
    if (rawReply.socket === socket) rawReply.detachSocket(socket)
    process.nextTick(close, rawReply)
    this.#maker.finish(rawReply._last)
    if (rawReply._last) socket.destroySoon()
  }

  /** Makes Node's server use these objects when its parser reads the message again. */
  adopt(take: () => void): void {
    const { raw, rawReply } = this
    const { socket } = this.#maker
    const { _dumped, headers, method, rawHeaders, url } = raw
    const { shouldKeepAlive } = rawReply
    rawReply.off('finish', this.#onFinish)
    // A complete message would treat its fields as trailers. Fields that were read before would be joined with themselves.
    Object.assign(raw, { complete: false, headers: undefined })
    // A body that the request has is not delivered again.
    if (this.#body === null) raw._dumped = true
    // The response has its socket already, or is detached from it.
    rawReply.assignSocket = () => {}
    socket._httpMessage = null
    try {
      takeAs(this, take)
    } finally {
      Object.assign(raw, { _dumped, headers, method, rawHeaders, url })
      rawReply.shouldKeepAlive = shouldKeepAlive
      Reflect.deleteProperty(rawReply, 'assignSocket')
      if (rawReply.socket === socket) socket._httpMessage = rawReply
      putFirst(rawReply, 'finish')
    }
  }
}

/** Moves the listener that was added last to the front: Node's own is the first of a response. */
function putFirst(rawReply: ServerResponse, event: string): void {
  const last = rawReply.listeners(event).at(-1) as (() => void) | undefined
  if (last !== undefined) rawReply.off(event, last).prependListener(event, last)
}
