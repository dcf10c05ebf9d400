import type { IncomingMessage, ServerResponse } from 'node:http'
import { trimReceived } from '../../http/field.ts'
import type { ReplyHeaders } from '../../http/headers.ts'
import { fieldCache } from '../field-cache.ts'
import { StockTransport } from './transport.ts'

/** A base class for HTTP/2 and `inject`. Node does not validate the fields there, and no response waits for earlier ones. */
export abstract class IndependentTransport extends StockTransport {
  constructor(raw: IncomingMessage, rawReply: ServerResponse) {
    super(raw, rawReply)
    trimReceived(raw)
  }
  override get isUpgraded(): boolean {
    return false
  }
  protected override get awaitsTurn(): boolean {
    return false
  }
  override setHead(statusCode: number, headers: ReplyHeaders): void {
    this.checkOwn()
    super.setHead(statusCode, headers)
  }
  /** Validates headers that the application has set on Node's response. */
  protected checkOwn(): void {
    const { rawReply } = this
    for (const name of rawReply.getHeaderNames()) {
      const value = rawReply.getHeader(name)
      const checked = fieldCache.check(name, value)
      if (checked !== value) rawReply.setHeader(name, checked)
    }
  }
}
