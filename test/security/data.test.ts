/** Schemas are code, and data is not: inherited property names, and numbers, strings and depths at their limits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../fuzz/budget.ts'
import { json, serve } from './serve.ts'
import { type Anything, createApp } from './wild.ts'

const inherited = Object.getOwnPropertyNames(Object.prototype)

function assertClean(): void {
  const left = Object.getOwnPropertyNames(Object.prototype).filter((name) => !inherited.includes(name))
  assert.deepEqual(left, [], 'Object.prototype was changed')
  assert.equal(({} as Anything).polluted, undefined)
  assert.equal(([] as Anything).polluted, undefined)
}

const post = (body: string) => ({ method: 'POST', headers: [json], body })

test('a body with __proto__ or constructor.prototype gets 400, at any depth and with any escape', async (t) => {
  const { send } = await serve(t, {}, (app) => app.post('/', (request: Anything) => Object.assign({}, request.body)))
  const poisons = [
    '{"__proto__":{"polluted":1}}',
    '{"a":[{"b":{"__proto__":{"polluted":1}}}]}',
    '{"\\u005f\\u005fproto__":{"polluted":1}}',
    '{"__proto__" : null}',
    '{"__proto__":1,"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"\\u0063onstructor":{"prototype":{"polluted":1}}}',
    '[{"constructor":{"a":1,"prototype":{}}}]'
  ]
  for (const poison of poisons) assert.equal((await send('/', post(poison)))?.status, 400, poison)
  assert.equal((await send('/', post('{"constructor":1}')))?.body, '{"constructor":1}')
  assertClean()
})

test('poisoning keys that are removed or ignored do not change a prototype', async (t) => {
  for (const action of ['remove', 'ignore']) {
    const options = { onProtoPoisoning: action, onConstructorPoisoning: action }
    const { send } = await serve(t, options, (app) => {
      const properties = { a: { type: 'object', properties: { polluted: { type: 'integer', default: 1 } } } }
      app.post('/', { schema: { body: { type: 'object', properties } } }, (request: Anything) =>
        Object.keys(request.body)
      )
    })
    for (const poison of [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"a":{"__proto__":{"x":1}}}'
    ])
      assert.equal((await send('/', post(poison)))?.status, 200)
    assertClean()
  }
})

for (const name of inherited) {
  const encoded = encodeURIComponent(name)
  const wanted = (part: string, rest: object = {}) => ({
    schema: { [part]: { type: 'object', required: [name], ...rest } }
  })

  test(`the name ${name} in a query, a path or a header is an ordinary name`, async (t) => {
    const { send } = await serve(t, {}, (app) => {
      app.get('/query', wanted('querystring'), (request: Anything) => Object.keys(request.query))
      app.get('/headers', wanted('headers'), () => 'present')
      app.get('/params/:value', (request: Anything) => request.params.value)
      app.get(`/named/:${name}`, (request: Anything) => ({
        own: Object.hasOwn(request.params, name),
        value: request.params[name]
      }))
    })
    assert.equal((await send('/query'))?.status, 400)
    assert.equal((await send(`/query?${encoded}=x`))?.body, JSON.stringify([name]))
    assert.equal((await send(`/query?${encoded}=x&${encoded}=y`))?.status, 200)
    assert.equal((await send('/headers'))?.status, 400)
    assert.equal((await send(`/params/${encoded}`))?.body, name)
    assert.equal((await send('/named/x'))?.body, '{"own":true,"value":"x"}')
    const answer = await send('/headers', { headers: [[name, 'x']] })
    // Node itself keeps no header of that name.
    assert.equal(answer?.status, name === '__proto__' ? 400 : 200)
    assertClean()
  })

  test(`the name ${name} in a schema refers to an own property`, async (t) => {
    const properties = JSON.parse(`{${JSON.stringify(name)}:{"type":"string"}}`)
    const { send } = await serve(t, { onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' }, (app) => {
      app.post('/', wanted('body'), () => 'present')
      app.get('/owns', { schema: { response: { 200: { type: 'object', properties } } } }, () =>
        JSON.parse(`{${JSON.stringify(name)}:"own"}`)
      )
    })
    assert.equal((await send('/', post('{}')))?.status, 400)
    assert.equal((await send('/', post(`{"${name}":"x"}`)))?.status, 200)
    assert.equal((await send('/owns'))?.body, `{"${name}":"own"}`)
    assertClean()
  })

  test(`the name ${name} is not a shared schema, and is refused as an $id`, async () => {
    const { app } = createApp({ logger: false })
    assert.equal(app.getSchema(name), undefined)
    assert.throws(() => app.addSchema({ $id: name, type: 'object' }), { code: 'ESP_ERR_SCH_RESERVED_ID' })
    assert.equal(app.getSchema(name), undefined)
    const schema = { body: { $ref: `${name}#` } }
    app.post('/', { schema }, (request: Anything) => request.body)
    await assert.rejects(async () => app.ready(), { code: 'FST_ERR_SCH_VALIDATION_BUILD' })
    assertClean()
  })

  test(`the name ${name} is refused in a response schema as a status, and is harmless as a decorator`, async () => {
    const { app } = createApp({ logger: false })
    app.get('/', { schema: { response: JSON.parse(`{${JSON.stringify(name)}:{"type":"object"}}`) } }, () => ({}))
    await assert.rejects(async () => app.ready(), { code: /SCH/ })
    for (const verb of ['decorate', 'decorateRequest', 'decorateReply']) {
      const { app: other } = createApp({ logger: false })
      try {
        other[verb](name, () => 'decorated')
        other.get('/', () => 'fine')
        assert.equal((await other.inject('/')).body, 'fine')
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'FST_ERR_DEC_ALREADY_PRESENT')
      }
    }
    assertClean()
  })
}

test('members that a response inherits from Object.prototype are not sent', async () => {
  for (const name of inherited) {
    const { app } = createApp({ logger: false })
    const properties = JSON.parse(`{${JSON.stringify(name)}:{"type":"string"}}`)
    const item = { type: 'object', properties }
    const response = { 200: { type: 'object', properties: { ...properties, list: { type: 'array', items: item } } } }
    const cycle: Anything = Object.freeze({ list: [] as unknown[] })
    cycle.list.push(cycle)
    app.get('/', { schema: { response } }, () => ({ list: [{}, { cycle }] }))
    assert.equal((await app.inject('/' as never)).body, '{"list":[{},{}]}')
  }
})

test('a number that is not finite or not in the declared range does not reach a handler', async (t) => {
  const number = { type: 'object', required: ['n'], properties: { n: { type: 'number' } } }
  const integer = { type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 0, maximum: 10 } } }
  const { send } = await serve(t, {}, (app) => {
    app.post('/', { schema: { body: number } }, (request: Anything) => request.body)
    app.get('/', { schema: { querystring: integer } }, (request: Anything) => request.query)
  })
  for (const text of ['1e400', '-1e400', '"Infinity"', '"-Infinity"', '"NaN"', '"1e999"', '""', '[]', '{}', '"0x1g"'])
    assert.equal((await send('/', post(`{"n":${text}}`)))?.status, 400, text)
  for (const text of ['Infinity', '1e999', 'NaN', '-1', '11', '1.5', '10.0000000001', '', '1e1e1', '--1', '1,1', '%00'])
    assert.equal((await send(`/?n=${text}`))?.status, 400, text)
  assert.equal((await send('/?n=1e1'))?.body, '{"n":10}')
})

test('a string passes through body and response schemas unchanged', async () => {
  const { app } = createApp({ logger: false })
  const schema = { type: 'object', properties: { text: { type: 'string' } } }
  app.post('/', { schema: { body: schema, response: { 200: schema } } }, (request: Anything) => request.body)
  await app.ready()
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ text })
      })
      assert.deepEqual(answer.json(), { text })
    }),
    budget(200)
  )
})

test('data of any depth gets one response', async (t) => {
  const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
  const { send } = await serve(t, { bodyLimit: 10_000_000 }, (app) => {
    app.addSchema({ $id: 'tree', type: 'object', properties: { a: { $ref: 'tree#' } } })
    app.post('/any', (request: Anything) => request.body)
    app.post(
      '/tree',
      { schema: { body: { $ref: 'tree#' }, response: { 200: { $ref: 'tree#' } } } },
      (request: Anything) => request.body
    )
    app.post('/unique', { schema: { body: { type: 'array', uniqueItems: true } } }, () => 'unique')
  })
  for (const depth of [100, 5000, 100_000, 1_000_000]) {
    for (const target of ['/any', '/tree', '/unique']) {
      for (const body of [deep('[', ']', depth), `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`]) {
        const answer = await send(target, post(body))
        assert.ok(
          answer !== null && [200, 400, 413, 500].includes(answer.status),
          `${target} ${depth}: ${answer?.status}`
        )
      }
    }
  }
  assert.equal((await send('/any', post('[]')))?.body, '[]')
})

test('a reply has no header before it is set, even by an inherited name', async (t) => {
  const { send } = await serve(t, {}, (app) =>
    app.get(
      '/',
      (_request: unknown, reply: Anything) =>
        inherited.flatMap((name) => [reply.hasHeader(name), reply.getHeader(name) !== undefined]).filter(Boolean).length
    )
  )
  const answer = await send('/')
  assert.equal(answer?.body, '0')
  assert.equal(answer?.headers.get('content-type')?.join(), 'application/json; charset=utf-8')
})
