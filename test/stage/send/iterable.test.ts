// An async iterable as a response: a stream, unless something declares it as JSON.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { serve } from '../../security/serve.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { until } from '../../until.ts'

async function* letters() {
  yield 'a'
  await new Promise(setImmediate)
  yield Buffer.from('b')
}

test('a generator is sent as a stream, without a content type unless one is set', async () => {
  const { app } = createApp()
  app.get('/returned', letters)
  app.get('/promised', async () => letters())
  app.get('/sent', (_request: Anything, reply: Anything) => reply.code(201).type('text/csv').send(letters()))
  const answers = await Promise.all(['/returned', '/promised', '/sent'].map((path) => app.inject(path)))
  assert.deepEqual(
    answers.map(({ statusCode, headers, body }) => [statusCode, headers['content-type'], body]),
    [
      [200, undefined, 'ab'],
      [200, undefined, 'ab'],
      [201, 'text/csv', 'ab']
    ]
  )
})

test('with declared responses the content type decides whether an iterable is sent as a stream or as JSON', async () => {
  const { app } = createApp()
  const csv = { content: { 'text/csv': { schema: { type: 'string' } } } }
  const json = { type: 'object', properties: { name: { type: 'string' } } }
  const list = Object.assign(letters(), { name: 'letters', secret: 1 })
  const declare = (path: string, entry: object, type?: string) =>
    app.get(path, { schema: { response: { 200: entry } } }, (_request: Anything, reply: Anything) => {
      if (type !== undefined) reply.type(type)
      return type === 'text/csv' ? letters() : list
    })
  declare('/csv', csv, 'text/csv')
  declare('/untyped', csv)
  declare('/json', json)
  declare('/typed-json', json, 'application/json')
  assert.equal((await app.inject('/csv')).body, 'ab')
  assert.equal((await app.inject('/untyped')).json().code, 'ESP_ERR_RESPONSE_TYPE_UNDECLARED')
  for (const path of ['/json', '/typed-json']) assert.equal((await app.inject(path)).body, '{"name":"letters"}')
})

test('an iterable with toJSON or with a serializer of the reply is not sent as a stream', async () => {
  const { app } = createApp()
  app.get('/json', () => Object.assign(letters(), { toJSON: () => ({ all: 'ab' }) }))
  app.get('/own', (_request: Anything, reply: Anything) => reply.serializer(() => 'own').send(letters()))
  assert.deepEqual((await app.inject('/json')).json(), { all: 'ab' })
  assert.equal((await app.inject('/own')).body, 'own')
})

test('an onSend hook receives an iterable as a stream and may replace it, and preSerialization hooks do not run', async () => {
  const { app } = createApp()
  const seen: string[] = []
  app.addHook('preSerialization', async () => void seen.push('preSerialization'))
  app.addHook('onSend', async (_request: Anything, _reply: Anything, payload: Anything) => {
    seen.push(payload.constructor.name)
    return `${await text(payload)}!`
  })
  app.get('/', letters)
  assert.equal((await app.inject('/')).body, 'ab!')
  assert.deepEqual(seen, ['Readable'])
})

for (const [what, iterable] of [
  [
    'that fails before its first chunk',
    // biome-ignore lint/correctness/useYield: it never comes to that
    async function* () {
      throw new Error('boom')
    }
  ],
  [
    'of chunks that are neither text nor bytes',
    async function* () {
      yield 1
    }
  ]
] as const)
  test(`a generator ${what} gets a 500`, async () => {
    const { app } = createApp({ exposeErrors: false })
    app.get('/', iterable)
    const { statusCode, body } = await app.inject('/')
    assert.equal(statusCode, 500)
    assert.doesNotMatch(body, /boom/)
  })

test('a generator that fails later aborts the response', async (t) => {
  const { port } = await serve(t, {}, (app) =>
    app.get('/', async function* () {
      yield 'a'
      throw new Error('boom')
    })
  )
  const [response] = (await once(get({ port }), 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  await assert.rejects(text(response), { code: 'ECONNRESET' })
})

test('a client that disconnects ends the generator, and so does a HEAD request', async (t) => {
  let ended = 0
  const { port } = await serve(t, {}, (app) =>
    app.get('/', async function* () {
      try {
        for (;;) {
          yield 'tick'
          await new Promise(setImmediate)
        }
      } finally {
        ended++
      }
    })
  )
  const request = get({ port })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await once(response, 'data')
  request.on('error', () => {}).destroy()
  await until(() => ended === 1, 'the end of the generator')
  const [head] = (await once(get({ port, method: 'HEAD' }), 'response')) as [IncomingMessage]
  assert.equal(head.statusCode, 200)
  head.resume()
  await until(() => ended === 2, 'the end of the generator of HEAD')
})

const broken = () => Promise.reject(new Error('forgotten'))
/** Iterates by hand, so that yielded values are not awaited. */
const byHand = (...given: (() => unknown)[]) => ({
  [Symbol.asyncIterator]: () => ({
    next: async () => (given.length > 0 ? { done: false, value: given.shift()?.() } : { done: true, value: undefined })
  })
})

const odd: Readonly<Record<string, () => unknown>> = {
  'a promise': broken,
  'an object with a promise': () => ({ list: [{ of: broken() }] }),
  'a thenable': () =>
    Object.defineProperty({}, 'then', { value: (_: unknown, reject: (e: Error) => void) => reject(new Error()) }),
  'a function': () => () => 1,
  'a symbol': () => Symbol('a')
}
for (const [name, make] of Object.entries(odd))
  test(`${name} as the first value of an iterable gets a 500, and its rejection is handled`, async () => {
    const { app } = createApp()
    for (const type of ['application/x-ndjson', 'application/jsonl', 'text/csv', undefined])
      app.get(`/${type?.replace('/', '-')}`, (_request: Anything, reply: Anything) => {
        if (type !== undefined) reply.type(type)
        return reply.send(byHand(make))
      })
    for (const path of ['/application-x-ndjson', '/application-jsonl', '/undefined', '/text-csv'])
      assert.equal((await app.inject(path)).statusCode, 500, path)
    await new Promise(setImmediate)
  })

test('a later line with a promise aborts the response', async (t) => {
  const { port } = await serve(t, {}, (app) =>
    app.get('/', (_request: Anything, reply: Anything) =>
      reply.type('application/x-ndjson').send(
        byHand(
          () => ({ n: 1 }),
          () => ({ n: broken() })
        )
      )
    )
  )
  const [response] = (await once(get({ port }), 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  await assert.rejects(text(response), { code: 'ECONNRESET' })
})

test('a member without a JSON form is left out of a line, or the line is refused if the member is required', async () => {
  for (const [required, status, body] of [
    [[], 200, '{}\n'],
    [['a'], 500, undefined]
  ] as const) {
    const { app } = createApp()
    const schema = { type: 'object', properties: { a: {} }, required }
    const options = { schema: { response: { 200: { content: { 'application/x-ndjson': { schema } } } } } }
    app.get('/', options, (_request: Anything, reply: Anything) =>
      reply.type('application/x-ndjson').send(byHand(() => ({ a: () => 1 })))
    )
    const answer = await app.inject('/')
    assert.equal(answer.statusCode, status)
    if (body !== undefined) assert.equal(answer.body, body)
  }
})
