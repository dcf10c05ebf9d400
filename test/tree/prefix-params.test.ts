import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastifySwagger from '@fastify/swagger'
import { plugin, shared, Type } from '../../src/index.ts'
import { type Anything, createApp } from '../security/wild.ts'

const makePlugin = plugin as Anything
const Org = Type.String({ pattern: '^[a-z]+$' })
const tickets = (setup: (app: Anything) => unknown, params: Anything = { org: Org }) =>
  makePlugin({ name: 'tickets', params, setup })

test('the boot fails for a parameter that the prefix lacks, and the message lists its parameters', async () => {
  const wrong: [string, (app: Anything) => void, RegExp][] = [
    ['without a prefix', (app) => app.register(tickets(() => {})), /under ''.*'org'.*Its parameters: none/],
    [
      'of another',
      (app) =>
        app.register(
          tickets(() => {}),
          { prefix: '/:organization' }
        ),
      /Its parameters: 'organization'/
    ],
    ['inline', (app) => app.register(async () => {}, { prefix: '/:a/:b', params: { c: Org } }), /'c'.*'a', 'b'/]
  ]
  for (const [name, declare, message] of wrong) {
    const { app } = createApp()
    declare(app)
    await assert.rejects(app.ready(), { code: 'ESP_ERR_SCH_PARAM_ABSENT', message }, name)
  }
})

test('the boot fails for a parameter that two levels declare with different schemas', async () => {
  const wrong: ((app: Anything) => void)[] = [
    (app) =>
      app.register(async (child: Anything) => child.register(tickets(() => {})), {
        prefix: '/:org',
        params: { org: Type.Integer() }
      }),
    (app) =>
      app.register(
        tickets(() => {}),
        { prefix: '/:org', params: { org: Type.String() } }
      ),
    (app) =>
      app.register(
        tickets((child) => child.get('/', { schema: { params: { org: Type.String() } } }, () => '')),
        { prefix: '/:org' }
      ),
    (app) => {
      const params = { type: 'object', properties: { org: { type: 'string' } } }
      app.register(
        tickets((child) => child.get('/', { schema: { params } }, () => '')),
        { prefix: '/:org' }
      )
    }
  ]
  for (const declare of wrong) {
    const { app } = createApp()
    declare(app)
    await assert.rejects(app.ready(), {
      code: 'ESP_ERR_SCH_PARAM_CONFLICT',
      message: /declares the prefix parameter 'org', which the enclosing plugin '.*' declares with another schema/
    })
  }
})

test('plugin() throws for params that are not schemas by name', () => {
  for (const params of [null, 1, [], {}, { org: 'string' }, { org: { type: 'string' } }])
    assert.throws(() => makePlugin({ name: 'x', params, setup() {} }), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /'params' of plugin 'x' must be schemas by the name/
    })
})

test('the boot fails for a params schema under a prefix that is not JSON Schema', async () => {
  const { app } = createApp()
  app.setValidatorCompiler(() => () => true)
  app.register(
    tickets((child) => child.get('/', { schema: { params: new Map() } }, () => '')),
    { prefix: '/:org' }
  )
  await assert.rejects(app.ready(), { code: 'ESP_ERR_ARGUMENT_INVALID', message: /GET \/:org\/? must be JSON Schema/ })
})

test('every route validates the parameters of its prefixes, with and without a schema of its own', async () => {
  const { app } = createApp()
  const nested = tickets(
    (child) => {
      child.get('/plain', (request: Anything) => request.params)
      child.get('/own/:id', { schema: { params: { id: Type.Integer() } } }, (request: Anything) => request.params)
      child.get(
        '/json/:id',
        { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } } } },
        (request: Anything) => request.params
      )
      child.get('/ref/:id', { schema: { params: { $ref: 'id#' } } }, (request: Anything) => request.params)
      child.get('/same', { schema: { params: { n: Type.Integer(), org: Org } } }, (request: Anything) => request.params)
    },
    { n: Type.Integer() }
  )
  app.addSchema({ $id: 'id', type: 'object', required: ['id'], properties: { id: { type: 'integer' } } })
  app.register(async (child: Anything) => child.register(nested, { prefix: '/:n' }), {
    prefix: '/orgs/:org',
    params: { org: Org }
  })
  for (const [path, params] of Object.entries({
    plain: {},
    'own/7': { id: 7 },
    'json/7': { id: 7 },
    'ref/7': { id: 7 },
    same: {}
  })) {
    const right = await app.inject(`/orgs/acme/3/${path}`)
    assert.deepEqual(right.json(), { org: 'acme', n: 3, ...params }, path)
    for (const prefix of ['/orgs/ACME/3', '/orgs/acme/three']) {
      const wrong = await app.inject(`${prefix}/${path}`)
      assert.equal(wrong.statusCode, 400, `${prefix}/${path}`)
      assert.match(wrong.json().message, /^params\/(org|n) must/)
    }
  }
  // Also for the HEAD route of the GET route.
  assert.equal((await app.inject({ method: 'HEAD', url: '/orgs/ACME/3/plain' })).statusCode, 400)
  assert.equal((await app.inject({ method: 'HEAD', url: '/orgs/acme/3/plain' })).statusCode, 200)
})

