import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { digest, fingerprintOf } from '../../src/idempotency/fingerprint.ts'

const of = (body: unknown, method = 'POST', url = '/orders') => fingerprintOf({ method, url, body })

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, one]) => [name, reversed(one)])
  )
}

test('equal JSON values have one fingerprint regardless of the order of members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      assert.equal(of(one), of(reversed(one)))
      assert.equal(of(one) === of(other), JSON.stringify(one) === JSON.stringify(other) || isEqual(one, other))
    }),
    budget(300)
  )
})

const isEqual = (one: unknown, other: unknown) => {
  try {
    assert.deepEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)))
    return true
  } catch {
    return false
  }
}

test('the fingerprint depends on method, URL and kind of body', () => {
  const all = [
    of('a'),
    of(Buffer.from('a')),
    of(Buffer.from('"a"')),
    of(null),
    of(undefined),
    of('a', 'PUT'),
    of('a', 'POST', '/orders?b')
  ]
  assert.equal(new Set(all).size, all.length)
  assert.equal(of(Buffer.from('a')), of(new Uint8Array([97])))
})

test('a stream has no fingerprint and throws', () => {
  for (const body of [new Blob(['a']).stream(), (async function* () {})()])
    assert.throws(() => of(body), /^TypeError: The body of POST \/orders is a stream/)
})

test('a digest depends on the boundaries of its parts', () => {
  assert.notEqual(digest('a', 'bc'), digest('ab', 'c'))
  assert.match(digest('a'), /^[0-9a-f]{64}$/)
})
