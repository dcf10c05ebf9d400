// Tests that every store must pass.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import type { Claim, IdempotencyStore, RecordedResponse } from '@espalier/kit/idempotency'
import { until } from '../../../../test/until.ts'

const day = 86_400_000
const over = Promise.resolve()

export const newId = () => randomBytes(32).toString('hex')

const response: RecordedResponse = {
  fingerprint: 'f'.repeat(64),
  status: 201,
  headers: [
    ['location', "/orders/'1'"],
    ['x-text', '\\ "ü" {}']
  ],
  body: Buffer.from([0, 255, 34, 92, 10, 128])
}

export async function claimOf(store: IdempotencyStore, id: string): Promise<Claim> {
  const begun = await store.begin(id, {})
  assert.ok(begun.state === 'new', begun.state)
  return begun.claim
}

const stateOf = async (store: IdempotencyStore, id: string) => {
  const begun = await store.begin(id, {})
  if (begun.state === 'new') await begun.claim.free(over)
  return begun.state
}

interface Given {
  readonly skip?: string | false
  /** Several stores with the same memory or server, as in several processes. */
  readonly make: (t: TestContext) => Promise<readonly IdempotencyStore[]>
}

export function testStore(name: string, { skip = false, make }: Given): void {
  const law = (text: string, run: (stores: readonly IdempotencyStore[]) => Promise<void>) =>
    test(`${name}: ${text}`, { skip }, async (t) => {
      const stores = await make(t)
      for (const store of stores) await store.prepare?.()
      await run(stores)
    })

  law(
    'one of several concurrent requests gets the claim, and the others get its response once it is kept',
    async (stores) => {
      const id = newId()
      const all = await Promise.all(stores.flatMap((store) => [1, 2, 3].map(() => store.begin(id, {}))))
      const claims = all.flatMap((begun) => (begun.state === 'new' ? [begun.claim] : []))
      assert.equal(claims.length, 1)
      assert.equal(all.filter(({ state }) => state === 'under way').length, all.length - 1)
      await claims[0]?.keep({ response, ttl: day, hasFailed: false })
      for (const store of stores) assert.deepEqual(await store.begin(id, {}), { state: 'answered', response })
    }
  )

  law('a freed key is new again, and so is every other key', async (stores) => {
    const id = newId()
    for (const store of stores) {
      const claim = await claimOf(store, id)
      assert.deepEqual(
        await Promise.all(stores.map((one) => stateOf(one, id))),
        stores.map(() => 'under way')
      )
      await claim.free(over)
    }
    for (const store of stores) assert.equal(await stateOf(store, newId()), 'new')
  })

  law('a freed key is in progress in its process until its handler ends', async ([store]) => {
    assert.ok(store)
    const id = newId()
    const claim = await claimOf(store, id)
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const freed = claim.free(ended)
    assert.equal(await stateOf(store, id), 'under way')
    assert.equal(await stateOf(store, newId()), 'new')
    assert.equal(await stateOf(store, id), 'under way')
    end()
    await freed
    assert.equal(await stateOf(store, id), 'new')
  })

  law('a key with an expired response is new, and a later response replaces it', async ([store]) => {
    assert.ok(store)
    const id = newId()
    await (await claimOf(store, id)).keep({ response, ttl: 1, hasFailed: false })
    await until(async () => (await stateOf(store, id)) === 'new', 'the end of an answer', { every: 5 })
    const other = { ...response, status: 200, headers: [], body: Buffer.alloc(0) }
    await (await claimOf(store, id)).keep({ response: other, ttl: day, hasFailed: true })
    assert.deepEqual(await store.begin(id, {}), { state: 'answered', response: other })
  })

  law('prune keeps responses that have not expired', async ([store]) => {
    assert.ok(store)
    const [old, young] = [newId(), newId()]
    await (await claimOf(store, old)).keep({ response, ttl: 1, hasFailed: false })
    await (await claimOf(store, young)).keep({ response, ttl: day, hasFailed: false })
    await until(async () => (await stateOf(store, old)) === 'new', 'the end of an answer', { every: 5 })
    await store.prune?.()
    assert.equal(await stateOf(store, old), 'new')
    assert.equal(await stateOf(store, young), 'answered')
  })
}
