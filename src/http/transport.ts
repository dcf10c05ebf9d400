/**
 * The interface between espalier and its adapters: it reads one request and writes its response. An adapter makes a transport for each request and
 * passes it to the app (see `docs/architecture.md`). Only adapters read sockets, Node's classes or the frames of a protocol.
 *
 * The transport holds the status of the response; the exchange holds its fields. An adapter for Node's objects exposes them as `request` and
 * `response`. Applications may change those, so the members here read from them.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { errors } from '../error/error.ts'
import { callerLine } from '../error/place.ts'
import { type BodyCallback, BodyReader } from './body-reader.ts'
import type { Awaited } from './exchange.ts'
import type { ReplyHeaders } from './headers.ts'

/** Fields of which Node keeps the first, or refuses the message if they are repeated. `transfer-encoding` is only tested for presence. */
export type SingleField = 'content-type' | 'content-length' | 'transfer-encoding'

/** In bytes: the default for how much of an unread body may be discarded. */
export const usualRest = 1_048_576

/** Statuses without content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const withoutContent: ReadonlySet<number> = new Set([204, 205, 304])

/** The peer of a connection. */
export interface Peer {
  readonly remoteAddress?: string | undefined
  readonly encrypted?: boolean
}

export abstract class Transport {
  // Members of the request:
  abstract readonly method: string
  /** The target (RFC 9112 §3.2). espalier canonicalizes it, and the application may rewrite it. */
  abstract url: string
  /** The target as received, if it was changed. */
  abstract originalUrl: string | undefined
  /** The HTTP version: 1, 1.1 or 2. */
  abstract readonly version: number
  /** All fields, by lower-case name. */
  abstract readonly headers: IncomingHttpHeaders
  /** Names and values as received, alternating; `undefined` if the adapter has merged fields. */
  get rawHeaders(): readonly string[] | undefined {
    return undefined
  }
  /** The only `Host` field, if the adapter has merged the fields or refuses repeated ones; otherwise it is read from `rawHeaders`. */
  get host(): string | undefined {
    return this.rawHeaders === undefined ? this.headers.host : undefined
  }
  /** Stores the origin-form of an absolute target. Its authority becomes the host (RFC 9112 §3.2.2). */
  takeOriginForm(url: string, authority: string): void {
    this.originalUrl = this.url
    this.url = url
    this.headers.host = authority
  }
  /** Whether the request was upgraded to another protocol, so that the response is the last HTTP message on its connection. */
  get hasDeparted(): boolean {
    return false
  }
  /** `null` for a request without a connection. */
  abstract readonly socket: Peer | null
  /**
   * Enables keep-alive probes of TCP, or PING of HTTP/2, on a silent connection. A dead peer is then detected within two heartbeats. Does nothing if
   * the platform lacks such probes.
   *
   * @param heartbeat in milliseconds
   */
  watchPeer(_heartbeat: number): void {}
  /** Whether the client disconnected before its request was complete. */
  abstract readonly isAborted: boolean
  /** Reads a field that a request may have once. */
  readField(name: SingleField): string | undefined {
    return this.headers[name]
  }
  /** Reads the whole body. A body over `limit` bytes is an error, and its rest is discarded. */
  readBody(limit: number, callback: BodyCallback): void {
    new BodyReader(limit, callback).listenTo(this.body)
  }
  /** The body as a stream. */
  abstract readonly body: Readable
  /** Stops reading a body stream. The rest is read on if the client could not receive the response otherwise. */
  dropBody(): void {
    this.body.resume()
  }
  /** In bytes: how much of an unread body may be read and discarded after the response is complete. A longer rest ends the connection. */
  declare restLimit: number
  /** How many bytes of a still arriving body have arrived; `null` if no more will. */
  get received(): number | null {
    return null
  }

