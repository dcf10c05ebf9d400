import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createApp } from '../security/wild.ts'

for (const verb of ['get', 'head', 'trace', 'delete', 'options', 'patch', 'put', 'post', 'query']) {
  test(`${verb} declares only its own method`, async () => {
    const { app } = createApp({ exposeHeadRoutes: false })
    assert.equal(
      app[verb]('/', async () => ''),
      app
    )
    await app.ready()
    const served = app.supportedMethods.filter((method: string) => app.hasRoute({ method, url: '/' }))
    assert.deepEqual(served, [verb.toUpperCase()])
  })
}

test('all declares every method, added ones included', async () => {
  const { app } = createApp()
  app.addHttpMethod('LOCK')
  app.all('/', async () => '')
  for (const method of app.supportedMethods) assert.ok(app.hasRoute({ method, url: '/' }), method)
  assert.ok(app.supportedMethods.includes('LOCK'))
})

const handler = () => ''

for (const [what, given, code] of [
  ['a url that is not a string', [1, handler], 'FST_ERR_INVALID_URL'],
  ['no handler', ['/', {}], 'FST_ERR_ROUTE_MISSING_HANDLER'],
  ['only a path', ['/'], 'FST_ERR_ROUTE_MISSING_HANDLER'],
  ['options that are not an object', ['/', 1, handler], 'FST_ERR_ROUTE_OPTIONS_NOT_OBJ'],
  ['options that are a list', ['/', [], handler], 'FST_ERR_ROUTE_OPTIONS_NOT_OBJ'],
  ['two handlers', ['/', { handler }, handler], 'FST_ERR_ROUTE_DUPLICATED_HANDLER'],
  ['a handler and an invalid one', ['/', { handler: 1 }, handler], 'FST_ERR_ROUTE_HANDLER_NOT_FN'],
  ['an invalid handler', ['/', {}, 1], 'FST_ERR_ROUTE_MISSING_HANDLER']
] as [string, unknown[], string][]) {
  test(`get() throws for ${what}`, () => {
    assert.throws(() => createApp().app.get(...given), { code })
  })
}

test('get() takes its handler last or in the options', async () => {
  const { app } = createApp()
  app.get('/last', {}, () => 'last')
  app.get('/alone', () => 'alone')
  app.get('/inside', { handler: () => 'inside' })
  for (const name of ['last', 'alone', 'inside']) assert.equal((await app.inject(`/${name}`)).body, name)
})

const known = [
  ...[
    'method',
    'url',
    'path',
    'handler',
    'schema',
    'config',
    'constraints',
    'attachValidation',
    'bodyLimit',
    'emptyBody'
  ],
  ...['handlerTimeout', 'errorHandler', 'validatorCompiler', 'serializerCompiler', 'schemaErrorFormatter'],
  ...['childLoggerFactory', 'exposeHeadRoute', 'prefixTrailingSlash', 'logLevel', 'logSerializers'],
  ...['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onError', 'onSend', 'onResponse'],
  ...['onTimeout', 'onRequestAbort']
]

test('a misspelt route option emits a warning, and an unrelated one does not', async () => {
  const seen: string[] = []
  const listener = (warning: Error) => void seen.push(warning.message)
  process.on('warning', listener)
  const { app } = createApp()
  for (const name of known)
    app.route({ method: 'GET', url: `/${name}`, handler, [`${name}s`]: undefined, ofSomePlugin: 1 })
  const marker = once(process, 'warning')
  process.emitWarning('the last one')
  await marker
  process.off('warning', listener)
  const told = known.filter((name) => seen.some((text) => text.includes(`'${name}s'`) && text.includes(`'${name}'`)))
  // One changed letter of a short name makes another word.
  assert.deepEqual(
    told,
    known.filter((name) => name.length > 5)
  )
  assert.ok(!seen.some((text) => text.includes('ofSomePlugin')))
})

test('get() throws for a third argument that is not a function', () => {
  const { app } = createApp()
  for (const options of [undefined, {}, { handler }, 5, [handler]])
    assert.throws(() => app.get('/', options, 'text'), { code: 'FST_ERR_ROUTE_MISSING_HANDLER' }, String(options))
})

test('route() throws for an argument that is neither an endpoint nor options', () => {
  const { app } = createApp()
  for (const given of [undefined, null, 5, 'GET /'])
    assert.throws(() => app.route(Object(app).a ?? given, handler), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The argument of route\(\) must be an endpoint or route options, not /
    })
})
