import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfName, faultOfPart } from '../../src/patch/incomplete-part.ts'
import type { Kind } from '../../src/patch/kind.ts'

const tell = (kind: Kind, part: object, isLater = false) => faultOfPart(kind, new Map(Object.entries(part)), isLater)
const schema = {}
const query = { name: 'a', in: 'query', schema }
const path = { name: 'a', in: 'path', schema, required: true }

for (const [kind, part, why] of [
  ['parameter', { name: 'a', in: 'query' }, 'it has no schema or content'],
  ['parameter', { ...query, schema: undefined, content: {} }, 'its content has 0 media types, and must have one'],
  ['parameter', { ...query, content: { 'a/b': {}, 'c/d': {} } }, 'its content has 2 media types, and must have one'],
  ['parameter', { ...path, required: false }, "a parameter of the path needs 'required: true'"],
  ['parameter', { ...path, name: '{a}' }, 'its name is empty or has a brace'],
  ['parameter', { ...path, style: 'form' }, "the style of a parameter in 'path' is matrix or label or simple"],
  ['parameter', { ...path, allowEmptyValue: true }, "only a parameter of the query has 'allowEmptyValue'"],
  ['parameter', { ...path, allowReserved: true }, "only a parameter of the query has 'allowReserved'"],
  ['parameter', { ...query, in: 'cookie', style: 'cookie' }, "the style of a parameter in 'cookie' is form"],
  [
    'parameter',
    { name: 'a', in: 'querystring', content: { 'a/b': {} } },
    "a parameter in 'querystring' needs version 3.2"
  ],
  ['header', { content: {} }, 'its content has 0 media types, and must have one'],
  ['license', { url: '/' }, 'it has no name'],
  ['variable', { default: 'a', enum: [] }, "its 'enum' is empty"],
  ['flows', { 'x-a': 1 }, 'it has no flow'],
  ['link', { description: 'a' }, 'it has no operationId or operationRef'],
  ['apiKey', { type: 'apiKey', name: 'a' }, 'it has no in'],
  ['http', { type: 'http', scheme: 'basic', bearerFormat: 'JWT' }, "only the scheme 'bearer' has 'bearerFormat'"],
  ['authorizationCode', { scopes: {}, tokenUrl: '/' }, 'it has no authorizationUrl']
] as const)
  test(`a part of the kind '${kind}' is incomplete: ${why}`, () => {
    assert.equal(tell(kind, part), why)
  })

test('complete parts are accepted', () => {
  for (const [kind, part] of [
    ['parameter', query],
    ['parameter', { ...path, style: 'label' }],
    ['parameter', { ...query, in: 'cookie', style: 'form' }],
    ['http', { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' }],
    ['mutualTLS', { type: 'mutualTLS' }],
    ['contact', {}],
    ['plain', {}]
  ] as const)
    assert.equal(tell(kind, part), undefined)
})

test('3.2 allows querystring parameters, the cookie style and reserved characters in paths', () => {
  for (const part of [
    { name: 'a', in: 'querystring', content: { 'a/b': {} } },
    { ...query, in: 'cookie', style: 'cookie' },
    { ...path, allowReserved: true }
  ]) {
    assert.equal(tell('parameter', part, true), undefined)
    assert.notEqual(tell('parameter', part), undefined)
  }
  assert.equal(tell('parameter', { ...query, in: 'querystring' }, true), "a parameter in 'querystring' needs 'content'")
})

test('names of components, paths, responses and headers are checked', () => {
  for (const [naming, right, wrong] of [
    ['component', ['a', 'A-1._'], ['', 'a b', 'a/b', 'ä']],
    ['path', ['/', '/a/{b}'], ['', 'a', ' /a']],
    ['status', ['200', '4XX', 'default'], ['20', '600', '4xx', 'abc', '']],
    ['token', ['x-rate', "a!#$%&'*+-.^_`|~1"], ['', 'a b', 'a:', 'ä']]
  ] as const) {
    for (const name of right) assert.equal(faultOfName(naming, name, true), undefined, name)
    for (const name of wrong) assert.match(faultOfName(naming, name, true) ?? '', /\w/, name)
  }
  assert.equal(faultOfName('token', 'a b', false), undefined)
  const odd = { ...query, in: 'header', name: 'a b' }
  assert.deepEqual([tell('parameter', odd), tell('parameter', odd, true)], [undefined, 'no header can have its name'])
})
