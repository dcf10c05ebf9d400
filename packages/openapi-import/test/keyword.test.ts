import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keywords as known } from '../../../src/schema/keyword.ts'
import { keywords, keywordsWhere } from '../src/keyword.ts'
import { visitParts } from '../src/part.ts'

const expected = [...known].flatMap(([name, { holds, appliesTo, mayFail, origin }]) => {
  const row = {
    ...(holds.startsWith('schema') && { holds }),
    ...(appliesTo && { appliesTo }),
    ...(mayFail && { mayFail })
  }
  return origin === 'ajv-errors' ? [] : [[name, { ...row, ...(origin && { origin }) }] as const]
})

test('the table of keywords equals that of the core', () => {
  assert.deepEqual(Object.fromEntries(keywords), Object.fromEntries(expected))
})

test('keywords are found by their rows', () => {
  assert.deepEqual([...keywordsWhere(({ appliesTo }) => appliesTo === 'name')], ['propertyNames'])
  assert.deepEqual([...keywordsWhere((_row, name) => name === 'then')], ['then'])
})

test('subschemas of each keyword are visited, and names in their place are not', () => {
  for (const [name, { holds }] of keywords) {
    const part = { type: 'null' }
    const value = holds?.includes('by name') ? { a: part, b: ['names'] } : holds === 'schemas' ? [part] : part
    const visited: string[] = []
    visitParts({ [name]: value }, 'schema', (one, _kind, place) => {
      if (one.type === 'null') visited.push(place.join('/'))
    })
    assert.equal(visited.length, holds === undefined ? 0 : 1, name)
  }
  const places: string[] = []
  visitParts({ items: [{}, {}] }, 'schema', (_part, _kind, place) => places.push(place.join('/')))
  assert.deepEqual(places, ['items/0', 'items/1', ''])
})
