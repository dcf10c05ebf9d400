import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, isError, Type } from 'espalier'

const json = { 'content-type': 'application/json' }

test('a part of a request that violates its schema gets a 400 that names it, and the handler does not run', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  let runs = 0
  app.post(
    '/:id',
    {
      schema: {
        params: Type.Object({ id: Type.Integer() }),
        querystring: Type.Object({ limit: Type.Integer({ minimum: 1 }) }),
        headers: Type.Object({ 'X-Version': Type.Integer() }),
        body: Type.Object({ name: Type.String({ maxLength: 3 }) })
      }
    },
    async () => {
      runs++
      return 'ok'
    }
  )
  const good = {
    method: 'POST',
    url: '/1?limit=1',
    headers: { ...json, 'x-version': '2' },
    payload: { name: 'abc' }
  } as const
  const cases = [
    [{ ...good, url: '/one?limit=1' }, 'params/id must be integer'],
    [{ ...good, payload: {} }, "body must have required property 'name'"],
    [{ ...good, payload: { name: 'abcd' } }, 'body/name must NOT have more than 3 characters'],
    [{ ...good, url: '/1?limit=0' }, 'querystring/limit must be >= 1'],
    [{ ...good, url: '/1' }, "querystring must have required property 'limit'"],
    [{ ...good, headers: json }, "headers must have required property 'x-version'"]
  ] as const
  for (const [request, message] of cases) {
    const answer = await app.inject({ ...request })
    const body = JSON.stringify({ statusCode: 400, code: 'FST_ERR_VALIDATION', error: 'Bad Request', message })
    assert.deepEqual([answer.statusCode, answer.body], [400, body])
  }
  assert.equal(runs, 0)
  assert.equal((await app.inject({ ...good })).body, 'ok')
})

test('the handler receives coerced and default values, without additional properties', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.post(
    '/',
    {
      schema: {
        querystring: { ids: Type.Array(Type.String(), { default: [] }) },
        body: Type.Object(
          { n: Type.Number(), on: Type.Boolean({ default: true }), none: Type.Union([Type.Null(), Type.String()]) },
          { additionalProperties: false }
        )
      }
    },
    async ({ body, query }) => ({ body, query })
  )
  const send = async (url: string, payload: object) => (await app.inject({ method: 'POST', url, payload })).json()
  assert.deepEqual(await send('/', { n: '4', none: null, extra: 1 }), {
    body: { n: 4, on: true, none: null },
    query: { ids: [] }
  })
  assert.deepEqual((await send('/?ids=a', { n: 1, none: 'x', on: 'false' })) as unknown, {
    body: { n: 1, none: 'x', on: false },
    query: { ids: ['a'] }
  })
  assert.deepEqual(((await send('/?ids=a&ids=b', { n: 1, none: 'x' })) as { query: unknown }).query, {
    ids: ['a', 'b']
  })
})

test('every form of $ref resolves in the validator and in the serializer', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.addSchema({
    $id: 'http://example.com/shared',
    type: 'object',
    definitions: { word: { $id: '#word', type: 'string', maxLength: 3 } },
    properties: { count: { type: 'integer' } }
  })
  const refs = {
    definition: { $ref: 'http://example.com/shared#/definitions/word' },
    anchor: { $ref: 'http://example.com/shared#word' },
    property: { $ref: 'http://example.com/shared#/properties/count' },
    whole: { $ref: 'http://example.com/shared#' },
    local: { $ref: '#/definitions/own' },
    localAnchor: { $ref: '#own' }
  }
  const schema = { type: 'object', definitions: { own: { $id: '#own', type: 'boolean' } }, properties: refs } as const
  app.post('/', { schema: { body: schema, response: { 200: schema } } }, async ({ body }) => body as object)
  const valid = { definition: 'abc', anchor: 'abc', property: 1, whole: { count: 2 }, local: true, localAnchor: false }
  const answer = await app.inject({ method: 'POST', url: '/', payload: valid })
  assert.deepEqual([answer.statusCode, answer.json()], [200, valid])
  const wrong = {
    definition: 'long',
    anchor: 'long',
    property: 'x',
    whole: { count: 'x' },
    local: 'x',
    localAnchor: 'x'
  }
  for (const [name, value] of Object.entries(wrong)) {
    const refused = await app.inject({ method: 'POST', url: '/', payload: { [name]: value } })
    assert.equal(refused.statusCode, 400, name)
    assert.match(refused.body, new RegExp(`body/${name}`))
  }
})

test('a shorthand schema stands for an object in every part of a request and in a response', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.post(
    '/:id',
    {
      schema: {
        params: { id: Type.Integer() },
        query: { page: Type.Optional(Type.Integer()) },
        headers: { 'x-key': Type.String() },
        body: { name: Type.String() },
        response: { 200: { id: Type.Integer(), name: Type.String() } }
      }
    },
    async ({ params, body }) => ({ id: params.id, name: body.name, secret: 'never leaves' })
  )
  const good = { method: 'POST', url: '/3', headers: { 'x-key': 'k' }, payload: { name: 'n' } } as const
  assert.equal((await app.inject(good)).body, '{"id":3,"name":"n"}')
  assert.equal((await app.inject({ ...good, payload: {} })).statusCode, 400)
  assert.equal((await app.inject({ ...good, headers: {} })).statusCode, 400)
  assert.equal((await app.inject({ ...good, url: '/3?page=x' })).statusCode, 400)
})

