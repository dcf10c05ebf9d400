import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import { endpoint, espalier, events, Type } from 'espalier'
import { createClient } from 'espalier/client'
import { adopt } from 'espalier/fastify'
import { stopClock, testClient } from '../../src/index.ts'

const hour = 3_600_000

const ticks = endpoint('GET /ticks', { response: { 200: events({ tick: Type.Integer() }) } })

function createApp() {
  const app = espalier({ logger: false })
  app.get('/', () => 'hello')
  app.get('/slow', { handlerTimeout: 30_000 }, async ({ signal }) => {
    signal.addEventListener('abort', () => aborted.push(Date.now()))
    await sleep(hour)
    return 'late'
  })
  app.get('/elapsed', async (_request, reply) => {
    await sleep(1500)
    return String(reply.elapsedTime)
  })
  app.addHook('onResponse', async () => {})
  app.route(ticks, async function* () {
    yield { event: 'tick', data: 1 }
    await sleep(hour)
    yield { event: 'tick', data: 2 }
  })
  const aborted: number[] = []
  return { app, aborted }
}

test('a slow handler gets 503 at its deadline, and its signal aborts', async (t) => {
  const clock = stopClock(t)
  const { app, aborted } = createApp()
  t.after(() => app.close())
  const began = clock.now
  const answer = app.inject('/slow')
  await clock.advance(29_999)
  assert.deepEqual(aborted, [])
  await clock.advance(1)
  assert.equal((await answer).statusCode, 503)
  assert.deepEqual(aborted, [began + 30_000])
})

test('a client over a socket gets the deadline response and the date of the clock', async (t) => {
  const clock = stopClock(t, { now: new Date('2030-01-01T00:00:00Z') })
  const { app } = createApp()
  t.after(() => app.close())
  const origin = await app.listen({ port: 0 })
  assert.equal((await fetch(origin)).headers.get('date'), 'Tue, 01 Jan 2030 00:00:00 GMT')
  const answer = fetch(`${origin}/slow`)
  await clock.advance(30_000)
  const { headers, status } = await answer
  assert.deepEqual([status, headers.get('date')], [503, 'Tue, 01 Jan 2030 00:00:30 GMT'])
  clock.restore()
  const late = Date.now() - Date.parse(String((await fetch(origin)).headers.get('date')))
  assert.ok(late >= 0 && late < 10_000, `${late} ms`)
})

for (const exchange of ['inject', 'socket'])
  test(`an event stream over ${exchange} sends heartbeats in the time of the clock`, async (t) => {
    const clock = stopClock(t)
    const { app } = createApp()
    t.after(() => app.close())
    let text = ''
    if (exchange === 'inject') {
      const answer = await app.inject({ url: '/ticks', payloadAsStream: true })
      answer.stream().on('data', (chunk) => {
        text += chunk
      })
    } else {
      const { body } = await fetch(`${await app.listen({ port: 0 })}/ticks`)
      body?.pipeThrough(new TextDecoderStream()).pipeTo(
        new WritableStream({
          write(piece) {
            text += piece
          }
        })
      )
    }
    const first = 'event: tick\ndata: 1\n\n'
    await clock.advance(0)
    assert.equal(text, first)
    await clock.advance(60_000)
    assert.equal(text, first + ':\n\n'.repeat(4))
    await clock.advance(hour - 60_001)
    assert.equal(text.length, (first + ':\n\n'.repeat(239)).length)
    await clock.advance(1)
    assert.match(text, /:\n\nevent: tick\ndata: 2\n\n$/)
  })

test('elapsed time is measured by the clock', async (t) => {
  const clock = stopClock(t)
  const { app } = createApp()
  t.after(() => app.close())
  const answer = app.inject('/elapsed')
  await clock.advance(2000)
  assert.equal((await answer).body, '1500')
})

test('a token, a cookie and a rate limit window expire by the clock', async (t) => {
  const clock = stopClock(t)
  const app = await espalier()
    .register(adopt(jwt, { app: ['jwt'], request: ['jwtVerify'] }), { secret: 'x'.repeat(32) })
    .register(adopt(rateLimit), { max: 3, timeWindow: '1 minute' })
  t.after(() => app.close())
  app.post('/session', (_request, reply) =>
    reply.header('set-cookie', 'seen=1; Max-Age=7200').send(app.jwt.sign({ name: 'Ada' }, { expiresIn: '1h' }))
  )
  app.get('/me', async (request) => request.jwtVerify())
  const client = testClient(app)
  client.headers.authorization = `Bearer ${(await client.inject({ method: 'POST', url: '/session' })).body}`
  const status = async () => (await client.inject('/me')).statusCode
  assert.deepEqual([await status(), await status(), await status()], [200, 200, 429])
  await clock.advance(60_000)
  assert.equal(await status(), 200)
  await clock.advance(hour)
  assert.deepEqual([await status(), client.cookies()], [401, { seen: '1' }])
  await clock.advance(hour)
  assert.deepEqual(client.cookies(), {})
})

