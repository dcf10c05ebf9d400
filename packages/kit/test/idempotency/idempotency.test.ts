// Tests of the plugin with the store in memory. Killed processes: idempotency/kill.test.ts. Random orders of events:
// idempotency/interleaving.test.ts.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type IdempotencyOptions, type IdempotencyStore, idempotency, memoryStore } from '@espalier/kit/idempotency'
import { idempotencyKey } from '@espalier/kit/idempotency-key'
import { endpoint, espalier, guard, httpError, shared, Type, withDefault } from 'espalier'
import { createClient } from 'espalier/client'
import { openapi } from 'espalier/openapi'
import { until } from '../../../../test/until.ts'

const order = endpoint('POST /orders', {
  headers: idempotencyKey,
  body: { item: Type.String(), amount: withDefault(Type.Integer(), 1) },
  response: { 201: { id: Type.Integer(), item: Type.String() }, '4xx': { code: Type.String() } }
})

type Options = Partial<IdempotencyOptions<unknown>> & { handlerTimeout?: number }

/** Callers send their name in the header `from`. Handlers of the item `slow` wait until the test releases them. */
function appOf(t: TestContext, { handlerTimeout = 60_000, ...options }: Options = {}) {
  const orders: string[] = []
  const held: (() => void)[] = []
  const lines: string[] = []
  const app = espalier({
    handlerTimeout,
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } }
  }).register(idempotency({ store: memoryStore(), scope: ({ headers }) => headers.from ?? '', ...options }))
  app.route(order, async ({ body: { item } }, reply) => {
    if (item === 'gold') throw httpError(409, 'SOLD_OUT', 'There is no gold.')
    if (item === 'late') throw httpError(429, 'TOO_MANY', 'Come again.')
    if (item === 'broken') throw new Error('broken')
    if (item.startsWith('slow')) await new Promise<void>((resolve) => held.push(resolve))
    const id = orders.push(item)
    return reply.code(201).header('location', `/orders/${id}`).header('set-cookie', 'a=b').send({ id, item })
  })
  t.after(() => app.close())
  const post = async (
    key: string | undefined,
    body: object,
    more: { url?: string; headers?: Record<string, string> } = {}
  ) => {
    const headers = { ...(key !== undefined && { 'idempotency-key': key }), ...more.headers }
    const answer = await app.inject({ method: 'POST', url: more.url ?? '/orders', body, headers })
    const {
      location,
      'idempotency-replayed': replayed,
      'set-cookie': cookie,
      'retry-after': after,
      'content-type': type
    } = answer.headers
    return {
      status: answer.statusCode,
      text: answer.body,
      code: JSON.parse(answer.body || '{}').code,
      location,
      replayed,
      cookie,
      after,
      type
    }
  }
  return { app, orders, post, held, lines }
}

test('a repeated request gets the first response, and its handler does not run', async (t) => {
  const { orders, post } = appOf(t)
  const first = await post('"a"', { item: 'tea' })
  assert.deepEqual(first, {
    ...{ status: 201, text: '{"id":1,"item":"tea"}', code: undefined, location: '/orders/1', replayed: undefined },
    ...{ cookie: 'a=b', after: undefined, type: 'application/json; charset=utf-8' }
  })
  for (const _ of [1, 2])
    assert.deepEqual(await post('"a"', { item: 'tea' }), { ...first, replayed: 'true', cookie: undefined })
  assert.equal((await post('"b"', { item: 'tea' })).replayed, undefined)
  assert.deepEqual(orders, ['tea', 'tea'])
})

test('a 4xx response is replayed, and a 500 or a 429 frees the key', async (t) => {
  const { post } = appOf(t)
  const refused = await post('"a"', { item: 'gold' })
  assert.deepEqual([refused.status, refused.code], [409, 'SOLD_OUT'])
  assert.deepEqual(await post('"a"', { item: 'gold' }), { ...refused, replayed: 'true' })
  for (const [item, status] of [
    ['broken', 500],
    ['late', 429]
  ] as const)
    for (const _ of [1, 2]) {
      const answer = await post(`"${item}"`, { item })
      assert.deepEqual([answer.status, answer.replayed], [status, undefined])
    }
  assert.equal((await post('"broken"', { item: 'tea' })).status, 201)
})

test('a key used for another request gets 422', async (t) => {
  const { app, orders, post } = appOf(t)
  app.post('/other', { schema: { headers: idempotencyKey } }, () => 'other')
  await post('"a"', { item: 'tea' })
  for (const [body, url] of [
    [{ item: 'milk' }, '/orders'],
    [{ item: 'tea', amount: 1 }, '/orders'],
    [{ item: 'tea' }, '/orders?a=b'],
    [{ item: 'tea' }, '/other']
  ] as const) {
    const answer = await post('"a"', body, { url })
    assert.deepEqual([answer.status, answer.code, answer.replayed], [422, 'IDEMPOTENCY_KEY_REUSED', undefined])
  }
  await post('"b"', { item: 'tea', amount: 2 })
  assert.equal((await post('"b"', { amount: 2, item: 'tea' })).replayed, 'true')
  assert.equal(orders.length, 2)
})

