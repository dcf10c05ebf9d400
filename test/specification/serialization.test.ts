import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, Type } from 'espalier'

const secretive = { a: 1, secret: 'never leaves' }
const only = (...names: string[]) =>
  ({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) }) as const

test('a response schema is chosen by exact status, then class, then default, and omits undeclared fields', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.get(
    '/:code',
    { schema: { response: { 200: only('a'), '2xx': only('b'), '4xx': only('c'), default: only('d') } } },
    async (request, reply) => reply.code(Number(request.params.code) as 200).send({ a: 1, b: 2, c: 3, d: 4, secret: 5 })
  )
  for (const [code, body] of [
    [200, '{"a":1}'],
    [201, '{"b":2}'],
    [404, '{"c":3}'],
    [500, '{"d":4}'],
    [302, '{"d":4}']
  ] as const) {
    assert.equal((await app.inject(`/${code}`)).body, body, String(code))
  }
})

test('one status may have a schema for each media type', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  const content = {
    'application/json': { schema: Type.Object({ a: Type.Number() }) },
    'application/vnd.v1+json': { schema: Type.Object({ b: Type.Number() }) }
  }
  app.get('/json', { schema: { response: { 200: { description: 'two forms', content } } } }, async (_request, reply) =>
    reply.type('application/json').send({ a: 1, b: 2 } as { a: number; b: number })
  )
  app.get('/v1', { schema: { response: { 200: { content } } } }, async (_request, reply) =>
    reply.type('application/vnd.v1+json').send({ a: 1, b: 2 } as { a: number; b: number })
  )
  assert.equal((await app.inject('/json')).body, '{"a":1}')
  const v1 = await app.inject('/v1')
  assert.deepEqual([v1.body, v1.headers['content-type']], ['{"b":2}', 'application/vnd.v1+json; charset=utf-8'])
})

test('a missing required field is a 500', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.get('/', { schema: { response: { 200: Type.Object({ a: Type.Number() }) } } }, async () => ({}) as { a: number })
  const answer = await app.inject('/')
  assert.deepEqual(
    [answer.statusCode, answer.json<{ message: string }>().message],
    [500, 'the answer 200 of GET / could not be serialized: "a" is required!']
  )
})

test('a serializer compiler of a context, one of a route and reply.serializer each serialize the payload', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  const schema = { response: { '2xx': only('a') } }
  const compiler = (name: string) => () => (data: unknown) => `${name} ${JSON.stringify(data)}`
  app.register(async (child) => {
    child.setSerializerCompiler(compiler('context'))
    child.get('/context', { schema }, async () => secretive)
    child.get('/route', { schema, serializerCompiler: compiler('route') }, async () => secretive)
    child.get('/reply', { schema }, async (_request, reply) =>
      reply.serializer((payload: unknown) => `reply ${JSON.stringify(payload)}`).send(secretive)
    )
  })
  for (const name of ['context', 'route', 'reply']) {
    assert.equal((await app.inject(`/${name}`)).body, `${name} ${JSON.stringify(secretive)}`)
  }
})

test('a serializer compiler receives the schema, method, url, status and media type', async () => {
  const app = espalier()
  const told: unknown[] = []
  app.setSerializerCompiler(({ schema, ...rest }) => {
    told.push(rest)
    return (data) => JSON.stringify([schema, data])
  })
  app.get(
    '/told',
    {
      exposeHeadRoute: false,
      schema: { response: { 201: only('a'), '4xx': { content: { 'a/b': { schema: only('b') } } } } }
    },
    async () => ({}) as never
  )
  await app.ready()
  assert.deepEqual(told, [
    { method: 'GET', url: '/told', httpStatus: '201' },
    { method: 'GET', url: '/told', httpStatus: '4xx', contentType: 'a/b' }
  ])
})

test('text, bytes, null and an empty payload are sent unchanged with their content type', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.get('/text', async () => 'text')
  app.get('/bytes', async () => Buffer.from('bytes'))
  app.get('/null', async () => null)
  app.get('/empty', async () => {})
  app.get('/html', async (_request, reply) => reply.type('text/html').send('<p>'))
  const answers = []
  for (const url of ['/text', '/bytes', '/null', '/empty', '/html']) {
    const { body, headers } = await app.inject(url)
    answers.push([body, headers['content-type']])
  }
  assert.deepEqual(answers, [
    ['text', 'text/plain; charset=utf-8'],
    ['bytes', 'application/octet-stream'],
    ['null', 'application/json; charset=utf-8'],
    ['', undefined],
    ['<p>', 'text/html']
  ])
})

const instant = new Date('2026-01-02T03:04:05.678Z')
const at = (format: 'date-time' | 'date' | 'time') => Type.String({ format })
const zone = instant.getTimezoneOffset() * 60_000
/** The date in the time zone of the server, which these formats use. */
const local = new Date(instant.getTime() - zone).toISOString()
const full = '2026-01-02T03:04:05.678Z'

test('a Date is sent as text in the format of its schema, at any depth', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  const fields = {
    at: at('date-time'),
    on: Type.Optional(at('date')),
    off: Type.Union([at('time'), Type.Null()]),
    all: Type.Array(Type.Object({ at: Type.Union([Type.Integer(), at('date-time')]) }))
  }
  app.get('/', { schema: { response: { 200: fields } } }, () => {
    return { at: instant, on: instant, off: instant, all: [{ at: instant }, { at: 1 }] }
  })
  app.get('/text', { schema: { response: { 200: fields } } }, (_request, reply) =>
    reply.send({ at: full, off: null, all: [] })
  )
  app.get('/whole', { schema: { response: { 200: at('date-time') } } }, () => instant)
  app.get('/long', { schema: { response: { 200: Type.Array(Type.Object({ on: at('date') })) } } }, () =>
    Array.from({ length: 300 }, () => ({ on: instant }))
  )
  const on = local.slice(0, 10)
  assert.deepEqual((await app.inject('/')).json(), {
    at: full,
    on,
    off: local.slice(11, 19),
    all: [{ at: full }, { at: 1 }]
  })
  assert.deepEqual((await app.inject('/text')).json(), { at: full, off: null, all: [] })
  assert.equal((await app.inject('/whole')).body, JSON.stringify(full))
  assert.deepEqual((await app.inject('/long')).json(), Array(300).fill({ on }))
})

test('an invalid Date is a 500', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.get('/', { schema: { response: { 200: { at: at('date-time') } } } }, () => ({ at: new Date(Number.NaN) }))
  assert.equal((await app.inject('/')).statusCode, 500)
})
