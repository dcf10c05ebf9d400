// The exports of `espalier/fastify-types` beside Fastify's own types. Implementation: src/plugin/fastify-types.ts.
import type { Server as HttpServer } from 'node:http'
import type { Http2SecureServer, Http2Server } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type {
  FastifyHttp2Options,
  FastifyHttp2SecureOptions,
  FastifyHttpOptions,
  FastifyHttpsOptions,
  FastifyInstance
} from 'fastify'
import type { ServerOptions } from './options.ts'
import type { Refusal } from './refusal.ts'

/** The options of an app that exist only in espalier, such as `compat` and `strictResponses`. */
export interface EspalierOptions extends Omit<ServerOptions, OptionOfFastify> {}

type OptionOfFastify =
  | keyof FastifyHttpOptions<HttpServer>
  | keyof FastifyHttpsOptions<HttpsServer>
  | keyof FastifyHttp2Options<Http2Server>
  | keyof FastifyHttp2SecureOptions<Http2SecureServer>

// Without the package `fastify` its types are `any`, whose keys include all strings. A condition on `any` itself would take both branches.
export type WithFastify = string extends keyof FastifyInstance
  ? Refusal<'the types of this entry are those of the package fastify: npm install --save-dev fastify'>
  : unknown