test('a key in progress gets 409 with Retry-After', async (t) => {
  const { held, orders, post } = appOf(t)
  const first = post('"a"', { item: 'slow' })
  await until(() => held.length === 1, 'the handler')
  const second = await post('"a"', { item: 'slow' })
  assert.deepEqual([second.status, second.code, second.after], [409, 'IDEMPOTENCY_KEY_UNDER_WAY', '1'])
  held[0]?.()
  assert.equal((await first).status, 201)
  assert.deepEqual(await post('"a"', { item: 'slow' }), { ...(await first), replayed: 'true', cookie: undefined })
  assert.equal(orders.length, 1)
})

test('a missing or malformed key gets 400', async (t) => {
  const { orders, post } = appOf(t)
  const wrong = [
    undefined,
    '',
    'a',
    '""',
    '"a',
    'a"',
    '"a"b"',
    '"a\\"',
    '"a\\b"',
    '"é"',
    '"\t"',
    '"a", "b"',
    '"a";b=1',
    `"${'a'.repeat(256)}"`
  ]
  for (const key of wrong) {
    const { status, code } = await post(key, { item: 'tea' })
    assert.deepEqual([status, code], [400, 'FST_ERR_VALIDATION'], key)
  }
  assert.equal(orders.length, 0)
  for (const key of ['"a"', '" "', '"a\\"b\\\\"', `"${'a'.repeat(255)}"`])
    assert.equal((await post(key, { item: 'tea' })).status, 201, key)

  const byHand = espalier({ logger: false }).register(idempotency({ store: memoryStore(), scope: () => '' }))
  byHand.post(
    '/',
    { schema: { headers: Type.Object({ 'Idempotency-Key': Type.Optional(Type.String()) }) } },
    () => 'done'
  )
  t.after(() => byHand.close())
  const codeOf = async (headers: Record<string, string>) =>
    JSON.parse((await byHand.inject({ method: 'POST', url: '/', headers })).body).code
  assert.equal(await codeOf({}), 'IDEMPOTENCY_KEY_MISSING')
  assert.equal(await codeOf({ 'idempotency-key': 'a' }), 'IDEMPOTENCY_KEY_MALFORMED')
})

test('keys of different callers are separate', async (t) => {
  const { orders, post } = appOf(t)
  const of = (from: string, item: string) => post('"a"', { item }, { headers: { from } })
  assert.equal((await of('ada', 'tea')).text, '{"id":1,"item":"tea"}')
  assert.equal((await of('tom', 'milk')).text, '{"id":2,"item":"milk"}')
  assert.equal((await of('ada', 'tea')).text, '{"id":1,"item":"tea"}')
  // Scope and key must not be joined without a separator.
  assert.equal((await post('"b"', { item: 'tea' }, { headers: { from: 'ada"a"' } })).replayed, undefined)
  assert.equal(orders.length, 3)
})

test('guards and validation precede the record, and their responses are not recorded', async (t) => {
  const users = new Map([['ada', 'secret']])
  const identity = shared({
    name: 'identity',
    setup: (app) =>
      app.derive('onRequest', async ({ headers }) => ({
        user: headers.from && users.get(headers.from) ? { id: headers.from } : undefined
      }))
  })
  const requireUser = guard(async ({ user }: { user: { id: string } | undefined }, reply) =>
    user ? { user } : reply.code(401).send({ code: 'NO_USER' })
  )
  const app = espalier({ logger: false })
    .register(identity)
    .addHook('preHandler', requireUser)
    .register(
      idempotency({ store: memoryStore(), scope: ({ user }: { user: { id: string } | undefined }) => user?.id ?? '' })
    )
  let runs = 0
  app.route(order, ({ body: { item } }, reply) => reply.code(201).send({ id: ++runs, item }))
  t.after(() => app.close())
  const post = (from: string, body: object) =>
    app.inject({ method: 'POST', url: '/orders', headers: { from, 'idempotency-key': '"a"' }, body })
  assert.equal((await post('ada', { item: 7, amount: 'many' })).statusCode, 400)
  assert.equal((await post('tom', { item: 'tea' })).statusCode, 401)
  assert.equal((await post('ada', { item: 'tea' })).statusCode, 201)
  users.delete('ada')
  assert.equal((await post('ada', { item: 'tea' })).statusCode, 401)
  assert.equal(runs, 1)

  // @ts-expect-error the requests of this context have no user
  espalier().register(idempotency({ store: memoryStore(), scope: ({ user }: { user: { id: string } }) => user.id }))
})

