import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, Type } from '../../src/index.ts'
import { contentOf, describeContent, hasNoContent } from '../../src/openapi/content.ts'
import { Components } from '../../src/openapi/schema/components.ts'
import { convertInPlace } from '../../src/openapi/schema/convert.ts'
import { nodeOf } from '../../src/tree/node.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { operationOf } from './describing.ts'

const body = async (schema: object): Promise<Anything> =>
  (await operationOf((app) => app.post('/', { schema }, () => 1))).requestBody
const answer = async (value: unknown, more: object = {}, options = {}): Promise<Anything> =>
  (await operationOf((app) => app.get('/', { schema: { response: { 200: value }, ...more } }, () => 1), options))
    .responses[200].content

const text = { type: 'string' }
const object = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }

test('a body is described as JSON, as text for text schemas, or by the consumed media types', async () => {
  assert.deepEqual(await body({ body: { a: Type.String() } }), {
    required: true,
    content: { 'application/json': { schema: object } }
  })
  assert.deepEqual(Object.keys((await body({ body: Type.String() })).content), ['application/json', 'text/plain'])
  assert.deepEqual(
    Object.keys((await body({ body: object, consumes: ['application/x-www-form-urlencoded'] })).content),
    ['application/x-www-form-urlencoded']
  )
  assert.deepEqual(await body({ consumes: ['multipart/form-data'] }), {
    content: { 'multipart/form-data': { schema: {} } }
  })
  assert.equal(await body({}), undefined)
  assert.equal((await body({ body: { type: ['object', 'null'] } })).required, undefined)
})

test('a body with a schema for each media type keeps the keys beside it', async () => {
  const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
  const content = {
    'application/json': { schema: object, examples: { one: { value: { a: 'x' } } } },
    'multipart/form-data': { schema: file, encoding: { file: { contentType: 'image/png' } }, other: 1, 'x-own': 2 }
  }
  assert.deepEqual(await body({ body: { description: 'either', content } }), {
    description: 'either',
    required: true,
    content: {
      'application/json': { schema: object, examples: { one: { value: { a: 'x' } } } },
      'multipart/form-data': { schema: file, encoding: { file: { contentType: 'image/png' } }, 'x-own': 2 }
    }
  })
})

test('a response is described as JSON, as text for text schemas, or by the produced media types', async () => {
  assert.deepEqual(Object.keys(await answer(object)), ['application/json'])
  assert.deepEqual(Object.keys(await answer(Type.String())), ['text/plain'])
  assert.deepEqual(Object.keys(await answer(object, { produces: ['application/hal+json', 'text/html'] })), [
    'application/hal+json',
    'text/html'
  ])
  const types = { 'image/png': { schema: Type.String() }, 'application/json': { schema: object } }
  assert.deepEqual(Object.keys(await answer({ content: types })), ['image/png', 'application/json'])
})

test('a response field named content is a field', async () => {
  assert.deepEqual((await answer({ content: Type.String() }))['application/json'].schema.required, ['content'])
  for (const value of [undefined, null, 1, {}, { content: 1 }, { content: { a: 1 } }])
    assert.equal(contentOf(value), undefined)
  assert.ok(hasNoContent(Type.Null()) && !hasNoContent({}) && !hasNoContent(null))
})

const News = Type.Object({ title: Type.String() }, { $id: 'news' })
const stream = events({ news: Type.Ref(News), done: { count: Type.Integer() } })

function described(value: unknown, version: '3.1' | '3.2'): Anything {
  const components = new Components()
  const context = { node: nodeOf(createApp().app), shared: { news: News } }
  const content = describeContent(value, 'out', () => [], { context, components, version, operationId: 'op' })
  components.finish((schema, scope) => convertInPlace(schema, scope, components))
  return content
}

test('an event stream describes its events, in 3.1 beside a text schema', () => {
  const data = (contentSchema: object) => ({ contentMediaType: 'application/json', contentSchema })
  const required = ['event', 'data']
  const item = {
    type: 'object',
    properties: { event: text, data: text, id: text, retry: { type: 'integer', minimum: 0 } },
    oneOf: [
      { required, properties: { event: { const: 'news' }, data: data({ $ref: '#/components/schemas/news' }) } },
      {
        required,
        properties: {
          event: { const: 'done' },
          data: data({ type: 'object', required: ['count'], properties: { count: { type: 'integer' } } })
        }
      }
    ]
  }
  assert.deepEqual(described(stream, '3.2'), { 'text/event-stream': { itemSchema: item } })
  const { 'text/event-stream': old } = described(stream, '3.1')
  assert.deepEqual(old['x-itemSchema'], item)
  assert.equal(old.schema.type, 'string')
})

test('another stream may describe its items beside the whole', () => {
  const lines = { content: { 'application/jsonl': { schema: Type.String(), itemSchema: { a: Type.String() } } } }
  assert.deepEqual(described(lines, '3.2'), {
    'application/jsonl': { schema: text, itemSchema: object }
  })
  assert.deepEqual(described(lines, '3.1'), { 'application/jsonl': { schema: text, 'x-itemSchema': object } })
})

test('the schema of JSON lines describes each line as sent', () => {
  const lines = { content: { 'application/x-ndjson; charset=utf-8': { schema: { a: Type.String() } } } }
  const type = 'application/x-ndjson; charset=utf-8'
  assert.deepEqual(described(lines, '3.2'), { [type]: { itemSchema: object } })
  assert.deepEqual(described(lines, '3.1')[type]['x-itemSchema'], object)
})
