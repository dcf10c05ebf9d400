/**
 * The interface between espalier and its adapters: a transport reads one request and writes its response. An adapter makes a transport for each
 * request and passes it to the app (`docs/architecture.md`). Only adapters use sockets, Node's classes or the frames of a protocol.
 *
 * The transport holds the status of the response; the exchange holds its headers. A transport on Node's objects exposes these objects as `request`
 * and `response`. Applications may change the objects, so all members here read from them.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { errors } from '../error/error.ts'
import { callerLine } from '../error/place.ts'
import { type BodyCallback, BodyReader } from './body-reader.ts'
import type { AppFunction } from './exchange.ts'
import type { ReplyHeaders } from './headers.ts'

/** Fields that are one text in Node's `headers`, even if a message repeats them. */
export type SingleField = 'content-type' | 'content-length' | 'transfer-encoding'

/** In bytes: the default for how much of an unread body may be discarded. */
export const defaultUnreadLimit = 1_048_576

/** Statuses without content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const withoutContent: ReadonlySet<number> = new Set([204, 205, 304])

/** The client's end of a connection. */
export interface Peer {
  readonly remoteAddress?: string | undefined
  readonly encrypted?: boolean
}

export abstract class Transport {
  // Members of the request:
  abstract readonly method: string
  /** The request target (RFC 9112 §3.2). espalier canonicalizes it, and the application may rewrite it. */
  abstract url: string
  /** The target as received, if `url` was changed. */
  abstract originalUrl: string | undefined
  /** The HTTP version: 1, 1.1 or 2. */
  abstract readonly version: number
  abstract readonly headers: IncomingHttpHeaders
  /** The header fields as received, as a flat list: name, value, name, value. It is `undefined` if the adapter has merged repeated fields. */
  get rawHeaders(): readonly string[] | undefined {
    return undefined
  }
  /** The `Host` field, if the adapter has merged or refused repeated fields. Otherwise it is `undefined`, and the host is read from `rawHeaders`. */
  get host(): string | undefined {
    return this.rawHeaders === undefined ? this.headers.host : undefined
  }
  /** Replaces an absolute target by its origin-form. Host and port of the target become the host of the request (RFC 9112 §3.2.2). */
  takeOriginForm(url: string, authority: string): void {
    this.originalUrl = this.url
    this.url = url
    this.headers.host = authority
  }
  /** Whether the request was upgraded to another protocol, so that the response is the last HTTP message on its connection. */
  get isUpgraded(): boolean {
    return false
  }
  /** `null` for a request without a connection. */
  abstract readonly socket: Peer | null
  /**
   * Enables keep-alive probes of TCP, or PING of HTTP/2, on a silent connection, so that a lost client is detected within two heartbeats. Does
   * nothing if the platform lacks such probes.
   *
   * @param heartbeat in milliseconds
   */
  watchPeer(_heartbeat: number): void {}
  /** Whether the client disconnected before its request was complete. */
  abstract readonly isAborted: boolean
  /** Returns a field as one text. */
  readField(name: SingleField): string | undefined {
    return this.headers[name]
  }
  /** Reads the whole body. A body over `limit` bytes is an error, and its rest is discarded. */
  readBody(limit: number, callback: BodyCallback): void {
    new BodyReader(limit, callback).listenTo(this.body)
  }
  abstract readonly body: Readable
  /** Stops the use of a body stream. Where a client must send its whole body before it reads the response, the rest is read and discarded. */
  dropBody(): void {
    this.body.resume()
  }
  /** In bytes: how much of an unread body may be read and discarded after the response is complete. If more remains, the connection is closed. */
  declare unreadLimit: number
  /** How many bytes of the body have arrived, while the body is still arriving; otherwise `null`. */
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
  /** Whether the whole response has been passed to the transport. The response may still be on its way to the client. */
  abstract readonly isEnded: boolean
  /** Whether nothing more can be sent: the response is over, or the client has disconnected. */
  abstract readonly isClosed: boolean
  /** Whether the exchange is over with an incomplete response. `isLost` stays false after a complete response, even if the connection fails later. */
  abstract readonly isLost: boolean
  /** Returns the length of a text in UTF-8, in bytes. The text is sent next, so an adapter may keep the encoded bytes. */
  byteLengthOf(text: string): number {
    return Buffer.byteLength(text)
  }
  /**
   * Sends a whole response. The headers override those that the application has set on `response`.
   *
   * @throws ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR, ERR_HTTP_INVALID_HEADER_VALUE when a header cannot be sent
   */
  abstract respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void
  /**
   * Like `respond`, without the headers and the reason phrase that the application has set on `response`. If this fails, too, because the application
   * has replaced functions of `response`, the connection is closed.
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
  /** Begins a streamed response, and returns the stream for its body. The first chunk, or the end, sends the head. */
  abstract open(): Writable
  /** Sets the head of a streamed response. @throws the errors of `respond` */
  abstract setHead(statusCode: number, headers: ReplyHeaders): void
  /** Adds the trailers of a streamed body before it ends, if the protocol has trailers. */
  addTrailers(_fields: Record<string, string>): void {}
  /** Cuts a response off, so that the client notices an incomplete response. */
  abstract abort(error?: Error): void
  /** Sends early hints (RFC 8297), if the protocol has them. `callback` runs when they were written or dropped. */
  writeEarlyHints(_hints: Record<string, string | string[]>, callback?: () => void): void {
    if (callback !== undefined) process.nextTick(callback)
  }
  /** Whether the client has sent no later request on this HTTP/1 connection, so that the response may close it. Other protocols return false. */
  get isLast(): boolean {
    return false
  }
  /** Removes the reason phrase that was set for another status. */
  forgetPhrase(): void {}

  // Events of the exchange. Each callback runs once, except that of `onTimeout`, and never during its registration:
  /**
   * Calls back with `null` when the response is complete, or with an error when it failed. If the client disconnected, the callback may never run.
   */
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
  get expectsContinue(): boolean {
    return false
  }
  /** Sends 100 Continue if the client waits for it. */
  sendContinue(): void {}

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
  /** Returns Node's request, for application code. @throws ESP_ERR_NO_NODE_MESSAGE, which names `caller` */
  exposeRequest(caller?: AppFunction | null): IncomingMessage {
    throw noNodeMessage('request.raw', caller)
  }
  exposeResponse(caller?: AppFunction | null): ServerResponse {
    throw noNodeMessage('reply.raw', caller)
  }
}

// The default is on the prototype, because few requests have their own `unreadLimit`.
Transport.prototype.unreadLimit = defaultUnreadLimit

/**
 * Returns the error for an object of Node that the platform lacks. The message names the hook or handler that ran last, and the calling file and
 * line, if known.
 *
 * @param what the missing property, such as `request.raw`
 */
export function noNodeMessage(what: string, caller?: AppFunction | null): Error {
  const by = caller ? ` by the ${caller.role} '${caller.fn.name || 'anonymous'}' of '${caller.plugin}'` : ''
  const line = callerLine()
  const at = line === null ? '' : ` at ${line}`
  return new errors.ESP_ERR_NO_NODE_MESSAGE(what, by || at ? ` It was used${by}${at}.` : '')
}
