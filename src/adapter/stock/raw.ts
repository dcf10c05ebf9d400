import type { IncomingMessage } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'

/** Node's request as a server receives it: method and target are always set. */
export type Raw = IncomingMessage & {
  method: string
  url: string
  /** The target as received, if the application has rewritten `url`. */
  originalUrl?: string
  readonly stream?: { readonly endAfterHeaders?: boolean; readonly session?: ServerHttp2Session }
}
