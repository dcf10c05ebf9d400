/** With `allErrors`, a client determines the number of errors, but the cost must stay linear. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { createAjv } from '../../../src/schema/ajv.ts'
import { compile } from '../compiling.ts'

/** With these options, unions are Ajv's own. */
const unchanging = { coerceTypes: false, useDefaults: false, removeAdditional: false } as const
const options = { customOptions: { allErrors: true, ...unchanging } }
const node = {
  type: 'object',
  required: ['a'],
  properties: { a: { type: 'integer' }, c: { type: 'array', items: { $ref: '#/definitions/node' } } }
}
const shared = { ...node, $id: 'node', properties: { ...node.properties, c: { type: 'array', items: { $ref: '#' } } } }

const schemas: Record<string, [schema: object, shared: object[]]> = {
  'a definition that refers to itself': [
    { type: 'array', items: { $ref: '#/definitions/node' }, definitions: { node } },
    []
  ],
  'the whole schema': [
    { type: ['array', 'object'], items: { anyOf: [{ type: 'integer' }, { $ref: '#' }] }, required: ['a'] },
    []
  ],
  'a shared schema': [{ type: 'array', items: { $ref: 'node#' } }, [shared]],
  'a union of shared schemas': [
    { type: 'array', items: { anyOf: [{ $ref: 'node#' }, { allOf: [{ $ref: 'node#' }, { required: ['b'] }] }] } },
    [shared]
  ]
}
const data = [{}, { a: 'x' }, { a: 1, c: [{}, { c: [{}, 1] }] }, 'text', { a: 1 }]

for (const [what, [schema, ids]] of Object.entries(schemas)) {
  test(`items that refer to ${what} yield the errors of Ajv in its order`, () => {
    const stock = new Ajv({ allErrors: true, strict: false, schemas: ids as [] })
    const expected = stock.compile(schema)
    const validate = compile(schema, options, ids)
    for (const given of [data, data.slice(0, 1), [], structuredClone(data).reverse()]) {
      assert.equal(validate(structuredClone(given)), expected(structuredClone(given)))
      assert.deepEqual(validate.errors, expected.errors)
    }
  })

  test(`the list of errors is not copied for each item that refers to ${what}`, () => {
    const validate = compile(schema, options, ids)
    const { concat } = Array.prototype
    let copies = 0
    Array.prototype.concat = function (this: unknown[], ...given: unknown[]) {
      copies++
      return concat.apply(this, given)
    }
    try {
      assert.equal(validate(Array.from({ length: 500 }, () => ({}))), false)
    } finally {
      Array.prototype.concat = concat
    }
    assert.ok((validate.errors as unknown[]).length >= 500)
    assert.equal(copies, 0)
  })
}

test('a macro keyword of a plugin adds its errors to the list', () => {
  const plugin = (ajv: Ajv) =>
    ajv.addKeyword({
      keyword: 'never',
      macro: () => ({ $ref: 'node#' })
    })
  const validate = compile({ type: 'array', items: { never: true } }, { ...options, plugins: [plugin] as never }, [
    shared
  ])
  assert.equal(validate([{}, {}]), false)
  const paths = (validate.errors as { instancePath: string; keyword: string }[]).map(
    ({ instancePath, keyword }) => `${instancePath} ${keyword}`
  )
  assert.deepEqual(paths, ['/0 required', '/0 never', '/1 required', '/1 never'])
})

test('validators written to a file add errors in place', () => {
  const ajv = createAjv([shared], options, { ownProperties: false, trusted: false, recursive: false, source: true })
  const validate = ajv.getSchema('node') as unknown as { source: { validateCode: unknown } }
  assert.doesNotMatch(String(validate.source.validateCode), /\.concat\(/)
})
