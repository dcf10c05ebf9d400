// test/consumers/events validates the documents with the parser of AsyncAPI.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { endpoint, events, Type } from 'espalier'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { type AsyncApiDocument, createAsyncApi } from '../../src/asyncapi/asyncapi.ts'
import { EventLogError, topic } from '../../src/index.ts'

const require = createRequire(import.meta.url)
const { Ajv }: typeof import('ajv') = require('ajv')

const info = { title: 'Help desk', version: '1.0.0' }
const Book = Type.Object({ title: Type.String() }, { $id: 'Book' })
const stream = events({ lent: Type.Object({ book: Type.Ref('Book'), on: Type.String() }), reset: Type.Null() })
const loans = topic('loans', stream, { schemas: [Book], version: 3 })
const town = Type.String({ description: 'A town', enum: ['york', 'bath'] })
const watch = endpoint('GET /towns/:town/loans', { params: { town }, response: { 200: stream } })
const write = endpoint('POST /towns/:town/loans', { params: { town }, response: { 204: Type.Null() } })

const referencesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, one]) =>
        key === '$ref' && typeof one === 'string' ? [one] : referencesIn(one)
      )

const at = (document: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (value, key) => Reflect.get(Object(value), key.replaceAll('~1', '/').replaceAll('~0', '~')),
      document
    )

function judge(document: AsyncApiDocument, schema: string) {
  const ajv = new Ajv({ strict: false, logger: false }).addSchema({ ...document, $id: 'document' })
  return (data: unknown) => ajv.validate({ $ref: `document#/components/schemas/${schema}` }, data)
}

test('a topic is a channel with send and receive operations, without the reset event', () => {
  const { channels, operations, components } = createAsyncApi({ info, topics: [loans.of('{town}')] })
  assert.deepEqual(channels, {
    loans_town: {
      address: 'loans/{town}',
      description: 'A topic of the log, in the order of commits.',
      'x-version': 3,
      parameters: { town: {} },
      messages: { lent: { $ref: '#/components/messages/loans_town.lent' } }
    }
  })
  const own = {
    channel: { $ref: '#/channels/loans_town' },
    messages: [{ $ref: '#/channels/loans_town/messages/lent' }]
  }
  assert.deepEqual(operations, {
    append_loans_town: { action: 'send', summary: 'Append an event.', ...own },
    read_loans_town: { action: 'receive', summary: 'Read the events behind a place.', ...own }
  })
  assert.deepEqual(Object.keys(components.messages), ['loans_town.lent'])
  assert.deepEqual(Object.keys(components.schemas), ['Book', 'loans_town.lent'])
})

test('a streaming route is a separate channel with the schemas of its topic', () => {
  const document = createAsyncApi({ info, topics: [loans], routes: { watch, write } })
  assert.deepEqual(Object.keys(document.channels), ['loans', 'watch'])
  const { address, parameters, messages } = document.channels.watch ?? {}
  assert.equal(address, '/towns/{town}/loans')
  assert.deepEqual(parameters, { town: { description: 'A town', enum: ['york', 'bath'] } })
  assert.deepEqual(Object.keys(messages ?? {}), ['lent', 'reset'])
  assert.equal(document.operations.watch?.action, 'send')
  assert.deepEqual(document.operations.watch?.bindings, { http: { method: 'GET', bindingVersion: '0.3.0' } })
  const { 'loans.lent': kept, 'watch.lent': sent } = document.components.messages
  assert.deepEqual(sent?.payload, kept?.payload)
})

test('HTTP servers have the routes, and other servers the topics', () => {
  const servers = {
    api: { host: 'api.example.com', protocol: 'https' },
    log: { host: 'redis:6379', protocol: 'redis' }
  }
  const document = createAsyncApi({ info, topics: [loans], routes: { watch }, servers })
  assert.deepEqual(document.servers, servers)
  assert.deepEqual(document.channels.loans?.servers, [{ $ref: '#/servers/log' }])
  assert.deepEqual(document.channels.watch?.servers, [{ $ref: '#/servers/api' }])
})

