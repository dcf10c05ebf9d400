import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@sinclair/typebox'
import fluent from 'fluent-json-schema'
import * as z from 'zod'
import {
  isStandardSchema,
  isTypeBox,
  isTypeBoxOptional,
  kindMark,
  standardJsonOf,
  unwrapFluent
} from '../../src/schema/foreign-schema.ts'
import { createApp } from '../security/wild.ts'

const others = [null, undefined, true, 1, 'text', [], {}, { type: 'string' }, () => 1, Symbol('a')]

test('a fluent schema is unwrapped by any of its three markers', () => {
  const string = fluent.default.string()
  assert.deepEqual(unwrapFluent(string), string.valueOf())
  const schema = { type: 'string' }
  for (const mark of ['isFluentSchema', 'isFluentJSONSchema', Symbol.for('fluent-schema-object')])
    assert.equal(unwrapFluent({ [mark]: true, valueOf: () => schema }), schema)
  for (const other of [...others, { isFluentSchema: false, valueOf: () => schema }, { valueOf: () => schema }])
    assert.equal(unwrapFluent(other), other)
})

test('a TypeBox schema is recognized by the kind symbol of 0.x or the hidden key of 1.x', () => {
  for (const schema of [
    Type.String(),
    { [kindMark]: 'String' },
    Object.defineProperty({}, '~kind', { value: 'String' })
  ])
    assert.equal(isTypeBox(schema), true)
  for (const other of [...others, { kind: 'String' }, { '~optional': true }]) assert.equal(isTypeBox(other), false)
})

test('an optional property of TypeBox is recognized in both versions', () => {
  assert.equal(isTypeBoxOptional(Type.Optional(Type.String())), true)
  assert.equal(isTypeBoxOptional(Object.defineProperty({}, '~optional', { value: true })), true)
  assert.equal(isTypeBoxOptional(Type.String()), false)
})

test('a Standard Schema is recognized by its key, on an object or a function', () => {
  assert.equal(isStandardSchema(z.string()), true)
  assert.equal(isStandardSchema(Object.assign(() => 1, { '~standard': {} })), true)
  assert.equal(isStandardSchema({ '~standard': {} }), true)
  for (const other of [...others, { standard: {} }]) assert.equal(isStandardSchema(other), false)
})

test('a Standard Schema that has a JSON Schema converter yields JSON Schema for input or output', () => {
  const schema = z.object({ a: z.string().default('x') })
  assert.deepEqual(Object(standardJsonOf(schema, 'out')).required, ['a'])
  assert.equal(Object(standardJsonOf(schema, 'in')).required, undefined)
  assert.throws(() => standardJsonOf(z.date(), 'in'))
  for (const none of [{}, { '~standard': {} }, { '~standard': { jsonSchema: {} } }])
    for (const way of ['in', 'out'] as const) assert.equal(standardJsonOf(none, way), undefined)
})

const zodLike = { '~standard': { version: 1, vendor: 'zod', validate: () => ({ value: 1 }) } }

/** ArkType's schemas are functions. */
const arkLike = Object.assign(() => {}, {
  '~standard': { version: 1, vendor: 'arktype', validate: () => ({ value: 1 }) }
})

test('a schema of a library without a provider fails to start with the library, the part and a fix', async () => {
  const parts: [part: string, schema: object, at?: string][] = [
    ['body', { body: zodLike }],
    ['querystring', { querystring: arkLike }],
    ['querystring', { query: zodLike }],
    ['params', { params: zodLike }],
    ['headers', { headers: zodLike }],
    ['response 200', { response: { 200: zodLike } }],
    ['body', { body: { content: { 'application/json': { schema: zodLike } } } }],
    ['response 2xx', { response: { '2xx': { content: { 'application/json': { schema: arkLike } } } } }],
    ['body', { body: { name: zodLike } }, '/name'],
    [
      'body',
      { body: { type: 'object', properties: { tags: { type: 'array', items: zodLike } } } },
      '/properties/tags/items'
    ]
  ]
  for (const [part, schema, at] of parts)
    for (const compile of ['boot', 'lazy']) {
      const { app } = createApp({ compile })
      app.post('/:id', { schema }, () => 'x')
      await assert.rejects(
        async () => app.ready(),
        ({ code, message }: { code: string; message: string }) => {
          assert.equal(code, 'ESP_ERR_SCH_FOREIGN')
          assert.match(
            message,
            new RegExp(`^The '${part}' schema of POST /:id is of (zod|arktype), which this context cannot read`)
          )
          assert.ok(
            message.includes(at === undefined ? 'withTypeProvider(standardSchema())' : `It stands at '${at}'`),
            message
          )
          return true
        }
      )
    }
})

test('custom compilers accept schemas of any library', async () => {
  const { app } = createApp()
  app.setValidatorCompiler(() => (value: unknown) => ({ value }))
  app.setSerializerCompiler(() => () => 'x')
  app.post('/', { schema: { body: zodLike, response: { 200: zodLike } } }, () => 'x')
  assert.equal((await app.inject({ method: 'POST', url: '/', payload: {} })).body, 'x')
})
