import assert from 'node:assert/strict'
import { test } from 'node:test'
import { camelCase, createNames, pascalCase } from '../../src/module/name.ts'

for (const [text, camel, pascal] of [
  ['list-pets', 'listPets', 'ListPets'],
  ['ListPets', 'listPets', 'ListPets'],
  ['GetURL', 'getURL', 'GetURL'],
  ['URLFor', 'urlFor', 'URLFor'],
  ['repos/get', 'reposGet', 'ReposGet'],
  ['2fa', '_2fa', '_2fa'],
  ['größe', 'grE', 'GrE'],
  ['', '_', '_']
] as const)
  test(`'${text}' becomes ${camel} and ${pascal}`, () => {
    assert.deepEqual([camelCase(text), pascalCase(text)], [camel, pascal])
  })

test('a name is used once, and reserved words never', () => {
  const names = createNames()
  assert.deepEqual(
    ['a', 'a', 'a', 'delete', 'Type', 'document'].map((name) => names.take(name)),
    ['a', 'a2', 'a3', 'delete2', 'Type2', 'document2']
  )
})
