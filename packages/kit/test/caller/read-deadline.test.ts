import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { readDeadline } from '../../src/caller/read-deadline.ts'

const envoy = 'x-envoy-expected-rq-timeout-ms'

test('a deadline is read in milliseconds, and the shorter of two is used', () => {
  for (const [field, value, time] of [
    [envoy, '250', 250],
    ['grpc-timeout', '250m', 250],
    ['grpc-timeout', '2S', 2000],
    ['grpc-timeout', '1M', 60_000],
    ['grpc-timeout', '1H', 3_600_000],
    ['grpc-timeout', '1500u', 2],
    ['grpc-timeout', '1n', 1]
  ] as const)
    assert.equal(readDeadline({ [field]: value }), time)
  assert.equal(readDeadline({ [envoy]: '300', 'grpc-timeout': '1S' }), 300)
  assert.equal(readDeadline({ [envoy]: '3000', 'grpc-timeout': '1S' }), 1000)
})

test('an invalid deadline is ignored', () => {
  for (const value of [
    undefined,
    '',
    '0',
    '-1',
    '1.5',
    '1e3',
    ' 5',
    '0x10',
    '99999999999',
    '5s',
    'S',
    '123456789S',
    '99999999H'
  ])
    for (const field of [envoy, 'grpc-timeout'])
      assert.equal(readDeadline({ [field]: value }), undefined, `${field} ${value}`)
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const time = readDeadline({ [envoy]: one, 'grpc-timeout': other })
      assert.ok(time === undefined || (Number.isInteger(time) && time >= 1 && time < 2 ** 31))
    }),
    budget(500)
  )
})
