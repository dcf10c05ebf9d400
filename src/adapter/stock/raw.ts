import type { IncomingMessage } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'

/** Node always sets method and target of a request that a server receives. */
export type Raw = IncomingMessage & {
  method: string
  url: string
  originalUrl?: string
  readonly stream?: { readonly endAfterHeaders?: boolean; readonly session?: ServerHttp2Session }
}
