import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPolicy } from '../src/policy.ts'
import { within } from './environment.ts'

const factsOf = (options: Parameters<typeof toPolicy>[0]) => Object.entries(toPolicy(options))

test('compat sets every fact to the behaviour of Fastify, and without it to that of espalier', async () => {
  const isOurs = (name: string, value: boolean) => (name === 'exposeErrors' ? !value : value)
  await within({ NODE_ENV: 'development' }, () => {
    for (const [name, value] of factsOf({ exposeErrors: false })) assert.equal(isOurs(name, value), true, name)
    for (const [name, value] of factsOf({ compat: 'fastify' })) assert.equal(isOurs(name, value), false, name)
  })
})

test('the nearest routes are not named outside of development', async () => {
  for (const NODE_ENV of ['production', 'test', '']) {
    const { namesNearestRoutes } = await within({ NODE_ENV }, () => toPolicy({ exposeErrors: true }))
    assert.equal(namesNearestRoutes, false)
  }
})

test('an option of its own decides a fact, with or without compat', () => {
  for (const compat of [{}, { compat: 'fastify' }] as const)
    for (const chosen of [true, false]) {
      const { strictResponses, exposeErrors } = toPolicy({ ...compat, strictResponses: chosen, exposeErrors: chosen })
      assert.deepEqual([strictResponses, exposeErrors], [chosen, chosen])
    }
})

test('without the option exposeErrors NODE_ENV decides', async () => {
  // NODE_ENV is set because the test runner would decide otherwise.
  for (const NODE_ENV of ['production', 'development']) {
    const { exposeErrors } = await within({ NODE_ENV }, () => toPolicy({}))
    assert.equal(exposeErrors, NODE_ENV === 'development')
  }
})
