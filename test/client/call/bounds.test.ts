import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createClient } from '../../../src/client/index.ts'
import { endpoint, events, Type } from '../../../src/contract/index.ts'
import { budget } from '../../fuzz/budget.ts'

const text = Type.Object({ text: Type.String() })
const watch = endpoint('GET /', { response: { 200: events({ message: text }, { heartbeat: 2 ** 31 - 1 }) } })
const answer = (body: string | ReadableStream, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'content-type': 'text/event-stream', ...headers } })

async function delaysOf(run: (delays: readonly number[]) => Promise<unknown>): Promise<number[]> {
  const delays: number[] = []
  const { setTimeout } = globalThis
  globalThis.setTimeout = ((tell: () => void, delay: number) => {
    delays.push(delay)
    return setTimeout(tell, delay > 2e8 ? 1e6 : 0)
  }) as typeof setTimeout
  try {
    await run(delays)
  } finally {
    globalThis.setTimeout = setTimeout
  }
  return delays
}

const milliseconds = fc.oneof(
  fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 32, 3e9, 1e21, Number.MAX_VALUE, Number.POSITIVE_INFINITY),
  fc.integer({ min: 1, max: 2 ** 33 })
)

test('timers are started only with delays below 2 ** 31 ms', async () => {
  await fc.assert(
    fc.asyncProperty(milliseconds, milliseconds, fc.integer({ min: 0, max: 20 }), async (timeout, retry, fails) => {
      const controller = new AbortController()
      let asked = 0
      const fetch = async () => {
        if (asked++ > fails) controller.abort(new Error('enough'))
        if (asked > 1) throw new TypeError('down')
        const start = (stream: ReadableStreamDefaultController) => {
          stream.enqueue(new TextEncoder().encode(`retry: ${BigInt(Math.min(retry, 1e300))}\n\n`))
          setImmediate(() => stream.error(new TypeError('cut')))
        }
        return answer(new ReadableStream({ start }))
      }
      const delays = await delaysOf(async (begun) => {
        // On a busy machine, the stream may not be cut yet.
        const wait = setInterval(() => begun.length > 1 && controller.abort(new Error('enough')), 5)
        const { signal } = controller
        const stream = await createClient({ watch }, { fetch, timeout }).watch({ signal }).expect(200)
        await assert.rejects(stream[Symbol.asyncIterator]().next(), /enough/)
        clearInterval(wait)
      })
      assert.ok(delays.length > 1)
      for (const delay of delays) assert.ok(delay >= 0 && delay < 2 ** 31, `${delay}`)
    }),
    { ...budget(60), timeout: 60_000 }
  )
})

test('a timeout of 2 ** 31 ms or more starts no timer', async () => {
  const get = endpoint('GET /')
  const fetch = async () => new Response()
  for (const timeout of [2 ** 31, 1e10, Number.POSITIVE_INFINITY])
    assert.deepEqual(await delaysOf(() => createClient({ get }, { fetch }).get({ timeout })), [])
})

async function costOf(size: number): Promise<number> {
  const piece = new TextEncoder().encode('x'.repeat(16_384))
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent === 0) controller.enqueue(new TextEncoder().encode('data: {"text":"'))
      sent += piece.length
      controller.enqueue(piece)
      if (sent < size) return
      controller.enqueue(new TextEncoder().encode('"}\n\n'))
      controller.close()
    }
  })
  const stream = await createClient({ watch }, { fetch: async () => answer(body) })
    .watch()
    .expect(200)
  const before = process.cpuUsage()
  for await (const { data } of stream) assert.ok(data.text.length >= size)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test('the cost of an event is linear in its length', async () => {
  await costOf(1e6)
  const small = await costOf(1e6)
  const large = await costOf(12e6)
  // Twelve times the size may take twelve times as long, and not 144 times.
  assert.ok(large < 40 * small + 200, `${small} and ${large} ms`)
})

test('maxEventLength limits an event at every split', async () => {
  const lines = fc.array(fc.tuple(fc.constantFrom('data', 'id', 'event', ':'), fc.integer({ min: 0, max: 40 })), {
    minLength: 1,
    maxLength: 6
  })
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('event', 'line', 'nothing'),
      async (made, size, ended) => {
        const written = made.map(([name, length]) => `${name}: ${'1'.repeat(length)}\n`).join('')
        const last = ended === 'nothing' ? written.slice(0, -1) : `${written}${ended === 'event' ? 'data: \n\n' : ''}`
        const whole = new TextEncoder().encode(`data: {"text":""}\n\n${last}`)
        const body = new ReadableStream({
          start(controller) {
            for (let at = 0; at < whole.length; at += size) controller.enqueue(whole.slice(at, at + size))
            controller.close()
          }
        })
        const fetch = async () => answer(body)
        const stream = await createClient({ watch }, { fetch, maxEventLength: 50 }).watch().expect(200)
        const length = made.reduce((sum, [name, one]) => sum + (name === ':' ? 0 : one), 0)
        const longest = Math.max(...made.map(([name, one]) => name.length + 2 + one))
        const reading = (async () => {
          for await (const _ of stream);
        })()
        const error: unknown = await reading.then(
          () => undefined,
          (reason) => reason
        )
        const code = Object(error).code
        if (length > 50) assert.equal(code, 'ESP_ERR_EVENT_TOO_LONG')
        else if (length + longest <= 50) assert.notEqual(code, 'ESP_ERR_EVENT_TOO_LONG')
        if (code === 'ESP_ERR_EVENT_TOO_LONG')
          assert.match(Object(error).message, /more than 50 characters: see maxEventLength\.$/)
      }
    ),
    budget(200)
  )
})

test('a stream that is cut may receive 500 as often as retries allows, each time', async () => {
  for (const [retries, fails, isRight] of [
    [2, 2, true],
    [2, 3, false],
    [0, 1, false]
  ] as const) {
    let asked = 0
    const fetch = async () => {
      const turn = asked++ % (fails + 1)
      if (asked > 1 && turn !== 0) return new Response(null, { status: 500 })
      if (asked > 2 * fails + 1) return answer('data: {"text":"end"}\n\n')
      const start = (controller: ReadableStreamDefaultController) => {
        controller.enqueue(new TextEncoder().encode('retry: 1\n\ndata: {"text":"a"}\n\n'))
        setTimeout(() => controller.error(new TypeError('cut')), 5)
      }
      return answer(new ReadableStream({ start }))
    }
    const stream = await createClient({ watch }, { fetch, retries }).watch().expect(200)
    const seen: string[] = []
    const read = async () => {
      for await (const { data } of stream) seen.push(data.text)
    }
    if (!isRight) await assert.rejects(read(), { code: 'ESP_ERR_STATUS_UNDECLARED', status: 500 })
    else {
      await read()
      assert.deepEqual(seen, ['a', 'a', 'end'])
    }
  }
})
