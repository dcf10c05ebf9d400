/** The servers of Node that speak HTTP/1, and how each takes the classes of its messages. */
import type { RequestListener, Server, ServerOptions } from 'node:http'
import { createServer } from '../../node-http.ts'
import { require } from '../../require.ts'

export interface Kind {
  readonly create: (options: ServerOptions, listener: RequestListener) => Server
  /** What it emits with each socket that may speak HTTP/1. */
  readonly event: 'connection' | 'secureConnection'
  /** The options that name the classes of its messages. */
  readonly classes: { readonly request: string; readonly response: string }
}

const classes = { request: 'IncomingMessage', response: 'ServerResponse' } as const

export const overTcp: Kind = { create: createServer, event: 'connection', classes }

// HTTPS and HTTP/2 are loaded by the apps that serve them.
const loadHttps = (): { createServer: Kind['create'] } => require('node:https')
const loadHttp2 = (): { createSecureServer: Kind['create'] } => require('node:http2')

export const overTls: Kind = {
  create: (...given) => loadHttps().createServer(...given),
  event: 'secureConnection',
  classes
}

/** What a server of HTTP/2 does for clients that speak HTTP/1 (`allowHTTP1`). */
export const besideHttp2: Kind = {
  create: (...given) => loadHttp2().createSecureServer(...given),
  event: 'secureConnection',
  classes: { request: 'Http1IncomingMessage', response: 'Http1ServerResponse' }
}
