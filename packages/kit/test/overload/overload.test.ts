import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { health, overload } from '@espalier/kit'
import websocket from '@fastify/websocket'
import { espalier, events, httpError, type ServerOptions, Type } from 'espalier'
import fc from 'fast-check'
import WebSocket from 'ws'
import { budget } from '../../../../test/fuzz/budget.ts'
import { arrival, until } from '../../../../test/until.ts'
import { protocols, type Send } from '../protocol.ts'

async function start(t: TestContext, options: ServerOptions = {}) {
  const app = espalier({ logger: false, ...options })
  app.register(overload, { inFlight: 2, turn: 1e9, leftFor: 50, retryAfter: 7 })
  app.register(health)
  const waiting: (() => void)[] = []
  const wait = () => new Promise<void>((resolve) => waiting.push(resolve))
  app.get('/slow', async () => {
    await wait()
    return 'done'
  })
  app.get('/fails', async () => {
    await wait()
    throw httpError(418, 'TEAPOT', 'No coffee.')
  })
  app.get('/taken', async (_request, reply) => {
    await wait()
    reply.hijack()
    reply.raw.end('HTTP/1.1 200 OK\r\n\r\n')
  })
  app.get('/ticks', { schema: { response: { 200: events({ tick: Type.Integer() }) } } }, async function* ({ signal }) {
    yield { event: 'tick' as const, data: 1 }
    await once(signal, 'abort')
  })
  app.get('/free', { config: { overload: false } }, () => 'free')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const release = async (count: number) => {
    await until(() => waiting.length >= count, `${count} requests`)
    for (const go of waiting.splice(0)) go()
  }
  return { app, origin, waiting, release }
}

test('a request above the limit gets 503 with Retry-After, and health and free routes do not', async (t) => {
  const { origin, release, waiting } = await start(t)
  const first = [fetch(`${origin}/slow`), fetch(`${origin}/slow`)]
  await until(() => waiting.length === 2, 'two requests')
  for (const path of ['/slow', '/nothing']) {
    const answer = await fetch(`${origin}${path}`)
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '7'])
    assert.deepEqual(await answer.json(), {
      statusCode: 503,
      code: 'OVERLOADED',
      error: 'Service Unavailable',
      message: 'The server has more requests than it can answer in time.'
    })
  }
  for (const path of ['/live', '/ready', '/free']) assert.equal((await fetch(`${origin}${path}`)).status, 200)
  await release(2)
  for (const answer of await Promise.all(first)) assert.equal(answer.status, 200)
  const next = fetch(`${origin}/slow`)
  await release(1)
  assert.equal((await next).status, 200)
})

const endings = ['/slow', '/fails', '/taken', '/ticks', '/nothing', 'leaves', 'leaves and hangs'] as const

for (const [name, { options, open }] of Object.entries(protocols))
  test(`${name}: slots are released after responses, errors, hijacked replies and disconnected clients`, async (t) => {
    const { origin, waiting } = await start(t, options)
    let send: Send
    const end = async (how: (typeof endings)[number]) => {
      const isPath = how.startsWith('/')
      const { status, leave } = await send(isPath ? how : '/slow')
      if (how !== '/ticks' && how !== '/nothing') await until(() => waiting.length > 0, `the request of ${how}`)
      const go = waiting.pop()
      if (isPath) {
        go?.()
        await status
      }
      leave()
      if (how === 'leaves') go?.()
    }
    /** Whether this number of requests can run at the same time. */
    const haveRoom = async (count: number) => {
      const answers: number[] = []
      const all = Array.from({ length: count }, async () => answers.push(await (await send('/slow')).status))
      await until(() => waiting.length + answers.length === count, `${count} requests`)
      for (const go of waiting.splice(0)) go()
      await Promise.all(all)
      return answers.every((status) => status === 200)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...endings), { minLength: 1, maxLength: 6 }), async (hows) => {
        // Node closes an HTTP/2 session whose client cancels a thousand streams.
        send = await open(t, origin)
        for (const how of hows) {
          await until(() => haveRoom(1), 'a place for the next request', { every: 10 })
          await end(how)
        }
        await until(() => haveRoom(2), 'both places', { every: 10 })
      }),
      budget(8)
    )
  })

test('a request with an Upgrade field counts against the limit', async (t) => {
  const { origin, release, waiting } = await start(t)
  const first = [fetch(`${origin}/slow`), fetch(`${origin}/slow`)]
  await until(() => waiting.length === 2, 'two requests')
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write('GET /slow HTTP/1.1\r\nHost: a.test\r\nUpgrade: x\r\n\r\n')
  const [answer] = await once(socket.setEncoding('latin1'), 'data')
  socket.destroy()
  assert.match(String(answer), /^HTTP\/1\.1 503 /)
  await release(2)
  await Promise.all(first)
})

test('WebSockets use no slot, and other requests of their routes do', async (t) => {
  const app = espalier({ logger: false }).register(overload, { inFlight: 1, turn: 1e9 })
  t.after(() => app.close())
  app.register(websocket)
  app.register(async (below) => {
    const greet = (socket: WebSocket) => socket.send('hello')
    Reflect.apply(below.get, below, ['/socket', { websocket: true }, greet])
    Reflect.apply(below.route, below, [
      { method: 'GET', url: '/both', handler: () => new Promise(() => {}), wsHandler: greet }
    ])
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const path of ['/socket', '/socket', '/both', '/both']) {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`)
    t.after(() => socket.terminate())
    assert.equal(String((await arrival(once(socket, 'message'), 'a message'))[0]), 'hello')
  }
  const leave = new AbortController()
  const hangs = fetch(`${origin}/both`, { signal: leave.signal })
  hangs.catch(() => {})
  await until(async () => (await fetch(`${origin}/nothing`)).status === 503, 'the only place to be taken')
  leave.abort()
})

test('an event stream uses no slot once it has started', async (t) => {
  const { origin, release } = await start(t)
  const readers = new AbortController()
  for (let count = 0; count < 4; count++)
    assert.equal((await fetch(`${origin}/ticks`, { signal: readers.signal })).status, 200)
  const answer = fetch(`${origin}/slow`)
  await release(1)
  assert.equal((await answer).status, 200)
  readers.abort()
})

test('an invalid option fails to start', async () => {
  for (const options of [
    { inFlight: 0 },
    { inFlight: 1.5 },
    { turn: Number.NaN },
    { leftFor: -1 },
    { leftFor: 2 ** 31 },
    { retryAfter: Number.POSITIVE_INFINITY },
    { retryAfter: '1' as unknown as number }
  ])
    await assert.rejects(
      async () => await espalier().register(overload, options),
      /of overload takes a whole number from 1/
    )
})
