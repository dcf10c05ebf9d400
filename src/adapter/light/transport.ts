/**
 * The light exchange as the house uses it: whole responses and whole bodies at once. Its objects may be Node's own by now, or from the start, and
 * then everything goes Node's own way.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import type { BodyCallback } from '../../http/body-reader.ts'
import { checkName, checkValue } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import type { SingleField } from '../../http/transport.ts'
import { isLightResponse, onClosed, onFinished, readBody, readField, toStockRequest, toStockResponse } from './index.ts'
import { UpgradableTransport } from './upgradable.ts'

/** Flattens headers to names and values, each checked; a list becomes one field per value. */
function toPairs(headers: ReplyHeaders): string[] {
  const pairs: string[] = []
  for (const name in headers) {
    checkName(name)
    const value = headers[name]
    if (Array.isArray(value)) for (const one of value) pairs.push(name, checkValue(name, one))
    else pairs.push(name, checkValue(name, value))
  }
  return pairs
}

const premature = 'ERR_STREAM_PREMATURE_CLOSE'

export class LightTransport extends UpgradableTransport {
  override readField(name: SingleField): string | undefined {
    return readField(this.raw, name)
  }
  override readBody(limit: number, callback: BodyCallback): void {
    readBody(this.raw, limit, callback)
  }
  override respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    const response: object = this.rawReply
    if (isLightResponse(response)) response.respond(statusCode, toPairs(headers), body ?? '')
    else super.respond(statusCode, headers, body)
  }
  protected override sendAlone(statusCode: number, headers: ReplyHeaders, body: string | Buffer): void {
    if (isLightResponse(this.rawReply)) this.respond(statusCode, headers, body)
    else super.sendAlone(statusCode, headers, body)
  }
  override open(): Writable {
    this.noteBody()
    return toStockResponse(this.rawReply, 'a streamed answer')
  }
  override forgetPhrase(): void {
    if (!isLightResponse(this.rawReply)) super.forgetPhrase()
  }

  override onFinished(callback: (error: Error | null) => void): void {
    if (!isLightResponse(this.rawReply)) return super.onFinished(callback)
    // A client that left before its answer is no error of the answer, as on the stock classes.
    onFinished(this.rawReply, (error) => {
      if ((error as NodeJS.ErrnoException | null)?.code !== premature) callback(error)
    })
  }
  override onClose(callback: () => void): () => void {
    return isLightResponse(this.rawReply) ? onClosed(this.rawReply, callback) : super.onClose(callback)
  }

  protected override get isLight(): boolean {
    return isLightResponse(this.rawReply)
  }
  protected override toRealRequest(): IncomingMessage {
    return toStockRequest(this.raw, 'request.raw')
  }
  protected override toRealResponse(): ServerResponse {
    return toStockResponse(this.rawReply, 'reply.raw')
  }
}