test('schemas in the document accept the same data as in the topic', () => {
  const Tree = Type.Recursive((This) => Type.Object({ children: Type.Array(This) }), { $id: 'Tree' })
  const own = {
    type: 'object',
    definitions: { 'a/b': { type: 'integer' } },
    properties: { n: { $ref: '#/definitions/a~1b' }, $ref: { const: { $ref: 'data' } } }
  }
  const standard = {
    '~standard': {
      version: 1 as const,
      vendor: 'test',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: ({ target }: { target: string }) => ({ type: 'string', description: target }) }
    }
  }
  const silent = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } }
  const all = events({ tree: Type.Object({ root: Tree }), own, fields: { a: Type.Integer() }, standard, silent })
  const document = createAsyncApi({ info, topics: [topic('all', all)] })
  for (const reference of referencesIn(document.components))
    if (reference !== 'data') assert.notEqual(at(document, reference), undefined, reference)
  assert.equal(JSON.stringify(document).includes('$id'), false)
  const leaf = { children: [] }
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    ['all.tree', { root: { children: [leaf] } }, { root: { children: [{}] } }],
    ['all.own', { n: 1 }, { n: 'one' }],
    ['all.own', { $ref: { $ref: 'data' } }, { $ref: 'other' }],
    ['all.fields', { a: 1 }, {}],
    ['all.standard', 'a text', 1]
  ]
  for (const [schema, good, bad] of cases) {
    assert.equal(judge(document, schema)(good), true, schema)
    assert.equal(judge(document, schema)(bad), false, schema)
  }
  assert.deepEqual(document.components.schemas['all.standard'], { type: 'string', description: 'draft-07' })
  assert.deepEqual(document.components.schemas['all.silent'], {})
})

test('topics of any name have channels, and every reference resolves', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => {
    try {
      topic(text, stream, { schemas: [Book] })
      return true
    } catch {
      return false
    }
  })
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
      const topics = names.map((one) => topic(one, stream, { schemas: [Book] }))
      const document = createAsyncApi({ info, topics, routes: { watch } })
      const addresses = Object.values(document.channels).map(({ address }) => address)
      assert.deepEqual(addresses.toSorted(), [...names, '/towns/{town}/loans'].toSorted())
      for (const key of Object.keys(document.channels)) assert.match(key, /^[\w.-]*$/)
      for (const reference of referencesIn(document)) assert.notEqual(at(document, reference), undefined, reference)
    }),
    budget(50)
  )
})

test('patterns, optional parameters and wildcards of paths are parameters', () => {
  const addressOf = (path: string) => {
    const route = { method: 'GET', path, schema: { response: { 200: stream } } }
    return createAsyncApi({ info, topics: [loans], routes: { route } }).channels.route?.address
  }
  assert.equal(addressOf('/a/:n(\\d+)/b/:c?'), '/a/{n}/b/{c}')
  assert.equal(addressOf('/files/*'), '/files/{wildcard}')
})

test('a value that is not a topic, and an unresolved reference, throw', () => {
  const isFault = (message: RegExp) => (error: unknown) =>
    error instanceof EventLogError && error.code === 'ESP_ERR_EVENT_TOPIC' && message.test(error.message)
  assert.throws(
    () => Reflect.apply(createAsyncApi, undefined, [{ info, topics: ['loans'] }]),
    isFault(/Make one by topic/)
  )
  assert.throws(
    () => createAsyncApi({ info, topics: [], routes: { watch } }),
    isFault(/schema of 'watch.lent' refers to 'Book', which is not there. Pass that in the option 'schemas'/)
  )
  assert.ok(createAsyncApi({ info, topics: [], routes: { watch }, schemas: [Book] }).channels.watch)
})
