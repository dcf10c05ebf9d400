import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { Tails } from '../../src/redis/tails.ts'

const messageOf = (number: number, data = `${number}`) =>
  [number === 1 ? '0' : `entry-${number - 1}`, `entry-${number}`, '2', 'said', data].join('\n')
const entryOf = (number: number, data = `${number}`) => ({ id: `entry-${number}`, event: 'said', version: 2, data })

test('received events follow the id before them, up to the first missing one', () => {
  const heard = fc.uniqueArray(fc.integer({ min: 1, max: 30 }))
  fc.assert(
    fc.property(heard, fc.nat({ max: 30 }), fc.integer({ min: 1, max: 40 }), (numbers, from, limit) => {
      const tails = new Tails()
      tails.enter('news')
      for (const number of numbers.toSorted((a, b) => a - b)) tails.receive('news', messageOf(number))
      const expected = []
      for (let number = from + 1; numbers.includes(number) && expected.length < limit; number++)
        expected.push(entryOf(number))
      assert.deepEqual(tails.after('news', from === 0 ? '0' : `entry-${from}`, limit), expected)
    }),
    budget(200)
  )
})

test('a message received twice is one event', () => {
  const tails = new Tails()
  tails.enter('news')
  for (let count = 0; count < 3; count++) tails.receive('news', messageOf(1))
  assert.deepEqual(tails.after('news', '0', 10), [entryOf(1)])
})

test('a topic keeps only its newest events, and a left topic keeps no events', () => {
  const tails = new Tails()
  tails.enter('news')
  for (let number = 1; number <= 250; number++) tails.receive('news', messageOf(number))
  assert.deepEqual(tails.after('news', 'entry-149', 10), [])
  assert.equal(tails.after('news', 'entry-150', 1000).length, 100)
  tails.enter('news')
  assert.equal(tails.after('news', 'entry-249', 10).length, 1)
  tails.leave('news')
  tails.receive('news', messageOf(250))
  assert.deepEqual(tails.after('news', 'entry-249', 10), [])
})

test('event data may have several lines, and a message without an event is ignored', () => {
  const tails = new Tails()
  tails.enter('news')
  tails.receive('news', messageOf(1, '{\n"a": 1\n}'))
  tails.receive('news', '')
  tails.receive('other', messageOf(1))
  assert.deepEqual(tails.after('news', '0', 10), [entryOf(1, '{\n"a": 1\n}')])
  assert.deepEqual(tails.after('other', '0', 10), [])
})
