// Iterables as lines of JSON, and iterables without a content type for streams.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import { type Anything, createApp } from '../security/wild.ts'

async function* each(...values: unknown[]) {
  for (const value of values) {
    await new Promise(setImmediate)
    yield value
  }
}

const answer =
  (type: string | undefined, ...values: unknown[]) =>
  (_request: Anything, reply: Anything) => {
    if (type !== undefined) reply.type(type)
    return each(...values)
  }

test('an async iterable of objects without a content type, or as JSON, gets a 500 that names application/x-ndjson', async () => {
  const { app } = createApp()
  const schema = { response: { 200: { type: 'object', properties: { n: { type: 'integer' } } } } }
  app.get('/untyped', answer(undefined, { n: 1 }))
  app.get('/json', answer('application/json', { n: 1 }))
  app.get('/schema', { schema }, answer(undefined, { n: 1 }))
  for (const [url, as] of [
    ['/untyped', ' of objects without a content type'],
    ['/json', ' as JSON'],
    ['/schema', ' as JSON']
  ] as const) {
    const { statusCode, json } = await app.inject(url)
    assert.equal(statusCode, 500)
    assert.equal(
      json().message,
      `Route '${url}' (GET) sent an async iterable${as}. Call reply.type('application/x-ndjson') for one line of JSON per item, or send an array.`
    )
  }
})

test('a value without a JSON form gets a 500 when it is the first, and aborts the response later', async (t) => {
  const { app, port } = await serve(t, {}, (app) => {
    app.get('/', answer('application/x-ndjson', undefined))
    app.get(
      '/later',
      answer('application/x-ndjson', { n: 1 }, () => {})
    )
  })
  assert.equal((await app.inject('/')).json().code, 'FST_ERR_REP_INVALID_PAYLOAD_TYPE')
  const [response] = (await once(get({ port, path: '/later' }), 'response')) as [IncomingMessage]
  await assert.rejects(text(response), { code: 'ECONNRESET' })
})

for (const type of ['application/x-ndjson', 'application/jsonl', 'application/x-ndjson; charset=utf-8'])
  test(`each value under ${type} is a line of JSON, and texts and bytes are sent unchanged`, async () => {
    const { app } = createApp()
    app.get('/', answer(type, { n: 1 }, [2], 3, null, '{"n":4}\n', Buffer.from('{"n":5}\n')))
    const { headers, body } = await app.inject('/')
    assert.equal(body, '{"n":1}\n[2]\n3\nnull\n{"n":4}\n{"n":5}\n')
    assert.equal(headers['content-type'], type)
  })

test('the schema of application/x-ndjson is the schema of each line', async () => {
  const { app } = createApp()
  const row = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
  const schema = { response: { 200: { content: { 'application/x-ndjson': { schema: row } } } } }
  app.get('/', { schema }, answer('application/x-ndjson', { n: 1, secret: 2 }))
  app.get('/wrong', { schema }, answer('application/x-ndjson', {}))
  assert.equal((await app.inject('/')).body, '{"n":1}\n')
  assert.equal((await app.inject('/wrong')).statusCode, 500)
})

test('other JSON content types send no lines, and the content type is matched case-insensitively', async () => {
  const { app } = createApp()
  const types = ['application/json-seq', 'application/x-ndjsonx', 'text/x-ndjson', 'Application/JSONL ;charset=utf-8']
  for (const [index, type] of types.entries()) app.get(`/${index}`, answer(type, { n: 1 }))
  const statuses = await Promise.all(types.map(async (_type, index) => (await app.inject(`/${index}`)).statusCode))
  assert.deepEqual(statuses, [500, 500, 500, 200])
})