test('with attachValidation the handler receives the errors of the validator and decides the response', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.post(
    '/',
    { attachValidation: true, schema: { body: Type.Object({ a: Type.Number() }) } },
    async (request, reply) => {
      const error = request.validationError
      if (error === undefined) return { ok: true }
      return reply.code(422).send({ part: error.validationContext, keyword: error.validation[0]?.keyword })
    }
  )
  const answer = await app.inject({ method: 'POST', url: '/', payload: {} })
  assert.deepEqual([answer.statusCode, answer.json()], [422, { part: 'body', keyword: 'required' }])
  assert.deepEqual((await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })).json(), { ok: true })
})

test('an error handler recognizes a validation error by its code and may respond with another status', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.setErrorHandler((error, _request, reply) => {
    if (isError(error, 'FST_ERR_VALIDATION')) return reply.code(422).send({ part: error.validationContext })
    throw error
  })
  app.post('/', { schema: { body: Type.Object({ a: Type.Number() }) } }, async () => 'ok')
  const answer = await app.inject({ method: 'POST', url: '/', payload: {} })
  assert.deepEqual([answer.statusCode, answer.json()], [422, { part: 'body' }])
})

test('the schemaErrorFormatter of the route, of the context or of the app builds the message', async (t) => {
  const app = espalier({ schemaErrorFormatter: (_errors, part) => new Error(`root ${part}`) })
  t.after(() => app.close())
  const schema = { querystring: Type.Object({ a: Type.Number() }) }
  app.get('/root', { schema }, async () => 'ok')
  app.register(async (child) => {
    child.setSchemaErrorFormatter((_errors, part) => new Error(`child ${part}`))
    child.get('/child', { schema }, async () => 'ok')
    child.get(
      '/route',
      { schema, schemaErrorFormatter: (_errors, part) => new Error(`route ${part}`) },
      async () => 'ok'
    )
  })
  for (const name of ['root', 'child', 'route']) {
    assert.equal((await app.inject(`/${name}`)).json<{ message: string }>().message, `${name} querystring`)
  }
})

test('an invalid schema fails the boot with its code and a message that names the route or the cause', async () => {
  for (const [schema, code, text] of [
    [{ body: { type: 'nonsense' } }, 'FST_ERR_SCH_VALIDATION_BUILD', /POST.*\/wrong/],
    [{ body: { $ref: 'absent#' } }, 'FST_ERR_SCH_VALIDATION_BUILD', /absent/],
    [{ response: { 200: { $ref: 'absent#' } } }, 'FST_ERR_SCH_SERIALIZATION_BUILD', /absent/],
    [{ Body: { type: 'object' } }, 'ESP_ERR_SCH_UNKNOWN_KEY', /'Body'.*POST \/wrong.*'body'/],
    [{ body: undefined }, 'ESP_ERR_SCH_UNDEFINED_KEY', /body.*POST \/wrong/],
    [{ query: {}, querystring: {} }, 'FST_ERR_SCH_DUPLICATE', /querystring/],
    [{ response: { 2000: {} } }, 'FST_ERR_SCH_SERIALIZATION_BUILD', /POST.*\/wrong/]
  ] as const) {
    const app = espalier()
    app.post('/wrong', { schema: schema as never }, async () => 'ok')
    await assert.rejects(Promise.resolve(app.ready()), (error: Error & { code: string }) => {
      assert.equal(error.code, code)
      assert.match(error.message, text)
      return true
    })
  }
})

test('a malformed request gets the status of its fault, and the server continues', async (t) => {
  const app = espalier({ bodyLimit: 100 })
  t.after(() => app.close())
  app.post('/', { schema: { body: Type.Object({}) } }, async () => 'ok')
  const send = async (payload: string | Buffer, type: string | undefined, url = '/') => {
    const answer = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: type === undefined ? {} : { 'content-type': type }
    })
    return [answer.statusCode, answer.json<{ code?: string }>().code]
  }
  assert.deepEqual(await send('{', 'application/json'), [400, 'FST_ERR_CTP_INVALID_JSON_BODY'])
  assert.deepEqual(await send('', 'application/json'), [400, 'FST_ERR_CTP_EMPTY_JSON_BODY'])
  assert.deepEqual(await send('{"__proto__":1}', 'application/json'), [400, 'FST_ERR_CTP_INVALID_JSON_BODY'])
  assert.deepEqual(await send(Buffer.from([0x22, 0xff, 0x22]), 'application/json'), [400, 'ESP_ERR_CTP_INVALID_UTF8'])
  assert.deepEqual(await send('x', 'application/xml'), [415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE'])
  assert.deepEqual(await send('x', 'nonsense'), [415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE'])
  assert.deepEqual(await send(`"${'x'.repeat(200)}"`, 'application/json'), [413, 'FST_ERR_CTP_BODY_TOO_LARGE'])
  assert.deepEqual(await send('{}', 'application/json', '/%c0'), [400, 'FST_ERR_BAD_URL'])
  assert.deepEqual(await send('{}', 'application/json', '/nowhere'), [404, undefined])
  assert.equal((await app.inject({ method: 'POST', url: '/', payload: {} })).statusCode, 200)
})
