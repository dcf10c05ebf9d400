/** What an exchange of the lane leaves to Node's objects in any case: whoever asks for one of these has the exchange given to Node's server. Leans on nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import type { ReplyHeaders } from '../../http/headers.ts'
import { Transport } from '../../http/transport.ts'

export abstract class JoiningTransport extends Transport {
  /** What carries the exchange from the first time on that it is asked for. */
  protected abstract readonly joined: Transport

  override watchPeer(heartbeat: number): void {
    this.joined.watchPeer(heartbeat)
  }
  get body(): Readable {
    return this.joined.body
  }
  open(): Writable {
    return this.joined.open()
  }
  setHead(statusCode: number, headers: ReplyHeaders): void {
    this.joined.setHead(statusCode, headers)
  }
  override addTrailers(fields: Record<string, string>): void {
    this.joined.addTrailers(fields)
  }
  abort(error?: Error): void {
    this.joined.abort(error)
  }
  override inform(hints: Record<string, string | string[]>, callback?: () => void): void {
    this.joined.inform(hints, callback)
  }
  override onTimeout(callback: () => void): () => void {
    return this.joined.onTimeout(callback)
  }
  override get request(): IncomingMessage {
    return this.joined.request
  }
  override set request(value: IncomingMessage) {
    this.joined.request = value
  }
  override exposeRequest(): IncomingMessage {
    return this.joined.exposeRequest()
  }
  override exposeResponse(): ServerResponse {
    return this.joined.exposeResponse()
  }
}
