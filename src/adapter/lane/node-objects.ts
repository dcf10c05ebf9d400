/**
 * Makes Node's own request and response for a message that the lane (`index.ts`) has read. They have the state that Node's parser would have given
 * them.
 *
 * The connection stays in the lane while the response can be written directly to the socket. Otherwise Node's parser reads the message again. The
 * server's options `IncomingMessage` and `ServerResponse` then return the existing objects.
 *
 * Relies on internals of Node:
 * - request: `_addHeaderLines` sets its fields; `_consuming` and `resumeScheduled` show whether it has a reader; `_dump` and `_dumped` drop its body;
 *   `kDetachAbortSignal` detaches its signal.
 * - response: `_keepAliveTimeout`, `_last` and `_removedConnection` determine how the connection continues; `_header`, `_headerSent` and `_closed`
 *   are its state; `kOutHeaders` keeps its fields; `kNeedDrain` is set while it waits for a drain. A socket refers to its response by `_httpMessage`.
 *
 * Before the first use on a server, a sample pair is compared with a pair of its parser (`ended-exchange.ts`). If they differ, the lane is not used.
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
/** Node's server passes a second parameter, which the types lack. */
const NewResponse: new (raw: IncomingMessage, options?: object) => ServerResponse = ServerResponse
export type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }
type ServerOptions = Server & {
  readonly joinDuplicateHeaders?: boolean | null
  readonly rejectNonStandardBodyWrites?: boolean
}

/** The objects for the next request of a server. */
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

/** A server uses existing objects while `reuseObjects` runs. At other times it makes new ones, as Node does. */
export const reusingClasses: object = { IncomingMessage: nextRequest, ServerResponse: nextResponse }

/** Runs `read`, in which a server reads a request. */
export function reuseObjects<Result>(messages: Messages, read: () => Result): Result {
  reused = messages
  try {
    return read()
  } finally {
    reused = null
  }
}

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

/** Detaches the signal of a finished request. In newer versions of Node, the end of the connection would abort this signal. */
const detachSignal = Object.getOwnPropertySymbols(IncomingMessage.prototype).find(
  ({ description }) => description === 'kDetachAbortSignal'
)
let fieldsKey = Symbol('unknown')
let drainKey = fieldsKey

/** Finds internal properties of responses, because reading 14 fields by Node's methods costs a fifth of a request. False if one is missing. */
export function findSymbols(rawReply: ServerResponse): boolean {
  const keys = Object.getOwnPropertySymbols(rawReply)
  fieldsKey = keys.find(({ description }) => description === 'kOutHeaders') ?? fieldsKey
  drainKey = keys.find(({ description }) => description === 'kNeedDrain') ?? drainKey
  return fieldsKey in rawReply && drainKey in rawReply
}
const { end, setHeader, write, writeHead } = ServerResponse.prototype

export class NodeObjects implements Messages {
  readonly raw: Request
  #rawReply: Response | null = null
  readonly #server: Server
  readonly #socket: HttpSocket
  readonly #release: (isLast: boolean) => void
  readonly #onFinish = (): void => this.#finish()
  /** `null` once it was passed to the request. */
  #body: Buffer | null

  /**
   * The parameters are not in an object literal. V8 may allocate literals in the old generation, where each would keep its exchange until a full
   * garbage collection.
   *
   * @param isWhole whether the request has its body from the beginning
   * @param release called when the exchange is over
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

  /** Made by the first read, because most plugins use only the request. */
  get rawReply(): Response {
    this.#rawReply ??= createResponse(this.#server, this.#socket, this.raw).on('finish', this.#onFinish)
    return this.#rawReply
  }
  drain(): void {
    const rawReply = this.#rawReply
    if (rawReply?.writableNeedDrain !== true) return
    Reflect.set(rawReply, drainKey, false)
    rawReply.emit('drain')
  }

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

  /** Whether nothing on the response changes how Node would write its head. */
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

  get fields(): StoredFields | null {
    return Reflect.get(this.rawReply, fieldsKey)
  }

  /** Overrides fields of the response, as `writeHead` does. */
  addFields(fields: StoredFields, headers: ReplyHeaders): void {
    for (const name in headers) fields[name.toLowerCase()] = [name, checkField(name, headers[name])]
  }

  /** Updates Node's response as if it had called `write`. If `write` throws, the head counts as sent, and the response stays incomplete. */
  writeDirectly(statusCode: number, head: string, write: () => void): void {
    const { rawReply } = this
    rawReply.statusCode = statusCode
    rawReply.statusMessage = STATUS_CODES[statusCode] as string
    rawReply._header = head
    rawReply._headerSent = true
    write()
    rawReply.end()
  }

  /** Ends the request as Node's server does when the response has finished or is lost. */
  endRequest(isLost: boolean, rawReply: Response | null = null): void {
    const { raw } = this
    this.deliverBody()
    if (isLost) return void raw.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    if (detachSignal !== undefined) raw[detachSignal]?.()
    if (!raw._consuming && !raw._readableState.resumeScheduled) endMessages(raw, rawReply)
    else if (rawReply !== null) process.nextTick(closeResponse, rawReply)
  }

  #finish(): void {
    const { rawReply } = this
    const socket = this.#socket
    this.endRequest(false, rawReply)
    if (rawReply.socket === socket) rawReply.detachSocket(socket)
    this.#release(rawReply._last)
    if (rawReply._last) socket.destroySoon()
  }

  /** `read` makes Node's parser read the message again. */
  handToServer(read: () => void): void {
    const { raw, rawReply } = this
    const socket = this.#socket
    const { _dumped, headers, method, rawHeaders, url } = raw
    const { shouldKeepAlive } = rawReply
    rawReply.off('finish', this.#onFinish)
    // Node's parser sets the fields again. It would take those of a complete request as trailers, and would join repeated fields.
    Object.assign(raw, { complete: false, headers: undefined })
    // The parser must drop the body, which the request already has.
    const isWhole = this.#body === null
    if (isWhole) raw._dumped = true
    // Node's server must not assign the socket again.
    rawReply.assignSocket = () => {}
    socket._httpMessage = null
    try {
      reuseObjects(this, read)
    } finally {
      Object.assign(raw, { _dumped, headers, method, rawHeaders, url })
      // A listener that throws breaks the parser before the end of the message.
      if (isWhole) raw.complete = true
      rawReply.shouldKeepAlive = shouldKeepAlive
      Reflect.deleteProperty(rawReply, 'assignSocket')
      if (rawReply.socket === socket) socket._httpMessage = rawReply
      putFirst(rawReply, 'finish')
    }
  }
}

/** On any other response, Node's own listener is the first. */
function putFirst(rawReply: ServerResponse, event: string): void {
  const last = rawReply.listeners(event).at(-1) as (() => void) | undefined
  if (last !== undefined) rawReply.off(event, last).prependListener(event, last)
}
