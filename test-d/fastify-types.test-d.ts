// Fastify's types under espalier's entry: Fastify's own, and a factory that takes the options of both.
import type { Server as HttpServer } from 'node:http'
import type { Http2SecureServer, Http2Server } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import { espalier, type ServerOptions } from 'espalier'
import Fastify, {
  type EspalierOptions,
  errorCodes,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type FastifyTypeProvider,
  fastify,
  LogController
} from 'espalier/fastify-types'
import type * as Own from 'fastify'
import { expectAssignable, expectNotAssignable, expectType } from 'tsd'

// The types are the same, not alike.
type Made<App> = App & Own.SafePromiseLike<App>
expectType<Made<Own.FastifyInstance>>(fastify())
expectType<Made<Own.FastifyInstance<Http2SecureServer>>>(fastify({ http2: true, https: {} }))
expectType<Made<Own.FastifyInstance<Http2Server>>>(fastify({ http2: true }))
expectType<Made<Own.FastifyInstance<HttpsServer>>>(fastify({ https: {} }))
expectType<Made<Own.FastifyInstance<HttpServer>>>(fastify({ http: {} }))
expectAssignable<typeof Own.fastify>(fastify)
expectType<typeof fastify>(Fastify)
expectType<typeof fastify>(Fastify.fastify)
expectType<typeof fastify>(Fastify.default)
expectType<Own.FastifyErrorCodes>(errorCodes)
expectType<Own.FastifyErrorCodes>(Fastify.errorCodes)
const named: Fastify.FastifyInstance = Fastify()
expectType<Own.FastifyInstance>(named)

// Options of either, of both, and of each kind of server.
fastify({
  compat: 'fastify',
  strictResponses: false,
  exposeErrors: true,
  exchange: 'stock',
  compile: 'lazy',
  closeTimeout: 1
})
fastify({ http2: true, https: {}, compat: 'fastify', logger: true })
fastify({ https: {}, exposeErrors: true })
fastify({ http2: true, emptyBody: 'none' })
expectType<ServerOptions['compat']>({} as EspalierOptions['compat'])
expectNotAssignable<keyof EspalierOptions>('logger')
const both: FastifyServerOptions & EspalierOptions = { bodyLimit: 1, compat: 'fastify' }
fastify(both)
// @ts-expect-error no such option
fastify({ compatible: 'fastify' })
// @ts-expect-error no such compatibility
fastify({ compat: 'express' })
// @ts-expect-error an option of Fastify, as Fastify types it
fastify({ bodyLimit: 'small' })
// @ts-expect-error for both kinds of servers the exchange is one of two
fastify({ https: {}, exchange: 'quick' })
// @ts-expect-error Fastify's own type of options knows nothing of ours
const theirs: FastifyServerOptions = { compat: 'fastify' }
expectType<FastifyServerOptions>(theirs)

// Augmentations are those of the module fastify, wherever they stand.
declare module 'fastify' {
  interface FastifyInstance {
    turnstile: { open(): boolean }
  }
  interface FastifyRequest {
    ticket: string
  }
  interface FastifyReply {
    stamp(text: string): FastifyReply
  }
}
const gate: FastifyPluginAsync<{ wide: boolean }> = async (app, { wide }) => {
  expectType<boolean>(wide && app.turnstile.open())
  app.get<{ Querystring: { at: string } }>('/', async (request, reply) => {
    expectType<string>(request.ticket)
    expectType<string>(request.query.at)
    return reply.stamp('seen').send('')
  })
  // @ts-expect-error no such member is declared
  app.barrier
}
fastify().register(gate, { prefix: '/gate', wide: true })
// @ts-expect-error the option is no text
fastify().register(gate, { prefix: '/gate', wide: 'yes' })
expectAssignable<(request: Own.FastifyRequest, reply: Own.FastifyReply) => void>(
  (_: FastifyRequest, __: FastifyReply) => {}
)

// Type providers and log controllers are Fastify's.
interface Literal extends FastifyTypeProvider {
  validator: this['schema'] extends { kind: infer Kind } ? Kind : never
}
fastify()
  .withTypeProvider<Literal>()
  .post('/', { schema: { body: { kind: 'book' } as const } }, async (request) => {
    expectType<'book'>(request.body)
  })
class Quiet extends LogController {
  override isLogDisabled(request: FastifyRequest) {
    return request.ticket === ''
  }
}
fastify({ logController: new Quiet() })
expectType<LogController>(new LogController())
expectAssignable<Fastify.LogController>(new Quiet())

// The main entry is as it was: its app has no augmentation of Fastify's.
// @ts-expect-error declared for Fastify alone
espalier().turnstile
// @ts-expect-error an app of espalier's types is none of Fastify's
expectAssignable<FastifyInstance>(espalier())
