import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { Load } from '../../src/overload/load.ts'

test('at most the given number of requests runs, and a released slot is available again', () => {
  const steps = fc.array(fc.record({ comes: fc.boolean(), which: fc.nat(9) }), { maxLength: 60 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), steps, (most, moves) => {
      const load = new Load(most, 1e9)
      const requests = Array.from({ length: 10 }, () => ({}))
      const running = new Set<object>()
      for (const { comes, which } of moves) {
        const request = requests[which] ?? {}
        if (!comes) {
          load.leave(request)
          running.delete(request)
        } else if (!running.has(request)) {
          assert.equal(load.enter(request), running.size < most)
          if (running.size < most) running.add(request)
        }
        assert.equal(load.running, running.size)
      }
    }),
    budget(300)
  )
})

test('a request after a long event loop turn is refused, and one in the next turn is accepted', async () => {
  const load = new Load(Number.POSITIVE_INFINITY, 5)
  assert.equal(load.enter({}), true)
  for (const end = performance.now() + 10; performance.now() < end; );
  assert.equal(load.enter({}), false)
  await turn()
  assert.equal(load.enter({}), true)
  assert.equal(load.running, 2)
})