test('retries and timeouts of a typed client follow the clock', async (t) => {
  const clock = stopClock(t)
  const app = espalier()
  t.after(() => app.close())
  const work = endpoint('GET /work', { response: { 200: Type.String(), 503: Type.String() } })
  let asked = 0
  app.route(work, async (_request, reply) => {
    if (++asked === 1) return reply.code(503).header('retry-after', '20').send('later')
    await sleep(hour)
    return 'done'
  })
  const api = createClient({ work }, { baseUrl: await app.listen({ port: 0 }), retries: 1, timeout: 30_000 })
  const call = assert.rejects(api.work(), { name: 'TimeoutError' })
  await clock.advance(19_999)
  assert.equal(asked, 1)
  await clock.advance(1)
  assert.equal(asked, 2)
  await clock.advance(10_000)
  await call
})

test('the close timeout of an app follows the clock', async (t) => {
  const clock = stopClock(t)
  const app = espalier({ closeTimeout: 5000, return503OnClosing: false })
  app.get('/', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('begun')
  })
  const response = await fetch(await app.listen({ port: 0 }))
  const ended = assert.rejects(response.text())
  let isClosed = false
  const closed = app.close().then(() => {
    isClosed = true
  })
  await clock.advance(4900)
  assert.equal(isClosed, false)
  await clock.advance(200)
  await closed
  await ended
})

test('remaining timers continue in real time after restore() and can be cleared', async (t) => {
  const clock = stopClock(t)
  const seen: string[] = []
  setTimeout(() => seen.push('timeout'), 20)
  const cleared = setTimeout(() => seen.push('cleared'), 20)
  const interval = setInterval(() => seen.push('interval'), 10)
  await clock.advance(19)
  assert.deepEqual(seen, ['interval'])
  clock.restore()
  clearTimeout(cleared)
  while (seen.length < 5) await sleep(5)
  clearInterval(interval)
  assert.deepEqual(
    seen.filter((one) => one !== 'interval'),
    ['timeout']
  )
  const { length } = seen
  await sleep(30)
  assert.equal(seen.length, length)
})

test('the clock can be stopped once, and the end of a test restores the time', async (t) => {
  const real = { Date, setTimeout }
  await t.test('of node:test', (inner) => {
    stopClock(inner)
    assert.notEqual(Date, real.Date)
    assert.throws(() => stopClock(inner), /^Error: The time is stopped already. Give stopClock\(\) the test/)
  })
  assert.deepEqual({ Date, setTimeout }, real)
  let end = () => {}
  stopClock({
    onTestFinished(restore) {
      end = restore
    }
  })
  assert.notEqual(Date, real.Date)
  end()
  assert.deepEqual({ Date, setTimeout }, real)
})

test('advance() accepts milliseconds from 0 and has no effect after restore()', async (t) => {
  const clock = stopClock(t, { now: 1000 })
  for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY, '5' as never])
    await assert.rejects(clock.advance(ms), /^RangeError: advance\(\) takes milliseconds from 0, not /)
  await Promise.all([clock.advance(1), clock.advance(2)])
  assert.equal(clock.now, 1003)
  clock.restore()
  await clock.advance(5)
  assert.ok(clock.now > 1_700_000_000_000)
  assert.throws(() => stopClock(t, { now: new Date('x') }), /^RangeError: stopClock\(\) needs a Date or milliseconds/)
  assert.ok(Date.now() > 1_700_000_000_000)
})

test('an error of a timer rejects advance(), and later timers wait', async (t) => {
  const clock = stopClock(t)
  const target = new EventTarget()
  setTimeout(() => {
    throw new Error('wrong')
  }, 5)
  setTimeout(() => target.dispatchEvent(new Event('next')), 6)
  const next = once(target, 'next')
  await assert.rejects(clock.advance(10), /^Error: wrong$/)
  await clock.advance(10)
  await next
})
