/**
 * A transport reads one request and writes its response. It separates the app from Node and other platforms (`docs/architecture.md`): only
 * transports use sockets, Node's classes or protocol frames. Plugins may change Node's request, so transports do not cache what they read from it.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { errors } from '../error/error.ts'
import { callerLine } from '../error/place.ts'
import { type BodyCallback, readStream } from './body-reader.ts'
import type { AppFunction } from './exchange.ts'
import type { ReplyHeaders } from './headers.ts'

/** Fields that have one text in `headers`, even if a request repeats them. */
export type SingleField = 'content-type' | 'content-length' | 'transfer-encoding'

export const defaultUnreadLimit = 1_048_576

/** Statuses without content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const withoutContent: ReadonlySet<number> = new Set([204, 205, 304])

export interface Peer {
  readonly remoteAddress?: string | undefined
  readonly encrypted?: boolean
}

export abstract class Transport {
  abstract readonly method: string
  abstract url: string
  /** The target as received. It is `undefined` until `url` is changed. */
  abstract originalUrl: string | undefined
  /** The HTTP version: 1 for HTTP/1.0, 1.1 or 2. */
  abstract readonly version: number
  abstract readonly headers: IncomingHttpHeaders
  /** A flat list: name, value, name, value. `undefined` if the platform merges repeated fields. */
  get rawHeaders(): readonly string[] | undefined {
    return undefined
  }
  /** The single Host, if the platform merges or refuses repeated Host fields. Otherwise `undefined`, and `rawHeaders` is checked. */
  get host(): string | undefined {
    return this.rawHeaders === undefined ? this.headers.host : undefined
  }
  takeOriginForm(url: string, authority: string): void {
    this.originalUrl = this.url
    this.url = url
    this.headers.host = authority
  }
  /** Whether the client asked for another protocol, such as WebSocket, by Upgrade or CONNECT. The connection then ends with this response. */
  get isUpgraded(): boolean {
    return false
  }
  abstract readonly socket: Peer | null
  /** Detects a lost client within two heartbeats, by TCP keep-alive or HTTP/2 PING. @param heartbeat in milliseconds */
  watchPeer(_heartbeat: number): void {}
  abstract readonly isAborted: boolean
  readField(name: SingleField): string | undefined {
    return this.headers[name]
  }
  readBody(limit: number, callback: BodyCallback): void {
    readStream(this.body, limit, callback)
  }
  abstract readonly body: Readable
  /** Ignores the rest of the body. An HTTP/1 client reads the response only after it has sent the body, so the body is read and dropped. */
  dropBody(): void {
    this.body.resume()
  }
  /** In bytes: after a response, at most this much of an unread body is dropped. Then the connection is closed. */
  declare unreadLimit: number
  /** The number of received bytes while a body is arriving; otherwise `null`. */
  get received(): number | null {
    return null
  }

  abstract statusCode: number
  abstract readonly isBegun: boolean
  /** Whether the response has no content, because of the method HEAD or its status (RFC 9110 §6.4.1). */
  protected get isHeadOnly(): boolean {
    return this.method === 'HEAD' || withoutContent.has(this.statusCode)
  }
  /** Whether the transport has got the whole response. Bytes may still be on their way to the client. */
  abstract readonly isEnded: boolean
  /** Whether the response has ended, completely or not. */
  abstract readonly isClosed: boolean
  /** Whether the connection was lost before the response was complete. */
  abstract readonly isLost: boolean
  /** In bytes of UTF-8. A transport may keep the encoded bytes, because the text is sent next. */
  byteLengthOf(text: string): number {
    return Buffer.byteLength(text)
  }
  /** The headers override those set on `reply.raw`. @throws ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR, ERR_HTTP_INVALID_HEADER_VALUE */
  abstract respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void
  /** Like `respond`, but ignores headers set on `reply.raw`, which may be invalid. Closes the connection if this fails as well. */
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
  /** Returns a stream for the body. The head is sent with the first chunk, or at the end of an empty stream. */
  abstract open(): Writable
  abstract setHead(statusCode: number, headers: ReplyHeaders): void
  /** Must be called before the body ends. Does nothing if the protocol has no trailers. */
  addTrailers(_fields: Record<string, string>): void {}
  abstract abort(error?: Error): void
  /** Sends early hints (RFC 8297). `callback` runs when they were written or dropped. */
  writeEarlyHints(_hints: Record<string, string | string[]>, callback?: () => void): void {
    if (callback !== undefined) process.nextTick(callback)
  }
  /** Whether an HTTP/1 response may close its connection. Returns false if the client has already sent a later request. */
  get isLast(): boolean {
    return false
  }
  forgetPhrase(): void {}

  /** Calls back once: with `null` when the response is complete, or with an error. May not call back if the client disconnects. */
  abstract onFinished(callback: (error: Error | null) => void): void
  /** Calls back once when `isClosed` becomes true. Returns a function that removes the callback. */
  abstract onClose(callback: () => void): () => void
  /** Calls back once when `isLost` becomes true. */
  abstract onAbort(callback: () => void): void
  /** Calls back whenever the connection has been idle for too long. Returns a function that removes the callback. */
  onTimeout(_callback: () => void): () => void {
    return () => {}
  }
  get expectsContinue(): boolean {
    return false
  }
  sendContinue(): void {}

  /** @throws ESP_ERR_NO_NODE_MESSAGE if the platform is not `node:http` */
  get request(): IncomingMessage {
    return this.exposeRequest()
  }
  set request(_message: IncomingMessage) {
    throw noNodeMessage('request.raw')
  }
  /** Node's response; `null` while the transport has not created one. */
  get response(): ServerResponse | null {
    return null
  }
  set response(_response: ServerResponse) {
    throw noNodeMessage('reply.raw')
  }
  exposeRequest(caller?: AppFunction | null): IncomingMessage {
    throw noNodeMessage('request.raw', caller)
  }
  exposeResponse(caller?: AppFunction | null): ServerResponse {
    throw noNodeMessage('reply.raw', caller)
  }
}

// A default on the prototype saves memory, because few requests have their own limit.
Transport.prototype.unreadLimit = defaultUnreadLimit

/** @param what the property that does not exist on this platform, such as `request.raw` */
export function noNodeMessage(what: string, caller?: AppFunction | null): Error {
  const by = caller ? ` by the ${caller.role} '${caller.fn.name || 'anonymous'}' of '${caller.plugin}'` : ''
  const line = callerLine()
  const at = line === null ? '' : ` at ${line}`
  return new errors.ESP_ERR_NO_NODE_MESSAGE(what, by || at ? ` It was used${by}${at}.` : '')
}
