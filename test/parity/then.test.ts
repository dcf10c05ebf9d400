// An app under way is a thenable. Test runners and libraries call its `then` themselves, also with one function only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, askBoth, makeEspalier, type Wild, withApp } from './frameworks.ts'

const failing = async (): Promise<never> => {
  throw new Error('no database')
}

/** Returns the outcome of a promise. */
const outcome = (promise: PromiseLike<Anything>): Promise<string> =>
  Promise.resolve(promise).then(
    (value) => `resolved ${typeof value}`,
    (error) => `rejected: ${error.message}`
  )

test('then with only a success callback rejects for a failed registration', async () => {
  const { fastify, own } = await askBoth((make) =>
    withApp(make(), async (app) => [
      await outcome(app.register(failing).then(() => 1)),
      await outcome(app.ready().then(() => 1))
    ])
  )
  assert.deepEqual(fastify, ['rejected: no database', 'rejected: no database'])
  assert.deepEqual(own, fastify)
})

test('then with only a failure callback resolves to the app', async () => {
  await withApp(makeEspalier(), async (app: Wild) => {
    const loaded = await app.register(async () => {}).then(undefined, () => 'failed')
    assert.equal(loaded.version, app.version)
  })
})
