import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { EventLogError } from '../../src/index.ts'
import { createEpoch, numberOf, toId } from '../../src/log/numbered-id.ts'

test('an id has a number only in the epoch that created it', () => {
  const number = fc.nat({ max: 999_999_999_999_999 })
  fc.assert(
    fc.property(number, (given) => {
      const [epoch, other] = [createEpoch(), createEpoch()]
      const id = toId(epoch, given)
      assert.equal(numberOf(id, epoch), given)
      assert.equal(numberOf(id, other), given === 0 ? 0 : undefined)
    }),
    budget(200)
  )
})

test('a malformed id has no number', () => {
  const epoch = createEpoch()
  const near = [
    `${epoch}-0`,
    `${epoch}-01`,
    `${epoch}-1 `,
    ` ${epoch}-1`,
    `${epoch}-1\n`,
    `${epoch}-1e3`,
    `${epoch}-`,
    epoch,
    '',
    '00'
  ]
  for (const text of near) assert.equal(numberOf(text, epoch), undefined, JSON.stringify(text))
  fc.assert(
    fc.property(fc.string(), (text) => numberOf(text, epoch) === undefined || text === '0'),
    budget(200)
  )
})

test('an EventLogError has a stable code and keeps its cause', () => {
  const cause = new Error('why')
  const error = new EventLogError('ESP_ERR_EVENT_REFUSED', 'It is refused.', { cause })
  assert.deepEqual(
    [error.name, error.code, error.message, error.cause],
    ['EventLogError', 'ESP_ERR_EVENT_REFUSED', 'It is refused.', cause]
  )
})
