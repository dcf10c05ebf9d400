import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../../src/client/index.ts'
import { endpoint, Type } from '../../../src/contract/index.ts'

const order = endpoint('POST /orders', { headers: { 'idempotency-key': Type.Optional(Type.String()) } })

function clientOf(...answers: (Response | Error)[]) {
  const keys: (string | null)[] = []
  const fetch = async (_url: unknown, init?: RequestInit) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    const answer = answers[keys.length - 1] ?? Response.json({})
    if (answer instanceof Response) return answer
    throw answer
  }
  return { keys, api: createClient({ order }, { fetch: fetch as typeof globalThis.fetch, retries: 3 }) }
}

test('all attempts of a call have one idempotency key, and another call has another', async () => {
  const underWay = () => new Response(null, { status: 409, headers: { 'retry-after': '0.01' } })
  const { api, keys } = clientOf(new TypeError('cut'), underWay(), new Response(null, { status: 504 }))
  assert.equal((await api.order()).status, 200)
  assert.equal((await api.order()).status, 200)
  assert.equal(keys.length, 5)
  assert.equal(new Set(keys).size, 2)
  assert.match(String(keys[0]), /^"[\d-]+"$/)
  assert.deepEqual(new Set(keys.slice(0, 4)).size, 1)
})

test("the caller's key replaces the generated one in any case of the name, and undefined does not", async () => {
  const { api, keys } = clientOf()
  await api.order({ headers: { 'idempotency-key': '"mine"' } })
  await api.order({ headers: { 'Idempotency-Key': '"mine too"' } })
  await api.order({ headers: { 'idempotency-key': undefined } as never })
  assert.deepEqual(keys.slice(0, 2), ['"mine"', '"mine too"'])
  assert.match(String(keys[2]), /^"[\d-]+"$/)
})

test('a call with a stream has a key and is not retried', async () => {
  const { api, keys } = clientOf(new TypeError('cut'))
  await assert.rejects(api.order({ body: new Blob(['a']).stream() }), /cut/)
  assert.equal(keys.length, 1)
})