test('a response that cannot be recorded becomes a 500 and frees the key', async (t) => {
  const { app, post, lines } = appOf(t, { maxResponseBytes: 10 })
  const schema = { headers: idempotencyKey }
  app.post('/stream', { schema }, () => new Blob(['a']).stream())
  app.post('/long', { schema }, () => 'a'.repeat(11))
  app.post('/short', { schema }, () => 'a'.repeat(10))
  for (const url of ['/stream', '/long'])
    for (const _ of [1, 2]) {
      const answer = await post(`"${url}"`, {}, { url })
      assert.deepEqual([answer.status, answer.replayed], [500, undefined])
    }
  assert.match(lines.join(), /cannot be a stream.*cannot be of more than 10 bytes/s)
})

test('routes without a key are unaffected, and an empty response is replayed', async (t) => {
  const { app, post } = appOf(t)
  let runs = 0
  app.post('/free', () => ({ runs: ++runs }))
  app.delete('/carts', { schema: { headers: idempotencyKey } }, async (_request, reply) => {
    runs++
    return reply.code(204).send()
  })
  for (const _ of [1, 2]) await post('"a"', {}, { url: '/free' })
  assert.equal(runs, 2)
  for (const replayed of [undefined, 'true']) {
    const { statusCode, headers, body } = await app.inject({
      method: 'DELETE',
      url: '/carts',
      headers: { 'idempotency-key': '"b"' }
    })
    assert.deepEqual([statusCode, headers['idempotency-replayed'], body], [204, replayed, ''])
  }
  assert.equal(runs, 3)
})

test('a handler that continues after its timeout keeps its key until it ends', async (t) => {
  const { held, post } = appOf(t, { handlerTimeout: 300 })
  assert.equal((await post('"a"', { item: 'slow' })).status, 503)
  assert.equal((await post('"a"', { item: 'slow' })).status, 409)
  assert.equal(held.length, 1)
  held[0]?.()
  // On a slow machine, a request may time out before its handler runs.
  const runsAgain = async () => (await post('"a"', { item: 'slow' })).status === 503 && held.length === 2
  await until(runsAgain, 'a key that is free', { every: 5 })
  held[1]?.()
})

test('a response is recorded even if its client disconnected before', async (t) => {
  const { app, held, orders, post } = appOf(t)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const leave = new AbortController()
  const body = JSON.stringify({ item: 'slow' })
  const headers = { 'content-type': 'application/json', 'idempotency-key': '"a"' }
  const left = fetch(`${origin}/orders`, { method: 'POST', body, headers, signal: leave.signal })
  await until(() => held.length === 1, 'the handler')
  leave.abort()
  await assert.rejects(left)
  held[0]?.()
  await until(async () => (await post('"a"', { item: 'slow' })).status === 201, 'the record', { every: 5 })
  assert.equal((await post('"a"', { item: 'slow' })).replayed, 'true')
  assert.equal(orders.length, 1)
})

test('a hijacked response is logged and frees the key', async (t) => {
  const { app, lines, post } = appOf(t)
  app.post('/raw', { schema: { headers: idempotencyKey } }, async (_request, reply) => {
    reply.hijack()
    reply.raw.end('{}')
  })
  for (const _ of [1, 2]) assert.equal((await post('"a"', {}, { url: '/raw' })).replayed, undefined)
  await until(() => lines.length === 2, 'two lines')
  assert.match(String(lines[0]), /not given to reply\.send/)
})

test('a failure to record is logged, and becomes a 500 with a transactional store', async (t) => {
  const failing = (isTransactional: boolean): IdempotencyStore => ({
    isTransactional,
    begin: async () => ({
      state: 'new',
      claim: { keep: () => Promise.reject(new Error('away')), free: async () => {} }
    })
  })
  const { post, lines } = appOf(t, { store: failing(false) })
  assert.equal((await post('"a"', { item: 'tea' })).status, 201)
  assert.match(String(lines[0]), /was not recorded/)
  assert.equal((await appOf(t, { store: failing(true) }).post('"a"', { item: 'tea' })).status, 500)
})

test('a failure to free a key does not end the process, and the response stays', async (t) => {
  const store: IdempotencyStore = {
    isTransactional: false,
    begin: async () => ({
      state: 'new',
      claim: { keep: async () => {}, free: () => Promise.reject(new Error('away')) }
    })
  }
  const { app, post, lines } = appOf(t, { store })
  app.post('/raw', { schema: { headers: idempotencyKey } }, async (_request, reply) => {
    reply.hijack()
    reply.raw.end('{}')
  })
  assert.equal((await post('"a"', { item: 'late' })).status, 429)
  await post('"b"', {}, { url: '/raw' })
  await until(() => lines.filter((line) => line.includes('a key was not given back')).length === 2, 'both lines')
})