  // Members of the response:
  abstract statusCode: number
  /** Whether the head was sent. */
  abstract readonly isBegun: boolean
  /** Whether the head is the whole response, because of the method or the status (RFC 9110 §6.4.1). */
  protected get isHeadOnly(): boolean {
    return this.method === 'HEAD' || withoutContent.has(this.statusCode)
  }
  /** Whether the whole response has been passed to the transport; it may still be in transit. */
  abstract readonly isEnded: boolean
  /** Whether nothing more can be sent: the response is over, or the client has disconnected. */
  abstract readonly isClosed: boolean
  /** Whether the exchange is over with an incomplete response. It stays false after a complete one, even if the connection fails later. */
  abstract readonly isLost: boolean
  /** In bytes: the length of a text that is sent next. */
  byteLengthOf(text: string): number {
    return Buffer.byteLength(text)
  }
  /**
   * Sends a whole response: the status, the fields, which override those set on `response`, and the body.
   *
   * @throws ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR, ERR_HTTP_INVALID_HEADER_VALUE when a field cannot be sent.
   */
  abstract respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void
  /**
   * Like `respond`, without the fields and the reason phrase that the application has set. If even that fails, because the application has replaced
   * functions of Node's response, the connection is closed.
   */
  respondAlone(statusCode: number, headers: ReplyHeaders, body: string | Buffer): void {
    try {
      this.sendAlone(statusCode, headers, body)
    } catch {
      this.abort()
    }
  }
  protected sendAlone(statusCode: number, headers: ReplyHeaders, body: string | Buffer): void {
    this.respond(statusCode, headers, body)
  }
  /** The body of a response that is a stream. Its first chunk, or its end, sends the head. */
  abstract open(): Writable
  /** Sets the head of a streamed response. @throws what `respond` throws */
  abstract setHead(statusCode: number, headers: ReplyHeaders): void
  /** Adds the trailers of a streamed body before it ends, if the protocol has trailers. */
  addTrailers(_fields: Record<string, string>): void {}
  /** Cuts a response off, so that the client notices that it is incomplete. */
  abstract abort(error?: Error): void
  /** Sends early hints (RFC 8297), if the protocol has them; `callback` runs when they were written or dropped. */
  inform(_hints: Record<string, string | string[]>, callback?: () => void): void {
    if (callback !== undefined) process.nextTick(callback)
  }
  /** Whether the response is the last of its connection, if the protocol can express that. */
  get isLast(): boolean {
    return false
  }
  /** Removes a reason phrase that was set for another status. */
  forgetPhrase(): void {}

  // Events of the exchange. Each callback runs once, on a later turn:
  /** Calls back with `null` when the response is complete, with an error when it failed. It may never call back if the client disconnected. */
  abstract onFinished(callback: (error: Error | null) => void): void
  /** Calls back when nothing more can be sent, for whatever reason. Returns a function that removes the callback. */
  abstract onClose(callback: () => void): () => void
  /** Calls back when the exchange is lost (`isLost`): the client disconnects before the response is complete, or the response is cut off. */
  abstract onAbort(callback: () => void): void
  /** Calls back each time the connection was idle for too long. Returns a function that removes the callback. */
  onTimeout(_callback: () => void): () => void {
    return () => {}
  }
  /** Whether the client waits for 100 Continue (`Expect: 100-continue`, RFC 9110 §10.1.1). */
  get awaitsInvitation(): boolean {
    return false
  }
  /** Sends 100 Continue if the client waits for it. */
  invite(): void {}

  // Node's objects:
  /** @throws ESP_ERR_NO_NODE_MESSAGE when the request did not come through node:http. */
  get request(): IncomingMessage {
    throw noNodeMessage('request.raw')
  }
  set request(_message: IncomingMessage) {
    throw noNodeMessage('request.raw')
  }
  /** Node's response, if the application may have used it. */
  get response(): ServerResponse | null {
    return null
  }
  set response(_response: ServerResponse) {
    throw noNodeMessage('reply.raw')
  }
  /** Turns Node's objects into instances of Node's own classes, and returns the request. @throws ESP_ERR_NO_NODE_MESSAGE, which names `asker` */
  exposeRequest(asker?: Awaited | null): IncomingMessage {
    throw noNodeMessage('request.raw', asker)
  }
  exposeResponse(asker?: Awaited | null): ServerResponse {
    throw noNodeMessage('reply.raw', asker)
  }
}

// Most requests have this limit. Only the others set their own.
Transport.prototype.restLimit = usualRest

/**
 * Returns the error for a missing Node object. It names the hook or handler that ran last, and its file and line, if known.
 *
 * @param what the missing member, such as `request.raw`
 */
export function noNodeMessage(what: string, asker?: Awaited | null): Error {
  const by = asker ? ` by the ${asker.role} '${asker.fn.name || 'anonymous'}' of '${asker.plugin}'` : ''
  const line = callerLine()
  const at = line === null ? '' : ` at ${line}`
  return new errors.ESP_ERR_NO_NODE_MESSAGE(what, by || at ? ` It was used${by}${at}.` : '')
}
