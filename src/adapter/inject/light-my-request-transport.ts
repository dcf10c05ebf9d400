import type { ReplyHeaders } from '../../http/headers.ts'
import { hasBody } from '../head.ts'
import { IndependentTransport } from '../stock/transport.ts'

export class LightMyRequestTransport extends IndependentTransport {
  /** No other request follows on the connection. */
  protected override watchBody(): void {}
  override respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    if (!this.isBegun) this.checkOwn()
    super.respond(statusCode, headers, body)
  }
  /** Over the network, a response without content has no trailer section (RFC 9112 §7.1.2). */
  override addTrailers(fields: Record<string, string>): void {
    if (hasBody(this.rawReply.req, this.statusCode)) super.addTrailers(fields)
  }
  /** There is no connection on which the response could still be under way. */
  protected override get isComplete(): boolean {
    return this.isEnded
  }
}
