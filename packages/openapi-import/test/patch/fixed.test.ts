import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBesideContent, isFixed, minorOf, remove } from '../../src/patch/fixed.ts'

test('a required member is fixed, unless its alternative is present', () => {
  assert.ok(isFixed('info', 'title', undefined, { title: 'A' }))
  assert.ok(isFixed('header', 'schema', undefined, { schema: {} }))
  assert.equal(isFixed('header', 'schema', undefined, { schema: {}, content: {} }), false)
  assert.equal(isFixed('info', 'summary', undefined, { summary: 'A' }), false)
})

test('only the patch number of the OpenAPI version may change', () => {
  assert.equal(minorOf('3.1.2'), '3.1')
  for (const [version, fixed] of [
    ['3.1.2', false],
    ['3.1.0-rc', false],
    ['3.1', true],
    ['3.2.0', true],
    [3.1, true]
  ] as const)
    assert.equal(isFixed('document', 'openapi', version, { openapi: '3.1.0' }), fixed, String(version))
})

test('the place, the name and required of a path parameter are fixed', () => {
  const over = { in: 'path', name: 'a', required: true }
  for (const [name, value] of [
    ['in', 'query'],
    ['required', false],
    ['name', 'b']
  ] as const)
    assert.ok(isFixed('parameter', name, value, over), name)
  assert.equal(isFixed('parameter', 'in', 'query', undefined), false)
})

test('schema, style and example of a parameter or header are not added beside content', () => {
  assert.ok(isBesideContent('parameter', 'example', { example: 1 }, new Map([['content', {}]])))
  assert.ok(isBesideContent('header', 'style', { style: 'simple', content: {} }, new Map()))
  assert.equal(isBesideContent('mediaType', 'example', { example: 1 }, new Map([['content', {}]])), false)
  assert.equal(isBesideContent('parameter', 'example', { example: 1 }, new Map()), false)
})

test('all parameters can be removed except path parameters', () => {
  const id = { in: 'path', name: 'id' }
  const laid = new Map<string, unknown>([
    ['parameters', [id, { in: 'query', name: 'a' }]],
    ['tags', ['a']]
  ])
  remove(laid, 'parameters')
  remove(laid, 'tags')
  assert.deepEqual([...laid], [['parameters', [id]]])
})
