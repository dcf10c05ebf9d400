/** A transport on the request and response of light-my-request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { trimReceived } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import { hasBody } from '../head.ts'
import { StockTransport } from '../stock/transport.ts'

export class LightMyRequestTransport extends StockTransport {
  constructor(raw: IncomingMessage, rawReply: ServerResponse) {
    super(raw, rawReply)
    trimReceived(raw)
  }
  override get isUpgraded(): boolean {
    return false
  }
  /** Does nothing: no other request follows on the connection, so an unread body need not be handled. */
  protected override watchBody(): void {}
  override respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    if (!this.isBegun) this.checkOwn()
    super.respond(statusCode, headers, body)
  }
  override setHead(statusCode: number, headers: ReplyHeaders): void {
    this.checkOwn()
    super.setHead(statusCode, headers)
  }
  /** Over the network a response without content has no trailer section (RFC 9112 §7.1.2). So an injected response has none either. */
  override addTrailers(fields: Record<string, string>): void {
    if (hasBody(this.rawReply.req, this.statusCode)) super.addTrailers(fields)
  }
  /** The response is complete as soon as it has ended: there is no connection on which it could still be under way. */
  protected override get isComplete(): boolean {
    return this.isEnded
  }
  protected override get awaitsTurn(): boolean {
    return false
  }
}
