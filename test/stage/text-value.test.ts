/**
 * The law of texts under JSON: the client of a contract reads what the handler returned, or the answer is a 500. Where JSON was set as the media type, a
 * text is JSON, and the client reads the value that it stands for.
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
/** Schemas, and the texts that they take as values. */
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

/** What the values of JSON are called, as far as schemas tell them apart. */
const parse = (given: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(given) }
  } catch {
    return undefined
  }
}

for (const [name, [schema, takes]] of Object.entries(schemas))
  describe(`where JSON of ${name} is declared`, () => {
    const { answer } = serve(schema)

    test('the client reads the text that was returned, where the schema takes it', async () => {
      await fc.assert(
        fc.asyncProperty(texts, async (given) => {
          const { status, body, type } = await answer(() => given)
          if (!takes(given)) return assert.equal(status, given === '' ? 200 : 500)
          assert.deepEqual([status, type, body], [200, 'application/json', given])
        }),
        budget(60)
      )
    })

    test('a text of JSON is what it stands for, and one that is the value instead is refused', async () => {
      await fc.assert(
        fc.asyncProperty(texts, async (given) => {
          const read = await answer((reply) => reply.type('application/json').send(given))
          const json = parse(given)
          // What no schema takes as a text was written for JSON, and is not looked at.
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

test('the refusal says what to write, and the log has it', async () => {
  const { answer, lines } = serve(text)
  assert.equal((await answer((reply) => reply.type('application/json').send('token'))).status, 500)
  const { err } = lines.find(({ level }) => level === 50) as { err?: Anything }
  assert.equal(err.code, 'ESP_ERR_REP_TEXT_NOT_JSON')
  assert.match(
    err.message,
    /^Route '\/' \(GET\) answered 200 as 'application\/json' with a text .* Send JSON\.stringify\(text\), or/
  )
})

test('a text is plain where plain text or everything is declared, too', async () => {
  for (const other of ['text/plain', '*/*']) {
    const { answer } = serve(text, ['application/json', other])
    const { status, type, body } = await answer(() => '"x"')
    assert.deepEqual([status, type, body], [200, 'text/plain', '"x"'])
  }
})

test('a text of an error stays as it is, and so does one under another media type of JSON', async () => {
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

test('hooks and a serializer of the reply see the text as a value', async () => {
  const { app } = createApp()
  const content = { 'application/json': { schema: text } }
  app.addHook('preSerialization', async (_request: unknown, _reply: unknown, payload: unknown) => `${payload}!`)
  app.get('/', { schema: { response: { 200: { content } } } }, () => 'x')
  assert.equal((await app.inject('/')).body, '"x!"')
})

test('a serializer that promises a text takes none', async () => {
  const { app } = createApp()
  const serializerCompiler = () => () => Promise.reject(new Error('unheard'))
  const schema = { response: { 200: { content: { 'application/json': { schema: text } } } } }
  app.get('/', { schema, serializerCompiler }, () => 'x')
  assert.equal((await app.inject('/')).statusCode, 500)
})
