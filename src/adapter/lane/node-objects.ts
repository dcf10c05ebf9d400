/**
 * Creates Node's request and response for a message that espalier has read without Node's parser. Both get the state that Node's parser would have
 * given them.
 *
 * If the response needs Node's server, Node's parser reads the message again. The server options `IncomingMessage` and `ServerResponse` then return
 * the existing objects.
 *
 * Relies on internals of Node:
 * - request: `_addHeaderLines` sets its fields; `_consuming` and `resumeScheduled` show whether it has a reader; `_dump` and `_dumped` drop its body;
 *   `kDetachAbortSignal` detaches its signal.
 * - response: `_keepAliveTimeout`, `_last` and `_removedConnection` determine whether the connection stays open; `_header`, `_headerSent` and
 *   `_closed` are its state. `response.ts` has the others.
 * - socket: `_httpMessage` is its response.
 *
 * A version of Node may change these internals. So a sample pair is first compared with a pair that Node creates (`ended-exchange.ts`).
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { IncomingMessage, ServerResponse, STATUS_CODES } from '../../node-http.ts'
import type { StoredFields } from '../head.ts'
import type { Messages } from './capture-request.ts'
import { closeResponse, endMessages, type RequestInternals, type ResponseInternals } from './end-messages.ts'
import type { Message } from './read.ts'
import { drain, hasNodesSetHeader, LaneResponse, NodeResponse, storedFields } from './response.ts'

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
export type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }
type ServerOptions = Server & {
  readonly joinDuplicateHeaders?: boolean | null
  readonly rejectNonStandardBodyWrites?: boolean
}

/** The objects that Node's server uses for the next request, instead of new ones. */
let reused: Messages | null = null

function nextRequest(socket: Socket): IncomingMessage {
  return reused === null ? new IncomingMessage(socket) : reused.raw
}
function nextResponse(raw: IncomingMessage, options?: object): ServerResponse {
  if (reused === null) return new NodeResponse(raw, options)
  const { rawReply } = reused
  reused = null
  return rawReply
}

/** Options for Node's server: it gets existing objects while `reuseObjects` runs, and otherwise new ones. */
export const reusingClasses: object = { IncomingMessage: nextRequest, ServerResponse: nextResponse }

/** While `read` runs, Node's server parses a request and uses `messages` for it. */
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
  const rawReply = new LaneResponse(raw, options) as Response
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

/** Detaches the abort signal of a finished request. In newer versions of Node, closing the connection would abort it. */
const detachSignal = Object.getOwnPropertySymbols(IncomingMessage.prototype).find(
  ({ description }) => description === 'kDetachAbortSignal'
)
const { end, write, writeHead } = ServerResponse.prototype

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
   * Takes separate parameters instead of an object. V8 may allocate object literals in the old generation, where they would keep each request alive
   * until a full garbage collection.
   *
   * @param isWhole whether the request stream contains its whole body at once
   * @param release called when request and response have ended
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
    this.#body = message.length === 0 ? null : message.body
    if (this.#body === null) this.raw.push(null)
    else this.raw.complete = false
    if (isWhole) this.deliverBody()
  }

  /** Created on first use, because most plugins read only the request. */
  get rawReply(): Response {
    this.#rawReply ??= createResponse(this.#server, this.#socket, this.raw).on('finish', this.#onFinish)
    return this.#rawReply
  }
  drain(): void {
    if (this.#rawReply !== null) drain(this.#rawReply)
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

  /** Whether no plugin has changed the response in a way that changes how Node writes its head. */
  get isUnmodified(): boolean {
    const { rawReply } = this
    return (
      rawReply._header === null &&
      rawReply.writeHead === writeHead &&
      hasNodesSetHeader(rawReply) &&
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
    return storedFields(this.rawReply)
  }

  /** Sets the state of Node's response as if it had written itself. If `write` throws, the head counts as sent, and the response stays incomplete. */
  writeDirectly(statusCode: number, head: string, write: () => void): void {
    const { rawReply } = this
    rawReply.statusCode = statusCode
    rawReply.statusMessage = STATUS_CODES[statusCode] as string
    rawReply._header = head
    rawReply._headerSent = true
    write()
    rawReply.end()
  }

  /** Ends the request stream, as Node's server does once the response has finished or the connection is lost. */
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

  /** Lets Node's server take over the request and the response. @param read makes Node's parser read the message again */
  handToServer(read: () => void): void {
    const { raw, rawReply } = this
    const socket = this.#socket
    const { _dumped, headers, method, rawHeaders, url } = raw
    const { shouldKeepAlive } = rawReply
    rawReply.off('finish', this.#onFinish)
    // Node's parser sets the headers again. On a complete request it would treat them as trailers, and it would join repeated fields.
    Object.assign(raw, { complete: false, headers: undefined })
    // The request already has its body, so the parser must drop it.
    const isWhole = this.#body === null
    if (isWhole) raw._dumped = true
    // Node's server calls `assignSocket`, which would throw, because the response already has its socket.
    rawReply.assignSocket = () => {}
    socket._httpMessage = null
    try {
      reuseObjects(this, read)
    } finally {
      Object.assign(raw, { _dumped, headers, method, rawHeaders, url })
      // If a listener throws, the parser does not reach the end of the message, and does not set `complete`.
      if (isWhole) raw.complete = true
      rawReply.shouldKeepAlive = shouldKeepAlive
      Reflect.deleteProperty(rawReply, 'assignSocket')
      if (rawReply.socket === socket) socket._httpMessage = rawReply
      putFirst(rawReply, 'finish')
    }
  }
}

/** Moves the last listener to the front. On an ordinary response, Node's own listener comes first. */
function putFirst(rawReply: ServerResponse, event: string): void {
  const last = rawReply.listeners(event).at(-1) as (() => void) | undefined
  if (last !== undefined) rawReply.off(event, last).prependListener(event, last)
}