test('missing or invalid options are refused', async (t) => {
  const store = memoryStore()
  const scope = () => ''
  assert.throws(() => idempotency({ scope } as never), /^TypeError: idempotency\(\) needs a 'store'/)
  assert.throws(() => idempotency({ store } as never), /^TypeError: idempotency\(\) needs a 'scope'/)
  for (const wrong of [{ ttl: 0 }, { ttl: 1.5 }, { ttl: Number.POSITIVE_INFINITY }, { maxResponseBytes: '1' as never }])
    assert.throws(
      () => idempotency({ store, scope, ...wrong }),
      /^RangeError: '(ttl|maxResponseBytes)' of idempotency\(\) takes a whole number/
    )
  const { post, lines } = appOf(t, { scope: () => undefined as never })
  assert.equal((await post('"a"', { item: 'tea' })).status, 500)
  assert.match(String(lines[0]), /'scope' of idempotency has to return a text/)
})

const unbuilt = {
  code: 'FST_ERR_SCH_VALIDATION_BUILD',
  message: /POST: \/orders, .*can't resolve reference register-idempotency-before-this-route/
}

test('an app that declares the key without the plugin fails to start with advice', async () => {
  for (const headers of [idempotencyKey, Type.Object(idempotencyKey)]) {
    const app = espalier({ logger: false })
    app.post('/orders', { schema: { headers } }, () => 'done')
    await assert.rejects(async () => await app.ready(), unbuilt)
  }
})

test('a route before the plugin fails to start, and one after it may have the key in an object schema', async (t) => {
  const plugin = idempotency({ store: memoryStore(), scope: () => '' })
  const early = espalier({ logger: false })
  early.route(order, ({ body: { item } }, reply) => reply.code(201).send({ id: 1, item }))
  early.register(plugin)
  await assert.rejects(async () => await early.ready(), unbuilt)

  const app = espalier({ logger: false }).register(plugin)
  t.after(() => app.close())
  let count = 0
  const headers = Type.Object({ ...idempotencyKey, 'x-shop': Type.Integer() })
  app.post('/orders', { schema: { headers } }, (request) => `${++count} of ${request.headers['x-shop'] + 1}`)
  const ask = (key: string) =>
    app.inject({ method: 'POST', url: '/orders', headers: { 'idempotency-key': key, 'x-shop': '6' } })
  assert.deepEqual([(await ask('"a"')).body, (await ask('"a"')).body], ['1 of 7', '1 of 7'])
  assert.equal((await ask('unquoted')).statusCode, 400)
})

test('a manual key header before the plugin fails at its first request, and inner contexts may register again', async (t) => {
  const lines: string[] = []
  const app = espalier({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } })
  t.after(() => app.close())
  const schema = { headers: idempotencyKey }
  app.post('/early', { schema: { headers: { 'idempotency-key': Type.String() } } }, () => 'early')
  app.get('/free', () => 'free')
  const plugin = () => idempotency({ store: memoryStore(), scope: () => '' })
  app.register(plugin())
  app.register(async (below) => {
    below.register(plugin())
    below.post('/late', { schema }, () => 'late')
  })
  const ask = (method: 'GET' | 'POST', url: string) =>
    app.inject({ method, url, headers: { 'idempotency-key': '"a"' } })
  assert.equal((await ask('POST', '/early')).statusCode, 500)
  assert.match(String(lines[0]), /Declare POST \/early after app\.register\(idempotency/)
  assert.equal((await ask('GET', '/free')).body, 'free')
  assert.equal((await ask('POST', '/late')).body, 'late')
})

test('a typed client generates the key, and the document has its header and errors', async (t) => {
  const { app, orders } = appOf(t)
  const api = createClient({ order }, { baseUrl: await app.listen({ port: 0, host: '127.0.0.1' }) })
  const headers = { 'idempotency-key': '"mine"' }
  for (const _ of [1, 2]) {
    assert.ok((await api.order({ body: { item: 'tea' } }).expect(201)).id)
    assert.ok((await api.order({ body: { item: 'milk' }, headers }).expect(201)).id)
  }
  assert.deepEqual(orders, ['tea', 'milk', 'tea'])
  const { paths } = openapi(app, { info: { title: 'Orders', version: '1' } })
  const { parameters, responses } = Object(paths)['/orders'].post
  const [header] = parameters
  assert.deepEqual([header.name, header.in, header.required], ['idempotency-key', 'header', true])
  assert.match(header.description, /Names what the request is to do.+Idempotency-Replayed: true/)
  for (const status of ['409', '422']) assert.ok(responses[status].content['application/json'].schema, status)
  const { steps } = await app.explain({ method: 'POST', path: '/orders' })
  assert.deepEqual(
    steps.flatMap(({ answers }) => (answers === 'unknown' ? [] : answers)),
    [409, 422]
  )
})
