import type { ReplyHeaders } from '../../http/headers.ts'
import { hasBody } from '../head.ts'
import { IndependentTransport } from '../stock/independent-transport.ts'

export class LightMyRequestTransport extends IndependentTransport {
  /** Does nothing: no second request follows, so an unread body blocks nothing. */
  protected override watchBody(): void {}
  override respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    if (!this.isBegun) this.checkOwn()
    super.respond(statusCode, headers, body)
  }
  /** Over the network, a response without content has no trailers (RFC 9112 §7.1.2). light-my-request would add them. */
  override addTrailers(fields: Record<string, string>): void {
    if (hasBody(this.rawReply.req, this.statusCode)) super.addTrailers(fields)
  }
  protected override get isComplete(): boolean {
    return this.isEnded
  }
}
