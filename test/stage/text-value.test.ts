/**
 * The law of texts under JSON: the client of a contract reads the returned text, or the response is a 500. With the content type application/json, a
 * text is JSON, and the client reads its value.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { toFetchHandler } from '../../src/adapter/fetch/index.ts'
import { createClient } from '../../src/client/index.ts'
import { endpoint } from '../../src/contract/index.ts'
import { standardSchema } from '../../src/provider/standard-schema.ts'
import { budget } from '../fuzz/budget.ts'
import { type Anything, createApp } from '../security/wild.ts'

const object = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }
const text = { type: 'string' }
/** Schemas, and the texts that they accept as values. */
const schemas: Readonly<Record<string, [schema: Anything, takes: (text: string) => boolean]>> = {
  'all texts': [text, () => true],
  'texts of a list': [{ enum: ['x', '"x"', '5', ''] }, () => true],
  'texts or null': [{ type: ['string', 'null'] }, () => true],
  'numbers or texts': [{ type: ['number', 'string'] }, () => true],
  'a reference': [{ $ref: 'name#' }, () => true],
  'a union with objects': [{ anyOf: [object, text] }, () => true],
  'a union of one text': [{ anyOf: [{ const: '"x"' }, object] }, (given) => given === '"x"'],
  everything: [{}, () => true],
  'Zod: texts': [z.string(), () => true],
  'Zod: a union': [z.union([z.number(), z.string()]), () => true],
  'objects alone': [object, () => false],
  'lists alone': [{ type: 'array', items: text }, () => false],
  integers: [{ type: 'integer' }, () => false]
}

const texts = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    'token',
    '"x"',
    '""',
    '5',
    '1e400',
    'null',
    'true',
    '{"a":"b"}',
    '["x"]',
    ' "x"',
    '"x',
    '\u2028',
    '\ud800',
    '\0'
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify(value))
)

function serve(schema: Anything, media = ['application/json'], options = {}) {
  const { app, lines } = createApp(options)
  app.addSchema({ $id: 'name', type: 'string' })
  const content = Object.fromEntries(media.map((type) => [type, { schema }]))
  const read = endpoint('GET /', { response: { 200: { content } } } as never) as Anything
  const context = schema['~standard'] ? app.withTypeProvider(standardSchema()) : app
  let handler: (reply: Anything) => unknown = () => undefined
  context.route(read, (_request: unknown, reply: Anything) => handler(reply))
  const handle = toFetchHandler(app as Anything)
  const api = createClient(
    { read },
    { baseUrl: 'http://localhost', fetch: (url, init) => handle(new Request(url, init)) }
  ) as Anything
  const answer = async (given: typeof handler) => {
    handler = given
    return api.read().catch((error: Anything) => error)
  }
  return { app, lines, answer }
}

/** The parsed value of a text, or `undefined` for a text that is not JSON. */
const parse = (given: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(given) }
  } catch {
    return undefined
  }
}

for (const [name, [schema, takes]] of Object.entries(schemas))
  describe(`with JSON of ${name} declared`, () => {
    const { answer } = serve(schema)

    test('a returned text reaches the client unchanged if the schema accepts it, and otherwise is a 500', async () => {
      await fc.assert(
        fc.asyncProperty(texts, async (given) => {
          const { status, body, type } = await answer(() => given)
          if (!takes(given)) return assert.equal(status, given === '' ? 200 : 500)
          assert.deepEqual([status, type, body], [200, 'application/json', given])
        }),
        budget(60)
      )
    })

    test('a text sent as application/json is taken as JSON, and refused if it is the value itself', async () => {
      await fc.assert(
        fc.asyncProperty(texts, async (given) => {
          const read = await answer((reply) => reply.type('application/json').send(given))
          const json = parse(given)
          // A text that the schema does not accept as a value is meant as JSON, and is not checked.
          if (!takes(given)) {
            if (given === '') return
            assert.deepEqual([read.status, read.code], [200, json ? undefined : 'ESP_ERR_ANSWER_UNREADABLE'])
            return assert.deepEqual(read.body, json ? json.value : Buffer.from(given).toString())
          }
          if (read.status === 200) assert.deepEqual(read.body, json?.value)
          else assert.equal(read.status, 500)
          if (json === undefined || (name === 'all texts' && typeof json.value !== 'string'))
            assert.equal(read.status, 500)
          else if (typeof json.value === 'string' && takes(json.value)) assert.equal(read.status, 200)
        }),
        budget(60)
      )
    })
  })

test('the error for a text that is not JSON proposes JSON.stringify and is logged', async () => {
  const { answer, lines } = serve(text)
  assert.equal((await answer((reply) => reply.type('application/json').send('token'))).status, 500)
  const { err } = lines.find(({ level }) => level === 50) as { err?: Anything }
  assert.equal(err.code, 'ESP_ERR_REP_TEXT_NOT_JSON')
  assert.match(
    err.message,
    /^Route '\/' \(GET\) answered 200 as 'application\/json' with a text .* Send JSON\.stringify\(text\), or/
  )
})

test('a text is sent as text/plain when text/plain or */* is declared too', async () => {
  for (const other of ['text/plain', '*/*']) {
    const { answer } = serve(text, ['application/json', other])
    const { status, type, body } = await answer(() => '"x"')
    assert.deepEqual([status, type, body], [200, 'text/plain', '"x"'])
  }
})

test('a text sent with an error status or as application/x-ndjson stays unchanged', async () => {
  const { app } = createApp()
  const content = { 'application/json': { schema: text }, 'application/x-ndjson': { schema: text } }
  app.get(
    '/',
    { schema: { response: { 200: { content }, 404: { content } } } },
    (request: Anything, reply: Anything) =>
      request.query.lines ? reply.type('application/x-ndjson').send('a\n') : reply.code(404).send('none')
  )
  assert.equal((await app.inject('/')).headers['content-type'], 'text/plain; charset=utf-8')
  assert.equal((await app.inject('/?lines=1')).body, 'a\n')
})

test('a preSerialization hook receives the text before it becomes JSON', async () => {
  const { app } = createApp()
  const content = { 'application/json': { schema: text } }
  app.addHook('preSerialization', async (_request: unknown, _reply: unknown, payload: unknown) => `${payload}!`)
  app.get('/', { schema: { response: { 200: { content } } } }, () => 'x')
  assert.equal((await app.inject('/')).body, '"x!"')
})

test('a serializer that returns a promise for a text gets a 500', async () => {
  const { app } = createApp()
  const serializerCompiler = () => () => Promise.reject(new Error('unheard'))
  const schema = { response: { 200: { content: { 'application/json': { schema: text } } } } }
  app.get('/', { schema, serializerCompiler }, () => 'x')
  assert.equal((await app.inject('/')).statusCode, 500)
})
