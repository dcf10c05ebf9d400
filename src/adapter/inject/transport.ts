/** A request in process, as the house uses it: its body is at hand, and its response is kept as it is given. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyCallback } from '../../http/body-reader.ts'
import { checkField, trimReceived } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import { steersTheWriter, utcDate } from '../head.ts'
import { UpgradableTransport } from '../light/upgradable.ts'
import { readDirectBody, toRealRequest } from './request.ts'
import {
  type DirectResponse,
  finishDirect,
  isDirectResponse,
  tellWatchers,
  toRealResponse,
  watchDirect
} from './response.ts'
import { createResult, type ParseCookies } from './result.ts'

let parseCookies: ParseCookies

/** Says how the cookies of a result are read. */
export function parseCookiesBy(parse: ParseCookies): void {
  parseCookies = parse
}

/** Direct messages and those of light-my-request alike: what was asked for more meanwhile goes that one's own way. */
export class InjectTransport extends UpgradableTransport {
  constructor(raw: IncomingMessage, rawReply: ServerResponse) {
    super(raw, rawReply)
    trimReceived(raw)
  }
  override get hasDeparted(): boolean {
    return false
  }
  /** No request of another comes behind it. */
  protected override noteBody(): void {}
  override readBody(limit: number, callback: BodyCallback): void {
    if (!readDirectBody(this.raw, limit, callback)) super.readBody(limit, callback)
  }
  override respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    const { rawReply } = this
    if (isDirectResponse(rawReply) && answer(rawReply, statusCode, headers, body)) return
    if (!rawReply.headersSent) this.checkOwn()
    super.respond(statusCode, headers, body)
  }
  override setHead(statusCode: number, headers: ReplyHeaders): void {
    this.checkOwn()
    super.setHead(statusCode, headers)
  }
  /** Over the network an answer without content has no trailer section (RFC 9112 §7.1.2), and this one tells what a client would hear. */
  override addTrailers(fields: Record<string, string>): void {
    if (!isEmpty(this.rawReply, this.statusCode)) super.addTrailers(fields)
  }
  override onFinished(callback: (error: Error | null) => void): void {
    if (isDirectResponse(this.rawReply)) watchDirect(this.rawReply, callback)
    else super.onFinished(callback)
  }
  /** The response never counts as finished, and has no connection that it could wait for. */
  protected override get isComplete(): boolean {
    return this.isEnded
  }
  protected override get awaitsTurn(): boolean {
    return false
  }
  protected override get isLight(): boolean {
    return isDirectResponse(this.rawReply)
  }
  protected override toRealRequest(): IncomingMessage {
    return toRealRequest(this.raw)
  }
  protected override toRealResponse(): ServerResponse {
    return toRealResponse(this.rawReply)
  }
}

const isEmpty = (rawReply: ServerResponse, statusCode: number) =>
  rawReply.req.method === 'HEAD' || statusCode === 204 || statusCode === 304

/** Settles a call; answers false where only Node's own writer gets the head of the answer right. */
function answer(
  rawReply: ServerResponse & DirectResponse,
  statusCode: number,
  given: ReplyHeaders,
  body: string | Buffer | undefined
): boolean {
  const hasBody = !isEmpty(rawReply, statusCode)
  if (rawReply.headersSent || statusCode < 200 || (hasBody && given['content-length'] === undefined)) return false
  const headers = toHeaders(given)
  if (headers === null) return false
  headers.date = utcDate()
  headers.connection = 'keep-alive'
  // Node cuts off fractions as well.
  const { resolve, reject } = finishDirect(rawReply, Math.trunc(statusCode), { headers: given, body })
  const result = createResult(rawReply, headers, hasBody ? body : undefined, parseCookies)
  if (reject === undefined) process.nextTick(resolve, null, result)
  else process.nextTick(resolve, result)
  tellWatchers(rawReply)
  return true
}

/** Copies headers; `null` where one of them steers Node's writer, or where that would refuse one. */
function toHeaders(given: ReplyHeaders): Record<string, string | string[]> | null {
  const headers: Record<string, string | string[]> = {}
  try {
    for (const name in given) {
      if (steersTheWriter(name)) return null
      headers[name.toLowerCase()] = checkField(name, given[name])
    }
  } catch {
    return null
  }
  return headers
}
