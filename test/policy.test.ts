import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPolicy } from '../src/policy.ts'
import { within } from './environment.ts'

const factsOf = (options: Parameters<typeof toPolicy>[0]) => Object.entries(toPolicy(options))

test("compat chooses Fastify's side of every fact, and without it each is on ours", async () => {
  const isOurs = (name: string, value: boolean) => (name === 'exposeErrors' ? !value : value)
  await within({ NODE_ENV: 'development' }, () => {
    for (const [name, value] of factsOf({ exposeErrors: false })) assert.equal(isOurs(name, value), true, name)
    for (const [name, value] of factsOf({ compat: 'fastify' })) assert.equal(isOurs(name, value), false, name)
  })
})

test('the nearest routes are named in development alone', async () => {
  for (const NODE_ENV of ['production', 'test', '']) {
    const { namesNearestRoutes } = await within({ NODE_ENV }, () => toPolicy({ exposeErrors: true }))
    assert.equal(namesNearestRoutes, false)
  }
})

test('an option of its own decides a fact, whichever side is chosen for the others', () => {
  for (const compat of [{}, { compat: 'fastify' }] as const)
    for (const chosen of [true, false]) {
      const { strictResponses, exposeErrors } = toPolicy({ ...compat, strictResponses: chosen, exposeErrors: chosen })
      assert.deepEqual([strictResponses, exposeErrors], [chosen, chosen])
    }
})

test('where nothing says who sees errors, the environment does', async () => {
  // The test runner is at work here.
  for (const NODE_ENV of ['production', 'development']) {
    const { exposeErrors } = await within({ NODE_ENV }, () => toPolicy({}))
    assert.equal(exposeErrors, NODE_ENV === 'development')
  }
})