test('prefix parameters are strings before validation and coerced after it', async () => {
  const { app } = createApp()
  const seen: unknown[] = []
  const note = (stage: string) => async (request: Anything) => void seen.push([stage, request.params.n])
  app.register(
    async (child: Anything) => {
      for (const stage of ['onRequest', 'preValidation', 'preHandler', 'onSend']) child.addHook(stage, note(stage))
      child.get('/', () => '')
    },
    { prefix: '/:n', params: { n: Type.Integer() } }
  )
  app.get('/beside/:n', (request: Anything) => request.params)
  await app.inject('/5')
  assert.deepEqual(seen, [
    ['onRequest', '5'],
    ['preValidation', '5'],
    ['preHandler', 5],
    ['onSend', 5]
  ])
  assert.deepEqual((await app.inject('/beside/5')).json(), { n: '5' })
})

test('a not-found handler gets prefix parameters as strings, without validation', async () => {
  const { app } = createApp()
  app.register(
    async (child: Anything) => {
      child.setNotFoundHandler((request: Anything, reply: Anything) =>
        reply.code(404).send({ org: request.params.org })
      )
    },
    { prefix: '/orgs/:org', params: { org: Org } }
  )
  assert.deepEqual((await app.inject('/orgs/acme/nowhere')).json(), { org: 'acme' })
  assert.deepEqual((await app.inject('/orgs/ACME/nowhere')).json(), { org: 'ACME' })
})

test('@fastify/swagger describes prefix parameters, and shared schemas stay unchanged', async () => {
  const { app } = createApp()
  const own = Object.freeze({ params: Object.freeze({ id: Type.Integer() }) })
  await app.register(fastifySwagger, { openapi: { info: { title: 'x', version: '1' } } })
  app.register(
    tickets((child) => child.get('/tickets/:id', { schema: own }, () => '')),
    { prefix: '/orgs/:org' }
  )
  await app.ready()
  const { parameters } = app.swagger().paths['/orgs/{org}/tickets/{id}'].get
  assert.deepEqual(parameters.map(({ name, schema, required }: Anything) => [name, schema.type, required]).sort(), [
    ['id', 'integer', true],
    ['org', 'string', true]
  ])
  assert.deepEqual(Object.keys(own.params), ['id'])
})

test('an option named params that is not schemas by name is passed to the plugin', async () => {
  const { app } = createApp()
  const given: unknown[] = []
  app.register(async (_child: Anything, options: Anything) => given.push(options.params), {
    prefix: '/a',
    params: { pages: 3 }
  })
  await app.ready()
  assert.deepEqual(given, [{ pages: 3 }])
})

test('a misspelt option of register emits a warning when the plugin takes no options', async () => {
  const warnings: string[] = []
  const listen = (warning: Error) => warnings.push(warning.message)
  process.on('warning', listen)
  const { app } = createApp()
  app.register(async () => {}, { prefx: '/a' })
  app.register(async (_child: Anything, options: Anything) => options, { prefixx: '/a' })
  await app.ready()
  await new Promise(setImmediate)
  process.off('warning', listen)
  assert.equal(
    warnings.filter((text) => /Unknown option 'prefx' for the registration of .* Did you mean 'prefix'\?/.test(text))
      .length,
    1
  )
  assert.equal(warnings.filter((text) => text.includes('prefixx')).length, 0)
})

test('params of a shared plugin apply to the context that registers it, whose prefix must have them', async () => {
  const tenancy = (shared as Anything)({
    name: 'tenancy',
    params: { org: Org },
    setup: (inner: Anything) => inner.derive('onRequest', async ({ params }: Anything) => ({ tenant: params.org }))
  })
  const { app } = createApp()
  app.register(
    async (child: Anything) => {
      await child.register(tenancy)
      child.get('/', ({ tenant, params }: Anything) => ({ tenant, params }))
      child.register(async (below: Anything) => below.get('/below', ({ tenant }: Anything) => ({ tenant })))
    },
    { prefix: '/orgs/:org' }
  )
  assert.deepEqual((await app.inject('/orgs/acme')).json(), { tenant: 'acme', params: { org: 'acme' } })
  for (const path of ['/orgs/ACME', '/orgs/ACME/below']) assert.equal((await app.inject(path)).statusCode, 400)
  const beside = createApp()
  beside.app.register(tenancy)
  await assert.rejects(beside.app.ready(), { code: 'ESP_ERR_SCH_PARAM_ABSENT', message: /plugin 'tenancy'/ })
})
