import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import { checkWords } from '../src/check-words.ts'
import { bodyOf, documentOf, queryOf, withOperation } from './documents.ts'

for (const [document, sentence] of [
  [
    documentOf({ '/a': { gett: {} } }),
    "a.yml has at paths → /a 'gett', which OpenAPI does not know. Did you mean 'get'?"
  ],
  [
    withOperation(queryOf({}, { in: 'qery' })),
    "a.yml has at paths → /books → post → parameters → 0 'qery', which OpenAPI does not know. Did you mean 'query'?"
  ],
  [
    withOperation(bodyOf({ properties: { a: { type: ['null', 'strin'] } } })),
    "a.yml has at paths → /books → post → requestBody → content → application/json → schema → properties → a 'strin', which OpenAPI does not know. Did you mean 'string'?"
  ],
  [
    withOperation(bodyOf({ type: 'any>({}); run(); Type.Unsafe<any' })),
    "a.yml has at paths → /books → post → requestBody → content → application/json → schema 'any>({}); run(); Type.Unsafe<any', which OpenAPI does not know. A type is 'string', 'number', 'integer', 'boolean', 'object', 'array', 'null'."
  ],
  [
    withOperation(bodyOf({ $ref: '#/x-schemas/A' }), { 'x-schemas': { A: { type: ['constructor'] } } }),
    "a.yml has at x-schemas → A 'constructor', which OpenAPI does not know. A type is 'string', 'number', 'integer', 'boolean', 'object', 'array', 'null'."
  ],
  [
    withOperation(queryOf({}, { in: '' })),
    "a.yml has at paths → /books → post → parameters → 0 a parameter in ''. A place is 'query', 'header', 'path', 'cookie', 'querystring'."
  ],
  [
    withOperation(queryOf({ exclusiveMinimum: true })),
    "a.yml has at paths → /books → post → parameters → 0 → schema 'exclusiveMinimum: true'. The keyword takes a number."
  ],
  [
    withOperation(bodyOf({ type: ['string', null] })),
    "a.yml has at paths → /books → post → requestBody → content → application/json → schema null, which OpenAPI does not know. Did you mean 'null'?"
  ]
] as const)
  test(`a misspelt word is reported: ${sentence}`, () => {
    assert.throws(() => checkWords(document, 'a.yml'), new ArgumentError(sentence))
  })

test('a word that resembles no OpenAPI word is accepted', () => {
  checkWords(documentOf({ '/a': { link: {}, lock: {} } }), 'a.yml')
})

test('OpenAPI words and extensions are accepted', () => {
  const item = {
    'x-get': {},
    summary: 'a',
    additionalOperations: { LINK: {} },
    get: queryOf({ type: ['string', 'null'] })
  }
  checkWords(documentOf({ '/a': item, 'x-b': { gett: {} } }), 'a.yml')
  checkWords(withOperation(bodyOf({ default: { type: 'strin' }, properties: { type: { type: 'array' } } })), 'a.yml')
})
