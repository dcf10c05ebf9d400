/** A transport on the objects of light-my-request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { trimReceived } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import { hasBody } from '../head.ts'
import { StockTransport } from '../stock/transport.ts'

export class InjectedTransport extends StockTransport {
  constructor(raw: IncomingMessage, rawReply: ServerResponse) {
    super(raw, rawReply)
    trimReceived(raw)
  }
  override get hasDeparted(): boolean {
    return false
  }
  /** Does nothing: no other request follows on the connection. */
  protected override noteBody(): void {}
  override respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    if (!this.isBegun) this.checkOwn()
    super.respond(statusCode, headers, body)
  }
  override setHead(statusCode: number, headers: ReplyHeaders): void {
    this.checkOwn()
    super.setHead(statusCode, headers)
  }
  /** Over the network a response without content has no trailer section (RFC 9112 §7.1.2). The same is shown here. */
  override addTrailers(fields: Record<string, string>): void {
    if (hasBody(this.rawReply.req, this.statusCode)) super.addTrailers(fields)
  }
  /** The response never counts as finished, and has no connection to wait for. */
  protected override get isComplete(): boolean {
    return this.isEnded
  }
  protected override get awaitsTurn(): boolean {
    return false
  }
}
