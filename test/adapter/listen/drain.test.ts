import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { events } from '../../../src/index.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { Connection, request } from '../../security/wire.ts'
import { until } from '../../until.ts'

async function start(t: Anything, listening: object, options: object = {}) {
  const { app } = createApp({ closeTimeout: 50, ...options })
  t.after(() => app.close())
  app.get('/', () => 'fine')
  const origin = await app.listen({ port: 0, host: '127.0.0.1', ...listening })
  return { app, port: Number(new URL(origin).port) }
}

for (const exchange of ['auto', 'stock'] as const) {
  test(`a request during draining gets a response with Connection: close (${exchange})`, async (t) => {
    const { app, port } = await start(t, { drain: 20_000 }, { exchange })
    const [busy, idle] = [new Connection(port), new Connection(port)]
    for (const client of [busy, idle]) assert.equal((await client.send(request('/')).read())?.body, 'fine')
    const closed = app.close()
    await until(() => app.server.listening === false, 'the end of listening')
    const late = new Connection(port)
    await late.closed
    for (const client of [busy, idle]) {
      assert.equal(client.isClosed, false)
      const answer = await client.send(request('/')).read()
      assert.deepEqual([answer?.status, answer?.body], [200, 'fine'])
      assert.deepEqual(answer?.headers.get('connection'), ['close'])
      await client.closed
    }
    await closed
  })
}

test('a connection without a request is closed at once without drain, and after the drain time', async (t) => {
  for (const listening of [{}, { drain: 0 }, { drain: 200 }]) {
    const { app, port } = await start(t, listening)
    const client = new Connection(port)
    await client.send(request('/')).read()
    const began = performance.now()
    await app.close()
    await client.closed
    if ('drain' in listening && listening.drain > 0) assert.ok(performance.now() - began >= listening.drain - 1)
  }
})

test('a request that completes after the drain time gets 503', async (t) => {
  const { app, port } = await start(t, { drain: 50 })
  const held = new Connection(port)
  held.send('GET / HTTP/1.1\r\nHost: a.test\r\n')
  await until(async () => (await connectionsOf(app)) === 1, 'the connection')
  const idle = new Connection(port)
  await idle.send(request('/')).read()
  const closed = app.close()
  await idle.closed
  held.send('\r\n')
  assert.equal((await held.read())?.status, 503)
  await closed
})

const connectionsOf = (app: Anything) =>
  new Promise<number>((resolve) => app.server.getConnections((_error: unknown, count: number) => resolve(count)))

for (const drain of [-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '1000', {}, true])
  test(`listen rejects drain: ${String(drain)}`, async () => {
    const { app } = createApp({})
    await assert.rejects(async () => app.listen({ port: 0, drain }), {
      code: 'FST_ERR_LISTEN_OPTIONS_INVALID',
      message: /options\.drain: pass milliseconds, such as \{ drain: 5000 \}/
    })
    await app.close()
  })

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major >= 24 || (major === 22 && minor >= 12)) {
  test('two apps share a port with reusePort: true', { skip: process.platform !== 'linux' }, async (t) => {
    const { port } = await start(t, { reusePort: true })
    assert.equal((await start(t, { port, reusePort: true })).port, port)
    await assert.rejects(start(t, { port }), { code: 'EADDRINUSE' })
  })
} else {
  test('listen rejects reusePort: true on a Node version without it', async () => {
    const { app } = createApp({})
    await assert.rejects(async () => app.listen({ port: 0, reusePort: true }), {
      code: 'FST_ERR_LISTEN_OPTIONS_INVALID',
      message: /options\.reusePort: this is Node 2\d\.\d+\.\d+, and Node 22\.12 is the first/
    })
    await app.listen({ port: 0, reusePort: false })
    await app.close()
  })
}

test('draining ends event streams one after the other, oldest first, and aborts their signals', async () => {
  const { app } = createApp({ logger: false })
  const schema = { response: { 200: events({ tick: { type: 'null' } }) } }
  // On a busy machine, clients may see two ends late and in another order.
  const aborts: { reader: number; at: number; alone: boolean }[] = []
  const signals: AbortSignal[] = []
  app.get('/events', { schema }, async function* ({ signal }: Anything) {
    const reader = signals.push(signal) - 1
    yield { event: 'tick', data: null }
    await once(signal, 'abort')
    aborts.push({ reader, at: performance.now(), alone: signals.filter(({ aborted }) => aborted).length === 1 })
  })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1', drain: 600 })).port)
  const clients = Array.from({ length: 6 }, () => new Connection(port))
  for (const client of clients) {
    client.send(request('/events'))
    await until(() => client.rest.includes('data:'), 'the first event')
  }
  const began = performance.now()
  const closed = app.close()
  await Promise.all(clients.map((client) => client.closed))
  await closed
  assert.deepEqual(
    aborts.map(({ reader }) => reader),
    [0, 1, 2, 3, 4, 5]
  )
  // The first stream ends at once, the last after five sixths of the time.
  assert.ok(aborts[0]?.alone)
  assert.ok((aborts[5]?.at ?? 0) - began >= 500, JSON.stringify(aborts))
})
