/**
 * The port between espalier and its carriers: how one request came, and how its response leaves. An adapter makes a transport for each request and
 * hands it to the app (`docs/architecture.md` says how). Outside of the adapters no code reads a socket, a version of Node's classes or another
 * protocol's frames.
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

/** Node keeps the first of a repeated field, or refuses the message. `transfer-encoding` is only tested for presence. */
export type SingleField = 'content-type' | 'content-length' | 'transfer-encoding'

/** In bytes: how much of a body may be dropped where no route says so. */
export const usualRest = 1_048_576

/** RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
const withoutContent: ReadonlySet<number> = new Set([204, 205, 304])

/** The other end of a connection. */
export interface Peer {
  readonly remoteAddress?: string | undefined
  readonly encrypted?: boolean
}

export abstract class Transport {
  // The request.
  abstract readonly method: string
  /** The target (RFC 9112 §3.2). espalier makes it canonical, and the application may rewrite it. */
  abstract url: string
  /** The target as it came, where it was changed. */
  abstract originalUrl: string | undefined
  /** The version of HTTP: 1, 1.1 or 2. */
  abstract readonly version: number
  /** All fields, by lower-cased names. */
  abstract readonly headers: IncomingHttpHeaders
  /** Names and values by turns, as they came; `undefined` where the adapter has merged them. */
  get rawHeaders(): readonly string[] | undefined {
    return undefined
  }
  /** The one `Host` field of a request whose adapter has merged the fields or lets no other pass; elsewhere it stands in `rawHeaders`. */
  get host(): string | undefined {
    return this.rawHeaders === undefined ? this.headers.host : undefined
  }
  /** Takes the origin-form of an absolute target. Its authority is the host (RFC 9112 §3.2.2). */
  takeOriginForm(url: string, authority: string): void {
    this.originalUrl = this.url
    this.url = url
    this.headers.host = authority
  }
  /** Whether the request has left HTTP for another protocol, and the response is the last thing of HTTP on its connection. */
  get hasDeparted(): boolean {
    return false
  }
  /** `null` for a request that came over no connection. */
  abstract readonly socket: Peer | null
  /**
   * Enables keep-alive probes of TCP, or PING of HTTP/2, on a silent connection. A dead peer is then detected within two heartbeats. Does nothing
   * where the platform has no such probe.
   *
   * @param heartbeat in milliseconds
   */
  watchPeer(_heartbeat: number): void {}
  /** Whether the client left before its request was complete. */
  abstract readonly isAborted: boolean
  /** Reads a field that stands in a request once. */
  readField(name: SingleField): string | undefined {
    return this.headers[name]
  }
  /** Reads the whole body; one of more than `limit` bytes is an error, and its rest is dropped. */
  readBody(limit: number, callback: BodyCallback): void {
    new BodyReader(limit, callback).listenTo(this.body)
  }
  /** The body as a stream. */
  abstract readonly body: Readable
  /** Gives up the rest of a body that is read as a stream. It is read on where the client could not take the answer otherwise. */
  dropBody(): void {
    this.body.resume()
  }
  /** In bytes: the most that is read and discarded of a body that was not read when its answer was complete. A longer rest ends the connection. */
  restLimit = usualRest
  /** How many bytes have arrived so far, of a body that goes on to arrive; `null` where nothing is to come. */
  get received(): number | null {
    return null
  }

  // The response.
  abstract statusCode: number
  /** Whether the head has left. */
  abstract readonly isBegun: boolean
  /** Whether the head is the whole response, because of the method or the status (RFC 9110 §6.4.1). */
  protected get isHeadOnly(): boolean {
    return this.method === 'HEAD' || withoutContent.has(this.statusCode)
  }
  /** Whether all of it has been given; it may still be on its way. */
  abstract readonly isEnded: boolean
  /** Whether nothing more can leave: it is over, or the client is gone. */
  abstract readonly isClosed: boolean
  /** Whether the exchange is over and its response was not complete. It stays false behind a complete one, whatever becomes of the connection. */
  abstract readonly isLost: boolean
  /** In bytes: how long a text is that is sent next. */
  byteLengthOf(text: string): number {
    return Buffer.byteLength(text)
  }
  /**
   * Sends a whole response: the status, the fields over those set on `response`, and the body.
   *
   * @throws ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR, ERR_HTTP_INVALID_HEADER_VALUE when a field cannot be sent.
   */
  abstract respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void
  /**
   * Like `respond`, without the fields and the phrase that the application has set. If even that fails, the connection is closed: an application may
   * have put functions of its own on Node's response.
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
  /** Prepares the head of a streamed response. @throws what `respond` throws */
  abstract setHead(statusCode: number, headers: ReplyHeaders): void
  /** Gives the fields that follow a streamed body, before it ends, where the protocol has any. */
  addTrailers(_fields: Record<string, string>): void {}
  /** Breaks a response off, so that the client sees that it is not whole. */
  abstract abort(error?: Error): void
  /** Sends early hints (RFC 8297), where the protocol has any; `callback` runs when they were written or dropped. */
  inform(_hints: Record<string, string | string[]>, callback?: () => void): void {
    if (callback !== undefined) process.nextTick(callback)
  }
  /** Whether the response is the last of a connection that can be told to close. */
  get isLast(): boolean {
    return false
  }
  /** Forgets a phrase that was set for another status. */
  forgetPhrase(): void {}

  // Their life. Each callback runs once, on a later turn.
  /** With `null` when the response is complete, with an error when it failed. It may stay away where the client left. */
  abstract onFinished(callback: (error: Error | null) => void): void
  /** When nothing more can leave, one way or the other. Returns what takes the callback back. */
  abstract onClose(callback: () => void): () => void
  /** When the exchange is lost (`isLost`): the client leaves before the response is complete, or the response is broken off. */
  abstract onAbort(callback: () => void): void
  /** Whenever the connection was idle for too long. Returns what takes the callback back. */
  onTimeout(_callback: () => void): () => void {
    return () => {}
  }
  /** Whether the client waits to be invited to send its body (`Expect: 100-continue`, RFC 9110 §10.1.1). */
  get awaitsInvitation(): boolean {
    return false
  }
  /** Invites the client to send its body, if it waits for that. */
  invite(): void {}

  // Node's objects.
  /** @throws ESP_ERR_NO_NODE_MESSAGE where the request did not come by Node's HTTP. */
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
  /** Makes Node's objects what Node itself makes, and returns one. @throws ESP_ERR_NO_NODE_MESSAGE, which names `asker` */
  exposeRequest(asker?: Awaited | null): IncomingMessage {
    throw noNodeMessage('request.raw', asker)
  }
  exposeResponse(asker?: Awaited | null): ServerResponse {
    throw noNodeMessage('reply.raw', asker)
  }
}

/**
 * Returns the error for a missing Node object. It names the hook or handler that ran last, and the file and line where they are known.
 *
 * @param what the missing member, such as `request.raw`
 */
export function noNodeMessage(what: string, asker?: Awaited | null): Error {
  const by = asker ? ` by the ${asker.role} '${asker.fn.name || 'anonymous'}' of '${asker.plugin}'` : ''
  const line = callerLine()
  const at = line === null ? '' : ` at ${line}`
  return new errors.ESP_ERR_NO_NODE_MESSAGE(what, by || at ? ` It was used${by}${at}.` : '')
}
