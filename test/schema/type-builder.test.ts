import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { JsonTypeBuilder } from '@sinclair/typebox'
import { Type } from '../../src/schema/type-builder.ts'
import { type Anything, createApp } from '../security/wild.ts'

const { JavaScriptTypeBuilder, Type: TypeBox } = createRequire(import.meta.url)('@sinclair/typebox') as {
  JavaScriptTypeBuilder: { prototype: object }
  Type: JsonTypeBuilder
}

test("Type has the functions, the keys and the prototype of TypeBox's Type", () => {
  assert.equal(Type.Object, TypeBox.Object)
  assert.deepEqual(Reflect.ownKeys(Type), Reflect.ownKeys(TypeBox))
  assert.deepEqual(Object.keys(Type), Object.keys(TypeBox))
  assert.equal(Object.getPrototypeOf(Type), Object.getPrototypeOf(TypeBox))
  assert.ok('Object' in Type && 'toString' in Type && !('NoSuchType' in Type))
  assert.deepEqual(Object.keys({ ...Type }), Object.keys({ ...TypeBox }))
  assert.equal(({ ...Type } as JsonTypeBuilder).Object, TypeBox.Object)
  assert.equal(Object.getOwnPropertyDescriptor(Type, 'NoSuchType'), undefined)
})

test('schemas of Type equal those of TypeBox, including the markers', () => {
  const make = (builder: JsonTypeBuilder) =>
    builder.Object({ id: builder.Integer(), name: builder.Optional(builder.String()) })
  assert.deepEqual(make(Type), make(TypeBox))
  assert.deepEqual(Object.getOwnPropertySymbols(make(Type)), Object.getOwnPropertySymbols(make(TypeBox)))
})

test('a record in a body checks property names against their schema', async () => {
  const { app } = createApp()
  app.post(
    '/',
    { schema: { body: Type.Record(Type.String({ minLength: 2 }), Type.Integer()) } },
    ({ body }: Anything) => Object.keys(body).join()
  )
  const send = async (body: object) => (await app.inject({ method: 'POST', url: '/', body })).statusCode
  assert.deepEqual([await send({ ab: 1, 'c\nd': 2 }), await send({ a: 1 }), await send({})], [200, 400, 200])
})

/** Schemas that the types refuse (`types/inexpressible.ts`). */
const inexpressible: Record<string, (builder: Anything) => object> = {
  Date: (builder) => builder.Date(),
  Uint8Array: (builder) => builder.Uint8Array(),
  BigInt: (builder) => builder.BigInt(),
  Undefined: (builder) => builder.Undefined(),
  Void: (builder) => builder.Void(),
  RegExp: (builder) => builder.RegExp(/a/),
  Symbol: (builder) => builder.Symbol(),
  Function: (builder) => builder.Function([], builder.String()),
  Constructor: (builder) => builder.Constructor([], builder.String()),
  Promise: (builder) => builder.Promise(builder.String()),
  Iterator: (builder) => builder.Iterator(builder.String()),
  AsyncIterator: (builder) => builder.AsyncIterator(builder.String())
}

for (const [name, make] of Object.entries(inexpressible))
  test(`Type.${name} fails to start`, async () => {
    const schema = make(TypeBox)
    for (const [part, code] of [
      ['body', 'FST_ERR_SCH_VALIDATION_BUILD'],
      ['querystring', 'FST_ERR_SCH_VALIDATION_BUILD'],
      ['response', 'FST_ERR_SCH_SERIALIZATION_BUILD']
    ] as const)
      for (const placed of [schema, { a: schema }, TypeBox.Array(schema as Anything)]) {
        const { app } = createApp()
        app.post('/', { schema: { [part]: part === 'response' ? { 200: placed } : placed } }, () => '')
        await assert.rejects(async () => app.ready(), { code }, `${name} in ${part}`)
      }
  })

test("every function of TypeBox's JavaScriptTypeBuilder is known as inexpressible or as an operator", () => {
  const beyond = Object.getOwnPropertyNames(JavaScriptTypeBuilder.prototype).filter((name) => name !== 'constructor')
  const others = [
    'Argument',
    'Awaited',
    'ConstructorParameters',
    'InstanceType',
    'Instantiate',
    'Parameters',
    'ReturnType'
  ]
  assert.deepEqual(beyond.sort(), [...Object.keys(inexpressible), ...others].sort())
})

test('Type.Enum of an array is a schema of its values with their common type', async () => {
  const { Kind } = createRequire(import.meta.url)('@sinclair/typebox') as { Kind: symbol }
  const cases: [values: [string | number | null], type: string | undefined][] = [
    [['a', 'b'] as never, 'string'],
    [[1, 2] as never, 'integer'],
    [[1, 2.5] as never, 'number'],
    [['a', 1, null, true] as never, undefined]
  ]
  for (const [values, type] of cases) {
    const schema = Type.Enum(values as never) as Anything
    assert.deepEqual(schema.enum, values)
    assert.equal(schema.type, type)
    assert.equal(schema[Kind], 'Unsafe')
  }
  assert.equal((Type.Enum(['a'] as never, { $id: 'letter' }) as Anything).$id, 'letter')
  const Size = { Small: 's', Large: 'l' }
  assert.deepEqual(Type.Enum(Size), TypeBox.Enum(Size))
  for (const wrong of [[], [undefined], [{}], [1n]])
    assert.throws(() => Type.Enum(wrong as never), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /a list of one or more strings, numbers/
    })
})

test('Type.Enum of an array is validated, coerced and serialized', async () => {
  const { app } = createApp()
  const Level = Type.Enum([1, 2, 3] as never)
  const querystring = { state: Type.Enum(['open', 'closed'] as never), level: Level }
  app.get('/', { schema: { querystring, response: { 200: { level: Level } } } }, ({ query }: Anything) => query)
  assert.deepEqual((await app.inject('/?state=open&level=2')).json(), { level: 2 })
  const refused = await app.inject('/?state=opened&level=2')
  assert.equal(refused.statusCode, 400)
  assert.match(
    refused.json().message,
    /querystring\/state must be equal to one of the allowed values: "open", "closed"/
  )
})
