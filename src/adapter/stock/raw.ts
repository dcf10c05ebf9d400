import type { IncomingMessage } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'

/** Node's message as a server receives it: always with a method and a target, as other messages are not. */
export type Raw = IncomingMessage & {
  method: string
  url: string
  /** The target as it came, where it was rewritten. */
  originalUrl?: string
  /** The stream of an exchange of HTTP/2. */
  readonly stream?: { readonly endAfterHeaders?: boolean; readonly session?: ServerHttp2Session }
}
