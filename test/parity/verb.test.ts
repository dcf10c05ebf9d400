/**
 * A plugin can wrap any method of an app. The wrapper must run once for each call of a user, so a method calls another one through the app only if
 * Fastify does.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, askBoth, type Wild } from './frameworks.ts'

/** Wraps every method of an app. Returns the list of called methods. */
function watch(app: Wild): string[] {
  const called: string[] = []
  for (const name of Object.keys(app)) {
    const descriptor = Object.getOwnPropertyDescriptor(app, name)
    const verb = descriptor?.value as ((...given: unknown[]) => unknown) | undefined
    if (typeof verb !== 'function' || descriptor?.writable !== true) continue
    app[name] = function (this: unknown, ...given: unknown[]) {
      called.push(name)
      return verb.apply(this, given)
    }
  }
  return called
}

const handler = () => ''
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query', 'all']

const calls: Record<string, (app: Wild) => unknown> = {
  ...Object.fromEntries(methods.map((method) => [method, (app: Wild) => app[method]('/', handler)])),
  ...Object.fromEntries(
    methods.map((method) => [`${method} with options`, (app: Wild) => app[method]('/', { handler })])
  ),
  route: (app) => app.route({ method: ['GET', 'POST'], url: '/', handler }),
  'a route under a prefix': (app) =>
    app.register(async (child: Wild) => void child.get('/', handler), { prefix: '/p' }),
  addHttpMethod: (app) => app.addHttpMethod('REPORT').report('/', handler),
  register: (app) => app.register(async () => {}),
  'register a plugin with needs': (app) => {
    app.decorate('db', 1)
    const meta = { name: 'p', decorators: { fastify: ['db'] }, dependencies: [] }
    app.register(Object.assign(async () => {}, { [Symbol.for('plugin-meta')]: meta }))
  },
  decorate: (app) => app.decorate('a', 1, ['get']),
  decorateRequest: (app) => app.decorateRequest('a', 1),
  decorateReply: (app) => app.decorateReply('a', 1),
  getDecorator: (app) => app.decorate('a', 1).getDecorator('a'),
  'addHook onRequest': (app) => app.addHook('onRequest', async () => {}),
  'addHook onRoute': (app) => app.addHook('onRoute', () => {}),
  'addHook onReady': (app) => app.addHook('onReady', async () => {}),
  'addHook onClose': (app) => app.addHook('onClose', async () => {}),
  addSchema: (app) => app.addSchema({ $id: 'a' }).getSchema('a'),
  addContentTypeParser: (app) => app.addContentTypeParser('a/b', { parseAs: 'string' }, async () => ''),
  removeAllContentTypeParsers: (app) => app.removeAllContentTypeParsers(),
  setErrorHandler: (app) => app.setErrorHandler(async () => {}),
  setNotFoundHandler: (app) => app.setNotFoundHandler({ preHandler: async () => {} }, async () => ''),
  setSchemaController: (app) => app.setSchemaController({}),
  after: (app) => app.after(() => {}),
  ready: (app) => app.ready(),
  inject: (app) => app.inject('/'),
  listen: (app) => app.listen({ port: 0 }),
  printRoutes: (app) => app.printRoutes(),
  printPlugins: (app) => app.printPlugins(),
  'close by a signal': async (app) => {
    const controller = new AbortController()
    await app.listen({ port: 0, signal: controller.signal })
    controller.abort()
  },
  'close by await using': (app) => app[Symbol.asyncDispose as Anything]()
}

for (const [what, call] of Object.entries(calls)) {
  test(`${what} calls no method that Fastify does not call`, async () => {
    const { fastify, own } = await askBoth(async (make) => {
      const app = make()
      const called = watch(app)
      await call(app)
      await app.ready().catch(() => {})
      await app.close()
      return called
    })
    assert.ok(own.length > 0)
    const rest = [...fastify]
    const more = own.filter((name) => {
      const at = rest.indexOf(name)
      if (at >= 0) rest.splice(at, 1)
      return at < 0
    })
    assert.deepEqual(more, [])
  })
}
