/** `https: isSecure && keys`: a falsy option, argument or options object that Fastify ignores is ignored here too. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askBoth, type Make, type Wild, withApp } from './frameworks.ts'

const falsy = [undefined, null, false, 0, '', Number.NaN]

/** Falsy values that throw here, although Fastify accepts them. */
const refused: Record<string, readonly unknown[]> = {
  // A variable of the environment that was never set: no time and no size is meant by it.
  connectionTimeout: ['', Number.NaN],
  keepAliveTimeout: ['', Number.NaN],
  maxRequestsPerSocket: ['', Number.NaN],
  requestTimeout: ['', Number.NaN]
}

const options = [
  ...['http', 'https', 'http2', 'serverFactory', 'forceCloseConnections', 'trustProxy', 'logger', 'loggerInstance'],
  ...['logController', 'genReqId', 'childLoggerFactory', 'ajv', 'serializerOpts', 'schemaController'],
  ...['schemaErrorFormatter', 'frameworkErrors', 'clientErrorHandler', 'routerOptions', 'rewriteUrl'],
  ...['connectionTimeout', 'keepAliveTimeout', 'maxRequestsPerSocket', 'requestTimeout', 'handlerTimeout', 'bodyLimit'],
  ...['onProtoPoisoning', 'onConstructorPoisoning', 'pluginTimeout', 'requestIdHeader', 'http2SessionTimeout'],
  ...['exposeHeadRoutes', 'return503OnClosing', 'allowErrorHandlerOverride']
]
const routerOptions = [
  ...['caseSensitive', 'ignoreTrailingSlash', 'ignoreDuplicateSlashes', 'maxParamLength', 'allowUnsafeRegex'],
  ...['useSemicolonDelimiter', 'querystringParser', 'constraints', 'defaultRoute', 'onBadUrl', 'onMaxParamLength']
]
const routeOptions = [
  ...['schema', 'config', 'constraints', 'bodyLimit', 'handlerTimeout', 'logLevel', 'logSerializers', 'errorHandler'],
  ...['validatorCompiler', 'serializerCompiler', 'schemaErrorFormatter', 'childLoggerFactory', 'exposeHeadRoute'],
  ...['prefixTrailingSlash', 'attachValidation', 'onRequest', 'preHandler', 'onSend']
]

/** Boots an app and sends a request. Returns the response, or the error of the boot. */
async function outcomeOf(make: () => Wild, declare: (app: Wild) => unknown = () => {}): Promise<string> {
  let app: Wild | undefined
  try {
    app = make()
    app.post('/x', async (request: Wild) => ({ body: request.body, ip: request.ip, query: request.query }))
    await declare(app)
    await app.ready()
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/x?a=1', payload: { a: 1 } })
    return `${statusCode} ${body}`
  } catch (error) {
    return `refused: ${(error as Error).message}`
  } finally {
    await app?.close()
  }
}

async function checkTaken(make: (factory: Make) => Wild, declare?: (app: Wild) => unknown): Promise<void> {
  const { fastify, own } = await askBoth((factory) => outcomeOf(() => make(factory), declare))
  if (!fastify.startsWith('refused')) assert.equal(own, fastify)
}

const show = (value: unknown) => (value === '' ? "''" : String(value))

for (const value of falsy) {
  test(`${show(value)} as all options gives the response of Fastify`, () => checkTaken((factory) => factory(value)))

  test(`${show(value)} as an option gives the response of Fastify`, async (t) => {
    for (const name of options) {
      if (refused[name]?.includes(value)) continue
      await t.test(name, () => checkTaken((factory) => factory({ [name]: value })))
    }
    for (const name of routerOptions) {
      await t.test(`routerOptions.${name}`, () =>
        checkTaken((factory) => factory({ routerOptions: { [name]: value } }))
      )
    }
    for (const name of ['bucket', 'compilersFactory']) {
      await t.test(`schemaController.${name}`, () =>
        checkTaken((factory) => factory({ schemaController: { [name]: value } }))
      )
    }
  })

  test(`${show(value)} as a route option gives the response of Fastify`, async (t) => {
    for (const name of routeOptions) {
      await t.test(name, () =>
        checkTaken(
          (factory) => factory(),
          (app) => app.get('/y', { [name]: value, handler: () => '' })
        )
      )
    }
  })

  test(`${show(value)} as an optional argument gives the response of Fastify`, async (t) => {
    const declarations: Record<string, (app: Wild) => unknown> = {
      'the options of a plugin': (app) => void app.register(async () => {}, value),
      'the options of a route': (app) => app.get('/y', value, () => ''),
      'the options of addHttpMethod': (app) => app.addHttpMethod('REPORT', value),
      'the options of a parser': (app) => app.addContentTypeParser('a/b', value, async () => 1),
      'the dependencies of a decorator': (app) => app.decorate('q', 1, value),
      'the dependencies of a request decorator': (app) => app.decorateRequest('q', 1, value),
      'the schema controller': (app) => app.setSchemaController(value),
      'the callback of ready': (app) => app.ready(value)
    }
    for (const [name, declare] of Object.entries(declarations)) {
      await t.test(name, () => checkTaken((factory) => factory(), declare))
    }
    for (const name of ['host', 'path', 'backlog', 'exclusive', 'listenTextResolver']) {
      await t.test(`listen's ${name}`, () =>
        checkTaken(
          (factory) => factory(),
          (app) => app.listen({ port: 0, [name]: value })
        )
      )
    }
  })
}

test('an empty number option throws where Fastify accepts it', async () => {
  for (const [name, values] of Object.entries(refused)) {
    for (const value of values) {
      const { fastify, own } = await askBoth((factory) => outcomeOf(() => factory({ [name]: value })))
      assert.match(fastify, /^200/)
      assert.match(own, new RegExp(`^refused: .*${name} must be an integer`))
    }
  }
})

test('options that are not an object throw the error of Fastify', async () => {
  for (const given of [true, 1, 'logger', () => {}]) {
    const { fastify, own } = await askBoth(async (make) => {
      try {
        return await withApp(make(given), async () => 'taken')
      } catch (error) {
        return (error as { code?: string }).code
      }
    })
    assert.deepEqual([fastify, own], ['FST_ERR_OPTIONS_NOT_OBJ', 'FST_ERR_OPTIONS_NOT_OBJ'])
  }
})
