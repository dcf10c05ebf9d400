import type { IncomingMessage } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'

/** Node's message as a server receives it: it always has a method and a target. */
export type Raw = IncomingMessage & {
  method: string
  url: string
  /** The target as received, if it was rewritten. */
  originalUrl?: string
  /** The stream of an exchange of HTTP/2. */
  readonly stream?: { readonly endAfterHeaders?: boolean; readonly session?: ServerHttp2Session }
}
