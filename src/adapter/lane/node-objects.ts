/**
 * Makes Node's own request and response for a message that the lane (`index.ts`) has read. They have the state that Node's parser would have given
 * them.
 *
 * While the response can be written directly to the socket, the connection stays in the lane. Otherwise Node's parser reads the message again. The
 * server's options `IncomingMessage` and `ServerResponse` then return the existing objects instead of new ones.
 *
 * Relies on internals of Node:
 * - request: `_addHeaderLines` sets its fields; `_consuming` and `resumeScheduled` show whether it has a reader; `_dump` and `_dumped` drop its body;
 *   `kDetachAbortSignal` detaches its signal.
 * - response: `_keepAliveTimeout`, `_last` and `_removedConnection` determine how the connection continues; `_header`, `_headerSent` and `_closed`
 *   are its state; `kOutHeaders` keeps its fields; `kNeedDrain` is set while it waits for a drain. A socket refers to its response by `_httpMessage`.
 *
 * Before the first use on a server, a sample pair is compared with a pair that its parser made (`ended-exchange.ts`). If they differ, the lane is not
 * used.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { checkField } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import { IncomingMessage, ServerResponse, STATUS_CODES } from '../../node-http.ts'
import type { StoredFields } from '../head.ts'
import type { Messages } from './capture-request.ts'
import { closeResponse, endMessages, type RequestInternals, type ResponseInternals } from './end-messages.ts'
import type { Message } from './read.ts'

type Request = Omit<RequestInternals, '_readableState'> & {
  joinDuplicateHeaders: boolean | null
  upgrade: boolean | null
  readonly _consuming: boolean
  readonly _readableState: RequestInternals['_readableState'] & { readonly resumeScheduled: boolean }
  [detachSignal: symbol]: (() => void) | undefined
  _addHeaderLines(pairs: string[], count: number): void
}
type Response = ResponseInternals & {
  _keepAliveTimeout: number
  _maxRequestsPerSocket: number
  _last: boolean
  _removedConnection: boolean
  _header: string | null
  _headerSent: boolean
}
/** The constructor with a second parameter, which Node's server passes and the types lack. */
const NewResponse: new (raw: IncomingMessage, options?: object) => ServerResponse = ServerResponse
export type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }
type ServerOptions = Server & {
  readonly joinDuplicateHeaders?: boolean | null
  readonly rejectNonStandardBodyWrites?: boolean
}

/** The objects that a server uses for the next request, instead of making new ones. */
let reused: Messages | null = null

function nextRequest(socket: Socket): IncomingMessage {
  return reused === null ? new IncomingMessage(socket) : reused.raw
}
function nextResponse(raw: IncomingMessage, options?: object): ServerResponse {
  if (reused === null) return new NewResponse(raw, options)
  const { rawReply } = reused
  reused = null
  return rawReply
}

/** Server options by which a server uses existing objects, while `reuseObjects` runs. At other times the server makes new objects, as Node does. */
export const reusingClasses: object = { IncomingMessage: nextRequest, ServerResponse: nextResponse }

/** Runs `read`, in which a server reads a request. The server uses the given objects for this request. */
export function reuseObjects<Result>(messages: Messages, read: () => Result): Result {
  reused = messages
  try {
    return read()
  } finally {
    reused = null
  }
}

