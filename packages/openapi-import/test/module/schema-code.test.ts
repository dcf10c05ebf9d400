import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areEqual } from '../../src/json.ts'
import { print } from '../../src/module/code.ts'
import { type References, schemaCode } from '../../src/module/schema-code.ts'
import { evaluateExpression, toJson } from './evaluate.ts'

const none: References = {
  codeOf: () => undefined,
  typeOf: () => ({ text: 'unknown' }),
  resolve: () => ({ type: 'string' })
}

for (const [schema, code] of [
  [{ type: 'string' }, 'Type.String()'],
  [{ type: 'string', format: 'date', description: "It's" }, `Type.String({ format: 'date', description: "It's" })`],
  [{ type: 'integer', minimum: 1 }, 'Type.Integer({ minimum: 1 })'],
  [{ type: 'number' }, 'Type.Number()'],
  [{ type: 'boolean', default: false }, 'Type.Boolean({ default: false })'],
  [{ type: 'null' }, 'Type.Null()'],
  [{}, 'Type.Unknown()'],
  [{ description: 'a' }, "Type.Unknown({ description: 'a' })"],
  [{ type: 'string', const: 'a' }, "Type.Literal('a')"],
  [{ type: 'string', enum: ['a', 'b'] }, "Type.Enum(['a', 'b'])"],
  [{ type: 'integer', enum: [1, 2], title: 'c' }, "Type.Enum([1, 2], { title: 'c' })"],
  [{ type: 'array', items: { type: 'string' }, minItems: 1 }, 'Type.Array(Type.String(), { minItems: 1 })'],
  [
    { type: 'object', properties: { a: { type: 'string' }, 'b-c': {} }, required: ['a'] },
    "Type.Object({ a: Type.String(), 'b-c': Type.Optional(Type.Unknown()) })"
  ],
  [
    { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
    "Type.Unsafe<{ [name: string]: string }>({ type: 'object', properties: {}, additionalProperties: Type.String() })"
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'Type.Union([Type.String(), Type.Null()])'],
  [
    { allOf: [{ type: 'string' }, { minLength: 1 }] },
    'Type.Intersect([Type.String(), Type.Unknown({ minLength: 1 })])'
  ],
  [
    {
      type: 'object',
      allOf: [
        { type: 'object', properties: {} },
        { type: 'object', properties: {} }
      ]
    },
    'Type.Intersect([Type.Object({}), Type.Object({})])'
  ],
  // TypeBox has no function for these schemas.
  [{ const: 'a' }, "Type.Unsafe<'a'>({ const: 'a' })"],
  [{ enum: ['a', null] }, "Type.Unsafe<'a' | null>({ enum: ['a', null] })"],
  [
    { type: ['string', 'null'], minLength: 1 },
    "Type.Unsafe<string | null>({ type: ['string', 'null'], minLength: 1 })"
  ],
  [{ type: 'object' }, "Type.Unsafe<Record<string, unknown>>({ type: 'object' })"],
  [
    { type: 'object', additionalProperties: { type: 'integer' } },
    "Type.Unsafe<{ [name: string]: number }>({ type: 'object', additionalProperties: Type.Integer() })"
  ],
  [
    { type: 'object', additionalProperties: false },
    "Type.Unsafe<Record<string, never>>({ type: 'object', additionalProperties: false })"
  ],
  [
    { type: 'object', required: ['a'], properties: { b: {} } },
    "Type.Unsafe<{ b?: unknown; a: {} | null }>({ type: 'object', required: ['a'], properties: { b: Type.Unknown() } })"
  ],
  [
    { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { required: ['a'] }] },
    "Type.Intersect([Type.Object({ a: Type.Optional(Type.String()) }), Type.Unsafe<{ a: {} | null }>({ required: ['a'] })])"
  ],
  [
    { not: {}, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    "Type.Unsafe<{ a: {} | null } | { b: {} | null }>({\n  not: Type.Unknown(),\n  anyOf: [Type.Unsafe<{ a: {} | null }>({ required: ['a'] }), Type.Unsafe<{ b: {} | null }>({ required: ['b'] })]\n})"
  ],
  [
    {
      properties: { a: { const: 1 }, b: { type: 'null' } },
      required: ['a', 'c'],
      additionalProperties: { type: 'string' }
    },
    "Type.Unsafe<{ a: 1; b?: null; c: string; [name: string]: string | 1 | null | undefined }>({\n  properties: { a: Type.Unsafe<1>({ const: 1 }), b: Type.Null() },\n  required: ['a', 'c'],\n  additionalProperties: Type.String()\n})"
  ],
  [
    { properties: { a: { const: '} | {' } }, allOf: [{ enum: ['{', '}'] }] },
    "Type.Unsafe<{ a?: '} | {' } & ('{' | '}')>({\n  properties: { a: Type.Unsafe<'} | {'>({ const: '} | {' }) },\n  allOf: [Type.Unsafe<'{' | '}'>({ enum: ['{', '}'] })]\n})"
  ],
  [
    { properties: { a: { type: 'string' } }, required: ['a'] },
    "Type.Unsafe<{ a: string }>({ properties: { a: Type.String() }, required: ['a'] })"
  ],
  [{ type: 'array' }, "Type.Unsafe<unknown[]>({ type: 'array' })"],
  [
    { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'null' }] } },
    'Type.Array(Type.Unsafe<string | null>({ oneOf: [Type.String(), Type.Null()] }))'
  ],
  [
    { type: 'array', items: { const: -1 }, not: {} },
    "Type.Unsafe<(-1)[]>({ type: 'array', items: Type.Unsafe<-1>({ const: -1 }), not: Type.Unknown() })"
  ],
  [{ anyOf: [{ type: 'string' }] }, 'Type.Unsafe<string>({ anyOf: [Type.String()] })'],
  [
    {
      allOf: [
        { type: 'object', properties: {} },
        { type: 'object', properties: {} }
      ]
    },
    'Type.Unsafe<Record<string, unknown>>({ allOf: [Type.Object({}), Type.Object({})] })'
  ],
  [
    { not: { type: 'string' }, if: {}, else: false },
    'Type.Unsafe<unknown>({ not: Type.String(), if: Type.Unknown(), else: Type.Never() })'
  ],
  [
    { type: 'array', prefixItems: [{ type: 'string' }] },
    "Type.Unsafe<unknown[]>({ type: 'array', prefixItems: [Type.String()] })"
  ]
] as const)
  test(`${JSON.stringify(schema)} is written as ${code}`, () => {
    const written = print(schemaCode(schema, none))
    assert.equal(written, code)
    const read = toJson(evaluateExpression(written))
    const same = JSON.parse(JSON.stringify(schema).replace('"else":false', '"else":{"not":{}}'))
    assert.ok(areEqual(read, same), JSON.stringify(read))
  })

test('a schema constant has its $id, and a reference as a constant has both ids', () => {
  assert.equal(print(schemaCode({ type: 'string' }, none, 'a-b')), "Type.String({ $id: 'a-b' })")
  assert.equal(
    print(schemaCode({ type: ['string', 'null'] }, none, 'a')),
    "Type.Unsafe<string | null, 'a'>({ $id: 'a', type: ['string', 'null'] })"
  )
  const known: References = { ...none, codeOf: () => 'Type.Ref(B)', typeOf: () => ({ text: 'Static<typeof B>' }) }
  assert.equal(
    print(schemaCode({ $ref: '#/components/schemas/b' }, known, 'a')),
    "Type.Unsafe<Static<typeof B>, 'a'>({ $id: 'a', allOf: [Type.Ref(B)] })"
  )
})

test('a reference to a schema without a constant is inlined', () => {
  const code = print(schemaCode({ $ref: '#/components/schemas/a/properties/b', description: 'c' }, none))
  assert.equal(code, "Type.String({ description: 'c' })")
})
