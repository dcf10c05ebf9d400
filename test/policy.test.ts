import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPolicy } from '../src/policy.ts'

const factsOf = (options: Parameters<typeof toPolicy>[0]) => Object.entries(toPolicy(options))

test("compat chooses Fastify's side of every fact, and without it each is on ours", () => {
  const isOurs = (name: string, value: boolean) => (name === 'exposeErrors' ? !value : value)
  for (const [name, value] of factsOf({ exposeErrors: false })) assert.equal(isOurs(name, value), true, name)
  for (const [name, value] of factsOf({ compat: 'fastify' })) assert.equal(isOurs(name, value), false, name)
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
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  assert.equal(toPolicy({}).exposeErrors, false)
  process.env.NODE_ENV = 'development'
  assert.equal(toPolicy({}).exposeErrors, true)
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
})
