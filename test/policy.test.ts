import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPolicy } from '../src/policy.ts'

const factsOf = (options: Parameters<typeof toPolicy>[0]) => Object.entries(toPolicy(options))

/** Runs something in an environment. */
function within<Result>(environment: string, run: () => Result): Result {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = environment
  try {
    return run()
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

test("compat chooses Fastify's side of every fact, and without it each is on ours", () => {
  const isOurs = (name: string, value: boolean) => (name === 'exposeErrors' ? !value : value)
  within('development', () => {
    for (const [name, value] of factsOf({ exposeErrors: false })) assert.equal(isOurs(name, value), true, name)
    for (const [name, value] of factsOf({ compat: 'fastify' })) assert.equal(isOurs(name, value), false, name)
  })
})

test('the nearest routes are named in development alone', () => {
  for (const environment of ['production', 'test', ''])
    assert.equal(
      within(environment, () => toPolicy({ exposeErrors: true }).namesNearestRoutes),
      false
    )
})

test('an option of its own decides a fact, whichever side is chosen for the others', () => {
  for (const compat of [{}, { compat: 'fastify' }] as const)
    for (const chosen of [true, false]) {
      const { strictResponses, exposeErrors } = toPolicy({ ...compat, strictResponses: chosen, exposeErrors: chosen })
      assert.deepEqual([strictResponses, exposeErrors], [chosen, chosen])
    }
})

test('where nothing says who sees errors, the environment does', () => {
  // The test runner is at work here.
  assert.equal(
    within('production', () => toPolicy({}).exposeErrors),
    false
  )
  assert.equal(
    within('development', () => toPolicy({}).exposeErrors),
    true
  )
})