/** Makes the object of a request that has arrived completely. */
function createRequest(server: ServerOptions, socket: Socket, { method, target, fields }: Message): Request {
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

function createResponse(server: ServerOptions, socket: Socket, raw: IncomingMessage): Response {
  const { rejectNonStandardBodyWrites } = server
  const options = { highWaterMark: socket.writableHighWaterMark, rejectNonStandardBodyWrites }
  const rawReply = new NewResponse(raw, options) as Response
  rawReply._keepAliveTimeout = server.keepAliveTimeout
  rawReply._maxRequestsPerSocket = 0
  rawReply.shouldKeepAlive = true
  rawReply.assignSocket(socket)
  return rawReply
}

export function createObjects(server: ServerOptions, socket: Socket, message: Message): Messages {
  const raw = createRequest(server, socket, message)
  return { raw, rawReply: createResponse(server, socket, raw) }
}

/** Newer versions of Node detach the signal of a finished request by this method. Otherwise the end of the connection would abort the signal. */
const detachSignal = Object.getOwnPropertySymbols(IncomingMessage.prototype).find(
  ({ description }) => description === 'kDetachAbortSignal'
)
let fieldsKey = Symbol('unknown')
let drainKey = fieldsKey

/**
 * Finds the symbols of two internal properties of responses: the fields, and whether the response waits for 'drain'. Returns whether both were found.
 * Reading 14 fields by Node's methods instead would cost a fifth of a request.
 */
export function findSymbols(rawReply: ServerResponse): boolean {
  const keys = Object.getOwnPropertySymbols(rawReply)
  fieldsKey = keys.find(({ description }) => description === 'kOutHeaders') ?? fieldsKey
  drainKey = keys.find(({ description }) => description === 'kNeedDrain') ?? drainKey
  return fieldsKey in rawReply && drainKey in rawReply
}
const { end, setHeader, write, writeHead } = ServerResponse.prototype

/** The error of Node's server for a request whose connection is lost. */
function lostRequest(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}

export class NodeObjects implements Messages {
  readonly raw: Request
  #rawReply: Response | null = null
  readonly #server: Server
  readonly #socket: HttpSocket
  readonly #release: (isLast: boolean) => void
  readonly #onFinish = (): void => this.#finish()
  /** The body, until it is passed to the request. */
  #body: Buffer | null

  /**
   * The parameters are not held in an object literal. V8 may allocate literals in the old generation, where each one would keep its exchange until a
   * full garbage collection.
   *
   * @param isWhole whether the request has its body from the beginning
   * @param release called when the exchange is over, with whether its connection ends, too
   */
  constructor(
    server: Server,
    socket: HttpSocket,
    message: Message,
    isWhole: boolean,
    release: (isLast: boolean) => void
  ) {
    this.#server = server
    this.#socket = socket
    this.#release = release
    this.raw = createRequest(server, socket, message)
    this.#body = message.body
    if (message.body === null) this.raw.push(null)
    else this.raw.complete = false
    if (isWhole) this.deliverBody()
  }

  /** Made when it is first read: most plugins that use Node's objects use only the request. */
  get rawReply(): Response {
    this.#rawReply ??= createResponse(this.#server, this.#socket, this.raw).on('finish', this.#onFinish)
    return this.#rawReply
  }
  /** If Node's response waits for a drain, notifies it that the socket has sent the written bytes. */
  drain(): void {
    const rawReply = this.#rawReply
    if (rawReply?.writableNeedDrain !== true) return
    Reflect.set(rawReply, drainKey, false)
    rawReply.emit('drain')
  }

  /** Passes the body to the request, which is then complete. */
  deliverBody(): void {
    const { raw } = this
    const body = this.#body
    if (body === null) return
    this.#body = null
    raw.complete = true
    if (raw._dumped) return
    raw.push(body)
    raw.push(null)
  }

  /** Whether the head may be written without Node: the response has Node's own methods, and nothing on it changes how Node would write. */
  get isUnmodified(): boolean {
    const { rawReply } = this
    return (
      rawReply._header === null &&
      rawReply.writeHead === writeHead &&
      rawReply.setHeader === setHeader &&
      rawReply.end === end &&
      rawReply.write === write &&
      !rawReply.statusMessage &&
      rawReply.sendDate &&
      rawReply.shouldKeepAlive &&
      !rawReply._removedConnection &&
      !rawReply.strictContentLength &&
      !rawReply.destroyed &&
      rawReply.socket === this.#socket
    )
  }

  /** The fields that were set on the response; `null` if there are none. */
  get fields(): StoredFields | null {
    return Reflect.get(this.rawReply, fieldsKey)
  }

  /** Adds fields to those that were set on the response, as `writeHead` does. */
  addFields(fields: StoredFields, headers: ReplyHeaders): void {
    for (const name in headers) fields[name.toLowerCase()] = [name, checkField(name, headers[name])]
  }

  /**
   * Writes a response directly to the socket, and updates Node's response as if the response had written it. If writing throws, the head counts as
   * sent, as in Node, and the response stays incomplete.
   */
  writeDirectly(statusCode: number, head: string, write: () => void): void {
    const { rawReply } = this
    rawReply.statusCode = statusCode
    rawReply.statusMessage = STATUS_CODES[statusCode] as string
    rawReply._header = head
    rawReply._headerSent = true
    write()
    rawReply.end()
  }

  /** Ends the request as Node's server does when its response has finished or is lost. */
  endRequest(isLost: boolean, rawReply: Response | null = null): void {
    const { raw } = this
    this.deliverBody()
    if (isLost) return void raw.destroy(lostRequest())
    if (detachSignal !== undefined) raw[detachSignal]?.()
    if (!raw._consuming && !raw._readableState.resumeScheduled) endMessages(raw, rawReply)
    else if (rawReply !== null) process.nextTick(closeResponse, rawReply)
  }

  /** Ends the exchange as Node's server does when a response has finished. */
  #finish(): void {
    const { rawReply } = this
    const socket = this.#socket
    this.endRequest(false, rawReply)
    if (rawReply.socket === socket) rawReply.detachSocket(socket)
    this.#release(rawReply._last)
    if (rawReply._last) socket.destroySoon()
  }

  /** Makes Node's server use these objects. `read` makes the server's parser read the message again. */
  handToServer(read: () => void): void {
    const { raw, rawReply } = this
    const socket = this.#socket
    const { _dumped, headers, method, rawHeaders, url } = raw
    const { shouldKeepAlive } = rawReply
    rawReply.off('finish', this.#onFinish)
    // Node's parser will set the fields again. It would take fields of a complete request as trailers, and would join each with the field that is
    // already set.
    Object.assign(raw, { complete: false, headers: undefined })
    // If the request already has its body, the parser must drop the body that it reads again.
    const isWhole = this.#body === null
    if (isWhole) raw._dumped = true
    // The server assigns its socket to the response. This response already has the socket or is complete, so the assignment does nothing.
    rawReply.assignSocket = () => {}
    socket._httpMessage = null
    try {
      reuseObjects(this, read)
    } finally {
      Object.assign(raw, { _dumped, headers, method, rawHeaders, url })
      // A parser that a listener breaks does not reach the end of the message.
      if (isWhole) raw.complete = true
      rawReply.shouldKeepAlive = shouldKeepAlive
      Reflect.deleteProperty(rawReply, 'assignSocket')
      if (rawReply.socket === socket) socket._httpMessage = rawReply
      putFirst(rawReply, 'finish')
    }
  }
}

/** Moves the newest listener, which is Node's own, to the front. Node's listener is the first on any other response. */
function putFirst(rawReply: ServerResponse, event: string): void {
  const last = rawReply.listeners(event).at(-1) as (() => void) | undefined
  if (last !== undefined) rawReply.off(event, last).prependListener(event, last)
}
