import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { IdSuffixes, toStreamId } from '../../src/redis/entry-id.ts'

test('suffixes form valid ids and are unique in and across logs', () => {
  const words = [new IdSuffixes(), new IdSuffixes()].flatMap((log) => Array.from({ length: 1000 }, () => log.draw()))
  assert.equal(new Set(words).size, 2000)
  for (const word of words) assert.equal(toStreamId(`1764322646123-0-${word}`), '1764322646123-0')
})

test('a malformed id has no stream id', () => {
  const near = ['', '00', '5-0', '5-0-', '5-0-abc', '5-0-abcdefgh ', ' 5-0-abcdefgh', '5-0-abcdefgh\n', '5-0-ABCDEFGH']
  for (const text of [...near, '-0-abcdefgh', `${'9'.repeat(16)}-0-abcdefgh`, '5-x-abcdefgh', '+', '$', '-'])
    assert.equal(toStreamId(text), undefined, JSON.stringify(text))
  fc.assert(
    fc.property(fc.string(), (text) => toStreamId(text) === undefined || text === '0'),
    budget(200)
  )
  assert.equal(toStreamId('0'), '0-0')
})
