/** Constraint strategies of the application: a faulty one fails one request, never the process. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guardStrategy, isAsync } from '../../src/plan/constraint.ts'
import { holdClock } from '../held-clock.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { until } from '../until.ts'

const storage = () => {
  const handlers = new Map<unknown, unknown>()
  return {
    get: (key: unknown) => handlers.get(key) ?? null,
    set: (key: unknown, value: unknown) => handlers.set(key, value)
  }
}

const guard = guardStrategy as (strategy: Anything, timeout: number) => Anything

/** Returns the arguments of the callbacks of a guarded strategy. The list grows with each callback. */
function deriveWith(derive: Anything, timeout = 0): Anything[][] {
  const calls: Anything[][] = []
  const guarded = guard({ name: 'tenant', storage, deriveConstraint: derive }, timeout)
  guarded.deriveConstraint({ request: 'raw' }, 'context', (...given: Anything[]) => void calls.push(given))
  return calls
}

test('a strategy with a third parameter takes a callback', () => {
  const asks = (deriveConstraint: unknown) => Boolean(isAsync({ deriveConstraint } as never))
  assert.equal(
    asks((_raw: unknown, _context: unknown, _done: unknown) => {}),
    true
  )
  assert.equal(
    asks((_raw: unknown, _context: unknown) => {}),
    false
  )
  assert.equal(asks(undefined), false)
  assert.equal(Boolean(isAsync(undefined as never)), false)
  assert.equal(Boolean(isAsync(null as never)), false)
})

test('an invalid strategy is passed to the router, which rejects it', () => {
  for (const given of [undefined, null, {}, { deriveConstraint: 1 }]) assert.equal(guard(given, 0), given)
  for (const given of [{}, { name: 'a' }, { name: 'a', storage }])
    assert.throws(
      () => createApp({ routerOptions: { constraints: { a: given } } }),
      (error: Anything) => !/Cannot read/.test(error.message)
    )
})

test('a guarded strategy keeps the properties and the this of the original, which may be frozen', () => {
  const strategy = Object.freeze({
    name: 'tenant',
    storage,
    mustMatchWhenDerived: true,
    deriveConstraint(this: unknown, ...given: unknown[]) {
      return [this === strategy, ...given]
    },
    validate(this: unknown, value: unknown) {
      assert.equal(this, strategy)
      if (value === 'bad') throw new Error('of the check')
    }
  })
  const guarded = guard(strategy, 0)
  assert.deepEqual([guarded.name, guarded.storage, guarded.mustMatchWhenDerived], ['tenant', storage, true])
  assert.deepEqual(guarded.deriveConstraint({ request: 'raw' }, 'context'), [true, 'raw', 'context'])
  guarded.validate('good')
  assert.throws(() => guarded.validate('bad'), { message: 'of the check' })
  assert.equal(Object.hasOwn(guard({ ...strategy, validate: undefined }, 0), 'validate'), false)
})

test('a synchronous strategy that returns a promise throws an error that names the constraint', () => {
  const guarded = guard({ name: 'tenant', storage, deriveConstraint: async () => 'a', validate: async () => {} }, 0)
  const refusal = { code: 'ESP_ERR_PROMISE_RETURNED' }
  assert.throws(() => guarded.deriveConstraint({ request: 'raw' }), { ...refusal, message: /^The constraint 'tenant'/ })
  assert.throws(() => guarded.validate('x'), { ...refusal, message: /^The check of the constraint 'tenant'/ })
})

test('only the first callback of a strategy counts, and undefined as an error becomes null', () => {
  const twice = deriveWith((raw: unknown, context: unknown, done: Anything) => {
    done(undefined, `${raw} ${context}`)
    done(new Error('again'))
    done(null, 'again')
  })
  assert.deepEqual(twice, [[null, 'raw context']])
  const failing = new Error('no')
  const calls = deriveWith((_raw: unknown, _context: unknown, done: Anything) => done(failing, 'x'))
  assert.deepEqual(calls.length, 1)
  assert.equal(calls[0]?.[0], failing)
  for (const odd of [0, '', false]) {
    const [given] = deriveWith((_raw: unknown, _context: unknown, done: Anything) => done(odd, 'x'))
    assert.equal(given?.[0], odd)
  }
})

test('a strategy that calls back with a promise fails with an error that names the constraint', () => {
  const [given] = deriveWith((_raw: unknown, _context: unknown, done: Anything) =>
    done(null, Promise.reject(new Error()))
  )
  assert.equal(given?.[0].code, 'ESP_ERR_PROMISE_RETURNED')
  assert.match(given?.[0].message, /^The constraint 'tenant'/)
})

for (const [what, derive] of [
  [
    'throws',
    (_raw: unknown, _context: unknown, _done: unknown) => {
      throw new Error('at once')
    }
  ],
  ['rejects', async (_raw: unknown, _context: unknown, _done: unknown) => Promise.reject(new Error('at once'))]
] as const)
  test(`a callback strategy that ${what} calls back with the error`, async () => {
    const calls = deriveWith(derive)
    await until(() => calls.length > 0, 'the call')
    assert.equal(calls[0]?.[0].message, 'at once')
  })

test('a strategy that throws undefined calls back with an error', () => {
  const calls = deriveWith((_raw: unknown, _context: unknown, _done: unknown) => {
    throw undefined
  })
  assert.equal(calls[0]?.[0].code, 'FST_ERR_SEND_UNDEFINED_ERR')
})

test('a strategy that never calls back fails after its timeout, or waits forever without one', (t) => {
  const wind = holdClock(t, 'setTimeout')
  const forgetful = (_raw: unknown, _context: unknown, _done: unknown) => {}
  const [bounded, unbounded] = [deriveWith(forgetful, 50), deriveWith(forgetful)]
  const quick = deriveWith((_raw: unknown, _context: unknown, done: Anything) => done(null, 'quick'), 50)
  wind(49)
  assert.deepEqual([bounded.length, unbounded.length], [0, 0])
  wind(1)
  assert.equal(bounded[0]?.[0].code, 'ESP_ERR_CONSTRAINT_TIMEOUT')
  assert.match(bounded[0]?.[0].message, /'tenant'.*50 ms/)
  wind(1_000_000)
  assert.deepEqual([bounded.length, unbounded.length, quick.length], [1, 0, 1])
})
