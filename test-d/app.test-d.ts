// The rest of an app: options, server, content types, unmatched requests, and what it tells about itself.

import { createServer, type ServerOptions as HttpOptions, type IncomingMessage, type Server } from 'node:http'
import type { ServerOptions as Http2Options } from 'node:http2'
import type { ServerOptions as HttpsOptions } from 'node:https'
import type { Ajv, Options as AjvOptions } from 'ajv'
import {
  type App,
  type AppState,
  espalier,
  type ListenOptions,
  type Logger,
  type NewApp,
  type SchemaProvider,
  type ServerOptions,
  Type
} from 'espalier'
import type { Options as SerializerOptions } from 'fast-json-stringify'
import type Router from 'find-my-way'
import pino from 'pino'
import { expectType } from 'tsd'

// Options.
espalier({
  logger: { level: 'info', redact: ['req.headers.authorization'] },
  bodyLimit: 10,
  emptyBody: 'none',
  trustProxy: (address, hop) => address === '::1' && hop === 1,
  ajv: { customOptions: { allErrors: false }, plugins: [(ajv) => ajv, [(ajv) => ajv, { a: 1 }]] },
  routerOptions: { ignoreTrailingSlash: true },
  genReqId: (raw) => raw.headers.host ?? '',
  rewriteUrl(raw) {
    expectType<string>(this.prefix)
    return raw.url ?? '/'
  },
  frameworkErrors: (error, _request, reply) => reply.code(400).send(error.message),
  serverFactory: (handler) => createServer(handler),
  schemaErrorFormatter: (_findings, part) => new Error(part),
  requestTimeout: 0,
  closeTimeout: 5000,
  exposeErrors: true,
  strictResponses: false,
  compat: 'fastify',
  compile: 'boot',
  exchange: 'stock'
})
espalier({ loggerInstance: pino() })
espalier({ https: { key: '', cert: '' }, http2: true })
const options: ServerOptions = { logger: true }
const made: App = espalier(options)
expectType<undefined>(await made.close())
// Its name says what to write where a declaration was not kept.
expectType<NewApp<'keep what a declaration returns: const app = espalier().decorate(…)', SchemaProvider>>(espalier())
// @ts-expect-error the app has no such member
espalier().decorate('late', 1).later
// @ts-expect-error no such option
espalier({ bodylimit: 10 })
// @ts-expect-error a limit is a number of bytes
espalier({ bodyLimit: '1mb' })
// @ts-expect-error a time is a number of milliseconds
espalier({ closeTimeout: '10s' })
// @ts-expect-error no such way to take an empty body
espalier({ emptyBody: 'ignore' })
// @ts-expect-error no such mode
espalier({ compile: 'never' })

// Options that engines take have the engines' own types.
declare const engine: {
  ajv: AjvOptions
  pino: pino.LoggerOptions
  serializer: SerializerOptions
  constraint: Router.ConstraintStrategy<Router.HTTPVersion.V1>
  http: HttpOptions
  https: HttpsOptions
  http2: Http2Options
}
espalier({
  ajv: { customOptions: engine.ajv, onCreate: (ajv) => expectType<Ajv>(ajv) },
  logger: engine.pino,
  serializerOpts: engine.serializer,
  routerOptions: { constraints: { tenant: engine.constraint } },
  http: engine.http
})
espalier({ https: engine.https })
espalier({ http2: true, http: engine.http2 })
espalier({ http2: true, http: { settings: { maxConcurrentStreams: 10 } } })
espalier({
  logger: {
    level: 'audit',
    customLevels: { audit: 35 },
    base: null,
    mixin: (fields, level) => ({ ...fields, level }),
    formatters: { level: (label) => ({ label }) },
    serializers: { req: (request: { url: string }) => request.url },
    stream: { write: (line) => expectType<string>(line) }
  }
})
// @ts-expect-error no such option of Ajv
espalier({ ajv: { customOptions: { allerrors: true } } })
// @ts-expect-error no such value of an option of Ajv
espalier({ ajv: { customOptions: { removeAdditional: 'some' } } })
// @ts-expect-error no such option of pino
espalier({ logger: { levl: 'info' } })
// @ts-expect-error no such value of an option of fast-json-stringify
espalier({ serializerOpts: { rounding: 'up' } })
// @ts-expect-error a strategy has a storage and derives its value
espalier({ routerOptions: { constraints: { tenant: { name: 'tenant' } } } })
// @ts-expect-error no such option of the router
espalier({ routerOptions: { maxParamlength: 10 } })
// @ts-expect-error no such option of Node's server
espalier({ http: { maxHeadersize: 10 } })
// @ts-expect-error no such option of TLS
espalier({ https: { keyy: '' } })

