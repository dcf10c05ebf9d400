/**
 * The interface between the app and its adapters (`docs/architecture.md`): reads one request and writes its response. Only adapters use sockets,
 * Node's classes or protocol frames. Applications may change Node's objects, so a transport on them reads its members from them.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { errors } from '../error/error.ts'
import { callerLine } from '../error/place.ts'
import { type BodyCallback, readStream } from './body-reader.ts'
import type { AppFunction } from './exchange.ts'
import type { ReplyHeaders } from './headers.ts'

/** Fields with one text in `headers`, even if a message repeats them. */
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
  /** The target as received; `undefined` until `url` is changed. */
  abstract originalUrl: string | undefined
  /** 1, 1.1 or 2. */
  abstract readonly version: number
  abstract readonly headers: IncomingHttpHeaders
  /** As a flat list: name, value, name, value. `undefined` if the adapter has merged repeated fields. */
  get rawHeaders(): readonly string[] | undefined {
    return undefined
  }
  /** Read instead of `rawHeaders` if the adapter has merged or refused repeated `Host` fields; otherwise `undefined`. */
  get host(): string | undefined {
    return this.rawHeaders === undefined ? this.headers.host : undefined
  }
  takeOriginForm(url: string, authority: string): void {
    this.originalUrl = this.url
    this.url = url
    this.headers.host = authority
  }
  /** Whether the request was upgraded to another protocol: its response is the last HTTP message of the connection. */
  get isUpgraded(): boolean {
    return false
  }
  /** `null` for a request without a connection. */
  abstract readonly socket: Peer | null
  /** Detects a lost client within two heartbeats by keep-alive probes (TCP) or PING (HTTP/2), if there are any. @param heartbeat in milliseconds */
  watchPeer(_heartbeat: number): void {}
  /** Whether the client disconnected before its request was complete. */
  abstract readonly isAborted: boolean
  readField(name: SingleField): string | undefined {
    return this.headers[name]
  }
  readBody(limit: number, callback: BodyCallback): void {
    readStream(this.body, limit, callback)
  }
  abstract readonly body: Readable
  /** Ignores the rest of the body. A client of HTTP/1 sends its whole body first, so it is read and discarded. */
  dropBody(): void {
    this.body.resume()
  }
  /** In bytes: how much of an unread body may be discarded after the response, before the connection is closed. */
  declare unreadLimit: number
  /** The number of bytes that have arrived, while the body is arriving; otherwise `null`. */
  get received(): number | null {
    return null
  }

  abstract statusCode: number
  abstract readonly isBegun: boolean
  /** Whether the response has no content, because of its method or status (RFC 9110 §6.4.1). */
  protected get isHeadOnly(): boolean {
    return this.method === 'HEAD' || withoutContent.has(this.statusCode)
  }
  /** Whether the whole response was passed to the transport. Bytes may still be on their way to the client. */
  abstract readonly isEnded: boolean
  /** Whether the response is over or the client has disconnected. */
  abstract readonly isClosed: boolean
  /** Whether the response is incomplete and cannot be completed. A failure after a complete response does not count. */
  abstract readonly isLost: boolean
  /** In bytes of UTF-8. The text is sent next, so an adapter may keep the encoded bytes. */
  byteLengthOf(text: string): number {
    return Buffer.byteLength(text)
  }
  /** The headers override those on `response`. @throws ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR, ERR_HTTP_INVALID_HEADER_VALUE */
  abstract respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void
  /** Ignores what the application has set on `response`. If this fails too, such as by replaced functions, closes the connection. */
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
  /** Returns the stream for the body. Its first chunk, or its end, sends the head. */
  abstract open(): Writable
  abstract setHead(statusCode: number, headers: ReplyHeaders): void
  /** Called before the body ends. Does nothing if the protocol has no trailers. */
  addTrailers(_fields: Record<string, string>): void {}
  abstract abort(error?: Error): void
  /** Sends early hints (RFC 8297). `callback` runs when they were written or dropped. */
  writeEarlyHints(_hints: Record<string, string | string[]>, callback?: () => void): void {
    if (callback !== undefined) process.nextTick(callback)
  }
  /** Whether an HTTP/1 response may close its connection, because the client has sent no later request. */
  get isLast(): boolean {
    return false
  }
  forgetPhrase(): void {}

  // No callback runs during its registration. That of `onTimeout` runs for each timeout, the others once.
  /** Calls back with `null` when the response is complete, or with an error. May never call back if the client disconnects. */
  abstract onFinished(callback: (error: Error | null) => void): void
  /** Calls back when `isClosed` becomes true. Returns a function that removes the callback. */
  abstract onClose(callback: () => void): () => void
  /** Calls back when `isLost` becomes true. */
  abstract onAbort(callback: () => void): void
  /** Calls back each time the connection is idle for too long. Returns a function that removes the callback. */
  onTimeout(_callback: () => void): () => void {
    return () => {}
  }
  get expectsContinue(): boolean {
    return false
  }
  sendContinue(): void {}

  /** @throws ESP_ERR_NO_NODE_MESSAGE when the request did not come through node:http. */
  get request(): IncomingMessage {
    return this.exposeRequest()
  }
  set request(_message: IncomingMessage) {
    throw noNodeMessage('request.raw')
  }
  /** `null` while the application cannot have used it. */
  get response(): ServerResponse | null {
    return null
  }
  set response(_response: ServerResponse) {
    throw noNodeMessage('reply.raw')
  }
  /** @throws ESP_ERR_NO_NODE_MESSAGE, with the name of `caller` */
  exposeRequest(caller?: AppFunction | null): IncomingMessage {
    throw noNodeMessage('request.raw', caller)
  }
  exposeResponse(caller?: AppFunction | null): ServerResponse {
    throw noNodeMessage('reply.raw', caller)
  }
}

// On the prototype, because few requests have their own limit.
Transport.prototype.unreadLimit = defaultUnreadLimit

/** @param what the missing property, such as `request.raw` */
export function noNodeMessage(what: string, caller?: AppFunction | null): Error {
  const by = caller ? ` by the ${caller.role} '${caller.fn.name || 'anonymous'}' of '${caller.plugin}'` : ''
  const line = callerLine()
  const at = line === null ? '' : ` at ${line}`
  return new errors.ESP_ERR_NO_NODE_MESSAGE(what, by || at ? ` It was used${by}${at}.` : '')
}
