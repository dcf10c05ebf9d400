// However a reader leaves a stream, the connection must end, and the signals of the call must keep no listeners.
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import fc from 'fast-check'
import { toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import { createClient } from '../../../src/client/index.ts'
import { endpoint, events, Type } from '../../../src/contract/index.ts'
import { espalier } from '../../../src/index.ts'
import { budget } from '../../fuzz/budget.ts'
import { until } from '../../until.ts'

const watch = endpoint('GET /', { response: { 200: events({ tick: Type.Integer() }) } })
const tick = (n: number) => new TextEncoder().encode(`event: tick\nid: ${n}\ndata: ${n}\n\n`)

type Leaving = 'return' | 'throw' | 'abort'

function connection(count: number, then: 'wait' | 'end' | 'cut', onCancel: () => void): Response {
  let sent = 0
  const body = new ReadableStream(
    {
      pull(controller) {
        if (sent < count) return controller.enqueue(tick(sent++))
        if (then === 'end') return controller.close()
        if (then === 'cut') return controller.error(new TypeError('cut'))
        return new Promise(() => {})
      },
      cancel: onCancel
    },
    { highWaterMark: 0 }
  )
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

test('leaving a stream at any point ends the connection and a pending read', async () => {
  const ways = fc.constantFrom<Leaving>('return', 'throw', 'abort')
  await fc.assert(
    fc.asyncProperty(
      ways,
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom('wait' as const, 'cut' as const),
      fc.boolean(),
      async (way, count, then, isPending) => {
        let cancels = 0
        let signal: AbortSignal | undefined
        const controller = new AbortController()
        const long = new AbortController()
        const fetch = (async (_url: unknown, init?: RequestInit) => {
          signal = init?.signal ?? undefined
          return connection(count, then, () => cancels++)
        }) as typeof globalThis.fetch
        const api = createClient({ watch }, { fetch, signal: long.signal })
        const stream = await api.watch({ signal: controller.signal }).expect(200)
        const iterator = stream[Symbol.asyncIterator]()
        for (let at = 0; at < count; at++) assert.equal((await iterator.next()).value?.data, at)
        const pending = isPending
          ? iterator.next().then(
              ({ done }) => done,
              (error) => error.message
            )
          : undefined
        if (isPending) await new Promise((resolve) => setTimeout(resolve, 2))
        const reason = new Error('enough')
        if (way === 'return') assert.equal((await iterator.return?.())?.done, true)
        else if (way === 'throw') await assert.rejects(async () => iterator.throw?.(reason), reason)
        else if (way === 'abort') controller.abort(reason)
        else await iterator.return?.()
        const said = await pending
        if (isPending) assert.equal(said, way === 'abort' ? 'enough' : true)
        else if (way === 'abort') await assert.rejects(iterator.next(), reason)
        if (then === 'wait') await until(() => cancels > 0, 'the end of the connection')
        assert.ok(signal?.aborted)
        assert.equal((await iterator.next()).done, true)
        for (const one of [controller.signal, long.signal]) assert.deepEqual(getEventListeners(one, 'abort'), [])
      }
    ),
    { ...budget(120), timeout: 60_000 }
  )
})

test('long-lived signals keep no listeners of calls', async () => {
  const { signal } = new AbortController()
  const get = endpoint('GET /')
  const api = createClient({ get, watch }, { fetch: async () => new Response(), signal })
  for (let at = 0; at < 20; at++) await api.get({ timeout: 1000, signal })
  const failing = createClient({ get }, { fetch: async () => assert.fail('down'), signal })
  await assert.rejects(failing.get())
  const ending = createClient({ watch }, { fetch: async () => connection(2, 'end', () => {}), signal })
  for await (const _ of await ending.watch().expect(200));
  assert.deepEqual(getEventListeners(signal, 'abort'), [])
})

test('signals and timeouts end calls without a socket', async () => {
  const get = endpoint('GET /slow')
  const app = espalier({ logger: false })
  let runs = 0
  app.route(get, async () => {
    runs++
    await new Promise((resolve) => setTimeout(resolve, 100))
    return 'late'
  })
  const handle = toFetchHandler(app)
  const fetch = ((url: string, init: RequestInit) => handle(new Request(url, { ...init, signal: null }))) as never
  const api = createClient({ get }, { baseUrl: 'http://x', fetch })
  const reason = new Error('enough')
  await assert.rejects(api.get({ signal: AbortSignal.abort(reason) }), reason)
  assert.equal(runs, 0)
  const controller = new AbortController()
  const pending = api.get({ signal: controller.signal })
  setTimeout(() => controller.abort(reason), 5)
  await assert.rejects(pending, reason)
  await assert.rejects(api.get({ timeout: 5 }), { name: 'TimeoutError', message: 'GET /slow took 5 ms' })
  const body = new ReadableStream()
  const stuck = createClient(
    { get },
    { fetch: async () => new Response(body, { headers: { 'content-type': 'text/plain' } }) }
  )
  await assert.rejects(stuck.get({ timeout: 5 }), { name: 'TimeoutError' })
  await app.close()
})

test('cookies are sent to another origin only with the option credentials', async () => {
  const asked: unknown[] = []
  const fetch = (async (_url: unknown, init?: RequestInit) => {
    asked.push(init?.credentials)
    return new Response()
  }) as typeof globalThis.fetch
  await createClient({ get: endpoint('GET /') }, { fetch, credentials: 'include' }).get()
  await createClient({ get: endpoint('GET /') }, { fetch }).get()
  assert.deepEqual(asked, ['include', undefined])
})

test('a call with an invalid parameter is not retried', async (t) => {
  const one = endpoint('GET /:id')
  const waits = t.mock.method(globalThis, 'setTimeout')
  await assert.rejects(createClient({ one }, { retries: 5 }).one({ params: { id: '' } }), TypeError)
  assert.equal(waits.mock.callCount(), 0)
})