const app = espalier().decorate('db', 1)

// Listening, closing, loading.
expectType<string>(await app.listen({ port: 0, host: '::' }))
expectType<string>(await app.listen({ port: 0, closeOn: ['SIGTERM', 'SIGINT'] }))
// @ts-expect-error no process hears it
app.listen({ closeOn: ['SIGKILL'] })
// @ts-expect-error no such signal
app.listen({ closeOn: ['SIGTEM'] })
// @ts-expect-error a list of signals
app.listen({ closeOn: 'SIGTERM' })
app.listen({ closeOn: ['SIGTERM'], notice: 10_000, drain: 5000, within: 30_000 })
// @ts-expect-error milliseconds
app.listen({ closeOn: ['SIGTERM'], notice: '10s' })
// @ts-expect-error milliseconds
app.listen({ closeOn: ['SIGTERM'], within: true })
app.listen({ port: 0 }, (error, address) => {
  expectType<Error | null>(error)
  expectType<string>(address)
})
expectType<Promise<string>>(app.listen())
expectType<void>(app.listen((error, address) => expectType<[Error | null, string]>([error, address])))
export function listenAnywhere<Options extends ListenOptions>(options: Options): Promise<string> {
  return app.listen(options)
}
// @ts-expect-error the port is a number
app.listen({ port: '3000' })
// @ts-expect-error options are an object
app.listen(3000)
expectType<Promise<undefined>>(app.close())
app.close(() => {})
expectType<number>((await app.ready()).db)
app.ready((error) => expectType<Error | null>(error))
app.after((error) => expectType<Error | null>(error))
await using _closed = app

// What it tells about itself.
expectType<Server>(app.server)
expectType<Logger>(app.log)
expectType<string>(app.prefix)
expectType<string>(app.pluginName)
expectType<string>(app.version)
expectType<number>(app.initialConfig.bodyLimit)
expectType<number | undefined>(app.initialConfig.closeTimeout)
expectType<string>(app.printRoutes({ commonPrefix: false, includeHooks: true }))
expectType<string>(app.printPlugins())
expectType<string[]>(app.supportedMethods)
expectType<boolean>(app.hasRoute({ method: 'GET', url: '/' }))
expectType<string | undefined>(app.findRoute({ method: 'GET', url: '/a' })?.params.id)
expectType<boolean>(app.hasPlugin('a'))
expectType<boolean>(app.hasDecorator('a'))
// @ts-expect-error the options are frozen
app.initialConfig.bodyLimit = 1
app.log.info({ a: 1 }, 'message %s', 'x')
app.log.child({ a: 1 }).warn('text')

// Content types.
app.addContentTypeParser('application/jsoff', { parseAs: 'string', bodyLimit: 10 }, function (request, body, done) {
  expectType<string>(body)
  expectType<number>(this.db)
  expectType<string>(request.url)
  done(null, body)
})
app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, async (_request, body) => {
  expectType<Buffer>(body)
})
app.addContentTypeParser(['text/csv', 'text/tsv'], (_request, payload, done) => {
  expectType<IncomingMessage>(payload)
  done(null)
})
app.addContentTypeParser('application/json', { parseAs: 'string' }, app.getDefaultJsonParser('ignore', 'ignore'))
// @ts-expect-error a body is a text or a buffer
app.addContentTypeParser('a/b', { parseAs: 'stream' }, async () => {})

