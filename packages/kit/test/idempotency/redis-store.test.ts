/** Runs on the Redis server of REDIS_URL. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { redisStore } from '@espalier/kit/idempotency'
import { Redis } from 'ioredis'
import { until } from '../../../../test/until.ts'
import { claimOf, newId, testStore } from './store-laws.ts'

const url = process.env.REDIS_URL
const skip = url ? false : 'REDIS_URL names no Redis'

function connect(t: TestContext) {
  const redis = new Redis(String(url))
  t.after(() => redis.disconnect())
  return redis
}

testStore('redis', {
  skip,
  make: async (t) => {
    const [one, other] = [connect(t), connect(t)]
    const options = { prefix: `${randomUUID()}:` }
    // Clients of the package `redis` take a command as a list.
    const sendCommand = ([command = '', ...args]: string[]) => other.call(command, ...args)
    return [redisStore(one, options), redisStore({ sendCommand }, options)]
  }
})

test('a key is held while its handler runs, and is free after the lease of an ended process', {
  skip
}, async (t) => {
  const one = connect(t)
  const store = redisStore(one, { prefix: 'lease:', lease: 300 })
  const id = newId()
  const claim = await claimOf(store, id)
  const left = await claimOf(redisStore(one, { prefix: 'left:', lease: 300 }), id)
  // A claim without renewal, as of a killed process.
  await one.set(`left:${id}`, 'under way elsewhere', 'PX', 300)
  const second = redisStore(one, { prefix: 'left:', lease: 300 })
  await until(async () => (await second.begin(id, {})).state === 'new', 'the end of a lease', { every: 20 })
  assert.equal((await store.begin(id, {})).state, 'under way')
  await claim.free(Promise.resolve())
  // The claim of another request must stay.
  await left.free(Promise.resolve())
  assert.equal((await second.begin(id, {})).state, 'under way')
})

test('an invalid lease throws a RangeError', () => {
  for (const lease of [0, 99, 100.5, Number.NaN, 2 ** 31])
    assert.throws(
      () => redisStore({ call: async () => null }, { lease }),
      /^RangeError: 'lease' of redisStore\(\) takes a whole number from 100/
    )
})
