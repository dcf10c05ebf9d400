/** An exchange whose messages are light until somebody does more with them than a light one can: those of our server, and those of direct calls. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { guardInterims } from '../stock/interim.ts'
import { StockTransport } from '../stock/transport.ts'

export abstract class UpgradableTransport extends StockTransport {
  /** Whether somebody has the request. */
  private hasTaken = false

  /** Whether the response is light. */
  protected abstract readonly isLight: boolean
  protected abstract toRealRequest(): IncomingMessage
  protected abstract toRealResponse(): ServerResponse

  override get response(): ServerResponse | null {
    return this.isLight ? null : this.rawReply
  }
  override set response(value: ServerResponse) {
    this.rawReply = value
  }
  /** It stays light while what is asked of it can be answered so. */
  override exposeRequest(): IncomingMessage {
    this.hasTaken = true
    this.noteBody()
    return this.isLight ? this.raw : this.toRealRequest()
  }
  /** Who takes both may put other prototypes under them, as Express does, which a light object cannot notice. */
  override exposeResponse(): ServerResponse {
    if (this.hasTaken) this.toRealRequest()
    this.noteBody()
    return guardInterims(this.toRealResponse())
  }
}