// Unmatched requests.
app.setNotFoundHandler(function (request, reply) {
  expectType<number>(this.db)
  expectType<boolean>(request.is404)
  return reply.code(404).send('none')
})
app.setNotFoundHandler({ preHandler: [async () => {}] }, async () => 'none')

// Validators, serializers, and the rest of the settings; each returns the app it was called on.
const same = app
  .setValidatorCompiler(
    ({ httpPart }) =>
      (_data: unknown) =>
        httpPart === 'body'
  )
  .setSerializerCompiler(() => (data: unknown) => JSON.stringify(data))
  .setSchemaErrorFormatter(function (findings, part) {
    return new Error(`${part}: ${findings.length} in ${this.prefix}`)
  })
  .setReplySerializer((payload: unknown, status) => `${status}${payload}`)
  .setGenReqId((raw) => raw.url ?? '')
  .setChildLoggerFactory((logger, bindings) => logger.child(bindings))
  .addHttpMethod('MKCOL', { hasBody: true })
expectType<number>(same.db)
// @ts-expect-error a serializer returns text
app.setSerializerCompiler(() => () => 1)
// The functions that compilers make get unknown data, or the data that they name.
app.setValidatorCompiler(() => (data) => {
  expectType<unknown>(data)
  return true
})
app.setValidatorCompiler(() => (data: { id: string }) => data.id !== '')
app.setSerializerCompiler(() => (data) => {
  expectType<unknown>(data)
  return ''
})
app.setSerializerCompiler(() => (data: Date) => data.toISOString())
app.setReplySerializer((payload) => {
  expectType<unknown>(payload)
  return ''
})
app.get('/serializer', (_request, reply) =>
  reply.serializer((payload) => {
    expectType<unknown>(payload)
    return ''
  })
)

// Requests.
app.get('/', (request) => {
  expectType<string | undefined>(request.routeOptions.url)
  expectType<AbortSignal>(request.signal)
  expectType<'http' | 'https'>(request.protocol)
  expectType<number | null>(request.port)
  expectType<boolean>(request.validateInput({}, Type.Object({})))
  expectType<number>(request.server.db)
  request.log.info('x')
  request.id = 'order-7'
  request.log = request.log.child({ order: 7 })
  // @ts-expect-error an id is a text
  request.id = 7
  // @ts-expect-error the method is set
  request.method = 'PUT'
  return null
})
app.get('/from', ({ ip, ips }) => {
  expectType<(string | undefined)[] | undefined>(ips)
  // @ts-expect-error a client on a Unix socket has no address
  ip.startsWith('10.')
  return ip?.startsWith('10.')
})

// Where it listens.
expectType<string | undefined>(app.listeningOrigin)
for (const address of app.addresses()) {
  // @ts-expect-error a Unix socket has no port
  address.port
  if (typeof address !== 'string') expectType<number>(address.port)
}
// @ts-expect-error nothing listens yet
app.listeningOrigin.length
expectType<AppState>(app.state)
// @ts-expect-error no state of an app
app.state === 'closing'
// @ts-expect-error the app goes on by itself
app.state = 'ready'
expectType<number>(app.initialConfig.handlerTimeout)
expectType<number | undefined>(app.initialConfig.answerTimeout)
espalier({ handlerTimeout: 5000, answerTimeout: 60_000 })
app.get('/unbounded', { handlerTimeout: false, answerTimeout: 0 }, () => 'x')
// @ts-expect-error milliseconds, or false
app.get('/unbounded', { answerTimeout: true }, () => 'x')
// @ts-expect-error milliseconds
espalier({ answerTimeout: '60s' })
// @ts-expect-error shown where it was given
app.initialConfig.routerOptions.caseSensitive
