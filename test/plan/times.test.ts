import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlanContext } from '../../src/plan/plan-context.ts'
import { timesOf } from '../../src/plan/times.ts'

/** The timeouts of a route: the coarse default, until the response begins, and until it is complete. */
function boundsOf(route: Parameters<typeof timesOf>[0], app: Partial<PlanContext>, limitsTimeToResponse = true) {
  const context = { defaultTimeout: 0, handlerTimeout: 0, answerTimeout: 0, ...app, policy: { limitsTimeToResponse } }
  const { defaultTimeout, handlerTimeout, answerTimeout, isTimed } = timesOf(route, context as PlanContext)
  assert.equal(isTimed, handlerTimeout + answerTimeout > 0)
  return [defaultTimeout, handlerTimeout, answerTimeout]
}

test('the default timeout is coarse unless the route or the app sets a timeout', () => {
  const app = { defaultTimeout: 9 }
  assert.deepEqual(boundsOf({}, app), [9, 0, 0])
  assert.deepEqual(boundsOf({ answerTimeout: 5 }, app), [0, 9, 5])
  assert.deepEqual(boundsOf({}, { ...app, answerTimeout: 5 }), [0, 9, 5])
  assert.deepEqual(boundsOf({ answerTimeout: false }, { ...app, answerTimeout: 5 }), [9, 0, 0])
  assert.deepEqual(boundsOf({ handlerTimeout: 7 }, app), [0, 7, 0])
  for (const off of [0, false] as const) assert.deepEqual(boundsOf({ handlerTimeout: off }, app), [0, 0, 0])
})

test('timeouts of a route take precedence over those of the app', () => {
  const app = { handlerTimeout: 3, answerTimeout: 5 }
  assert.deepEqual(boundsOf({}, app), [0, 3, 5])
  assert.deepEqual(boundsOf({ handlerTimeout: 1, answerTimeout: 2 }, app), [0, 1, 2])
  assert.deepEqual(boundsOf({ handlerTimeout: 0, answerTimeout: false }, app), [0, 0, 0])
})

test('handlerTimeout is the answerTimeout of a route when it covers the whole response', () => {
  assert.deepEqual(boundsOf({}, { handlerTimeout: 3 }, false), [0, 0, 3])
  assert.deepEqual(boundsOf({ handlerTimeout: 1 }, { answerTimeout: 5 }, false), [0, 0, 1])
  assert.deepEqual(boundsOf({}, { answerTimeout: 5 }, false), [0, 0, 5])
  assert.deepEqual(boundsOf({}, {}, false), [0, 0, 0])
})
