// The builder that loads TypeBox late is TypeBox's own object to whoever looks at it.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { Type as Builder } from '@sinclair/typebox'
import { Type } from '../../src/schema/type-builder.ts'

const { Type: TypeBox } = createRequire(import.meta.url)('@sinclair/typebox') as { Type: typeof Builder }

test('it has the functions, the names and the prototype of the object that it stands for', () => {
  assert.equal(Type.Object, TypeBox.Object)
  assert.deepEqual(Reflect.ownKeys(Type), Reflect.ownKeys(TypeBox))
  assert.deepEqual(Object.keys(Type), Object.keys(TypeBox))
  assert.equal(Object.getPrototypeOf(Type), Object.getPrototypeOf(TypeBox))
  assert.ok('Object' in Type && 'toString' in Type && !('NoSuchType' in Type))
  assert.deepEqual(Object.keys({ ...Type }), Object.keys({ ...TypeBox }))
  assert.equal(({ ...Type } as typeof Builder).Object, TypeBox.Object)
  assert.equal(Object.getOwnPropertyDescriptor(Type, 'NoSuchType'), undefined)
})

test('what it makes is what TypeBox makes, to the marks', () => {
  const make = (builder: typeof Builder) =>
    builder.Object({ id: builder.Integer(), name: builder.Optional(builder.String()) })
  assert.deepEqual(make(Type), make(TypeBox))
  assert.deepEqual(Object.getOwnPropertySymbols(make(Type)), Object.getOwnPropertySymbols(make(TypeBox)))
})
