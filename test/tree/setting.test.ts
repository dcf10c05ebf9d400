import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

for (const verb of [
  'setValidatorCompiler',
  'setSerializerCompiler',
  'setReplySerializer',
  'setGenReqId',
  'setChildLoggerFactory'
]) {
  test(`${verb} throws for a value that is not a function, and the message names it`, () => {
    for (const given of [undefined, null, 1, {}, 'text'])
      assert.throws(() => createApp().app[verb](given), {
        code: 'ESP_ERR_ARGUMENT_INVALID',
        message: new RegExp(`^The argument of ${verb}\\(\\) must be a function`)
      })
    const { app } = createApp()
    assert.equal(
      app[verb](() => () => 'x'),
      app
    )
  })
}

test('setErrorHandler throws for a value that is not a function', () => {
  for (const given of [undefined, null, 1, {}])
    assert.throws(() => createApp().app.setErrorHandler(given), { code: 'FST_ERR_ERROR_HANDLER_NOT_FN' })
})

test('a second error handler of a context throws with allowErrorHandlerOverride off, and one of a child does not', async () => {
  const { app } = createApp({ allowErrorHandlerOverride: false })
  app.setErrorHandler(() => {})
  assert.throws(() => app.setErrorHandler(() => {}), { code: 'FST_ERR_ERROR_HANDLER_ALREADY_SET' })
  app.register(async (child: Anything) => child.setErrorHandler(() => {}))
  await app.ready()
})

test('setSchemaErrorFormatter throws for a value that is not a synchronous function', () => {
  for (const [given, shown] of [
    [1, 'number'],
    [undefined, 'undefined'],
    [async () => {}, 'AsyncFunction']
  ] as [unknown, string][])
    assert.throws(() => createApp().app.setSchemaErrorFormatter(given), {
      code: 'FST_ERR_SCHEMA_ERROR_FORMATTER_NOT_FN',
      message: new RegExp(`'${shown}'`)
    })
})

test('a schema error formatter has its context as this', async () => {
  const { app } = createApp()
  app.register(async (child: Anything) => {
    child.decorate('mine', 'the child')
    child.setSchemaErrorFormatter(function (this: Anything) {
      return new Error(`of ${this.mine}`)
    })
    child.get('/', { schema: { querystring: { type: 'object', required: ['a'] } } }, () => '')
  })
  assert.equal((await app.inject('/')).json().message, 'of the child')
})

test('setSchemaController takes no argument or a bucket function, which gets the schemas of outer contexts', async () => {
  const { app } = createApp()
  assert.equal(app.setSchemaController(), app)
  assert.equal(app.setSchemaController({}), app)
  assert.throws(() => app.setSchemaController({ bucket: 1 }), { code: 'FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN' })
  app.addSchema({ $id: 'above' })
  let given: unknown
  app.register(async (child: Anything) => {
    child.setSchemaController({
      bucket: (schemas: unknown) => {
        given = schemas
        return { add() {}, getSchema: () => undefined, getSchemas: () => schemas }
      }
    })
  })
  await app.ready()
  assert.deepEqual(given, { above: { $id: 'above' } })
})

test('a context shows its own settings, else those of outer contexts', async () => {
  const { app } = createApp()
  const [validator, serializer, genReqId, factory] = [
    () => () => true,
    () => () => '',
    () => 'id',
    (log: unknown) => log
  ]
  app
    .setValidatorCompiler(validator)
    .setSerializerCompiler(serializer)
    .setGenReqId(genReqId)
    .setChildLoggerFactory(factory)
  const own = () => 'own'
  app.register(
    async function inner(child: Anything) {
      assert.equal(child.validatorCompiler, validator)
      assert.equal(child.serializerCompiler, serializer)
      assert.equal(child.childLoggerFactory, factory)
      child.setGenReqId(own)
      assert.deepEqual([child.genReqId, app.genReqId], [own, genReqId])
      assert.deepEqual([child.prefix, child.pluginName], ['/inner', 'inner'])
    },
    { prefix: '/inner' }
  )
  await app.ready()
  assert.equal(app.prefix, '')
})

test('a built compiler is shown in its context and below, and not above or beside', async () => {
  const { app } = createApp()
  const schema = { querystring: { type: 'object' }, response: { 200: { type: 'string' } } }
  const seen: Record<string, Anything> = {}
  app.register(async function building(child: Anything) {
    seen.building = child
    child.get('/', { schema }, () => '')
    child.register(async (below: Anything) => {
      seen.below = below
    })
  })
  app.register(async (beside: Anything) => {
    seen.beside = beside
  })
  app.register(async (asking: Anything) => {
    seen.querying = asking
    asking.get('/query', { schema: { querystring: { type: 'object' } } }, () => '')
  })
  app.register(async (answering: Anything) => {
    seen.answering = answering
    answering.get('/answer', { schema: { response: { 200: { type: 'string' } } } }, () => '')
  })
  await app.ready()
  const shown = (context: Anything) => [typeof context.validatorCompiler, typeof context.serializerCompiler]
  assert.deepEqual(shown(app), ['undefined', 'undefined'])
  assert.deepEqual(shown(seen.beside), ['undefined', 'undefined'])
  assert.deepEqual(shown(seen.building), ['function', 'function'])
  assert.equal(seen.below.validatorCompiler, seen.building.validatorCompiler)
  assert.equal(seen.below.serializerCompiler, seen.building.serializerCompiler)
  assert.deepEqual(shown(seen.querying), ['function', 'undefined'])
  assert.deepEqual(shown(seen.answering), ['undefined', 'function'])
})

test('errorHandler is that of its context, with that context as this', async () => {
  const { app } = createApp()
  const called: unknown[] = []
  const byDefault = app.errorHandler
  app.setErrorHandler(function (this: unknown, error: unknown) {
    called.push([this, error])
  })
  let child: Anything
  app.register(async (plugin: Anything) => {
    child = plugin
    plugin.errorHandler('from a child', {}, {})
    plugin.setErrorHandler(() => 'own')
  })
  await app.ready()
  assert.equal(child.errorHandler(), 'own')
  assert.notEqual(app.errorHandler, byDefault)
  assert.deepEqual(called, [[app, 'from a child']])
})

test('the default error handler and childLoggerFactory can be called from a child context', async () => {
  const { app } = createApp()
  app.register(async (child: Anything) => {
    child.setErrorHandler((error: unknown, request: unknown, reply: unknown) => app.errorHandler(error, request, reply))
    child.setChildLoggerFactory((logger: Anything, bindings: object, options: object, raw: unknown) =>
      app.childLoggerFactory(logger, { ...bindings, more: 1 }, options, raw)
    )
    child.get('/', (request: Anything) => {
      assert.equal(request.log.bindings().more, 1)
      throw Object.assign(new Error('short and stout'), { statusCode: 418 })
    })
  })
  const { statusCode, body } = await app.inject('/')
  assert.equal(statusCode, 418)
  assert.equal(JSON.parse(body).message, 'short and stout')
})
