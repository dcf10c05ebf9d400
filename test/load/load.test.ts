/** Slow clients, disconnects, a server that closes under load, and one that runs out of file descriptors. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { json, serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'
import { asClient, https } from '../shared-key.ts'
import { closeOf, until } from '../until.ts'
import { startChild } from './child.ts'

const quick = { requestTimeout: 300, http: { connectionsCheckingInterval: 50, headersTimeout: 300 } }

const slow: Record<string, Buffer> = {
  head: request('/', { headers: [['X-Long', 'x'.repeat(5000)]] }),
  body: request('/', { method: 'POST', headers: [json], body: JSON.stringify('x'.repeat(5000)) })
}

for (const [part, bytes] of Object.entries(slow)) {
  test(`a client that sends its ${part} byte by byte is disconnected, and others are served meanwhile`, async (t) => {
    const { port, send } = await serve(t, quick, (app) => {
      app.get('/', () => 'fine')
      app.post('/', () => 'reached')
    })
    const clients = Array.from({ length: 20 }, () => new Connection(port))
    const start = part === 'head' ? 20 : bytes.indexOf('\r\n\r\n') + 4
    for (const client of clients) client.send(bytes.subarray(0, start))
    let at = start
    while (clients.some(({ isClosed }) => !isClosed)) {
      assert.ok(at < bytes.length, 'the slow clients were served to the end')
      for (const client of clients) if (!client.isClosed) client.send(bytes.subarray(at, at + 1))
      at++
      if (at % 10 === 0) assert.equal((await send('/'))?.body, 'fine')
      await sleep(5)
    }
    for (const client of clients) assert.equal((await client.read())?.status ?? 408, 408)
  })
}

// By default, Node checks for slow requests every 30 seconds.
for (const [protocol, options] of [
  ['HTTP', {}],
  ['HTTPS', { https }],
  ['HTTPS beside HTTP/2', { http2: true, https: { ...https, allowHTTP1: true } }]
] as const) {
  test(`requestTimeout ends a request whose body arrives slowly over ${protocol}`, async (t) => {
    const { port } = await serve(t, { requestTimeout: 1000, ...options }, (app) => app.post('/', () => 'reached'))
    const socket = protocol === 'HTTP' ? connect(port) : connectTls({ port, ...asClient })
    socket.on('error', () => {}).resume()
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n')
    const began = performance.now()
    const trickle = setInterval(() => socket.write('1'), 50)
    t.after(() => clearInterval(trickle))
    await closeOf(socket)
    assert.ok(performance.now() - began < 15_000)
  })
}

test('a response that its client does not read is buffered up to a limit', async (t) => {
  const chunk = 65_536
  const clientCount = 10
  // The operating system buffers some megabytes for each client. Without backpressure, the count would grow without end.
  const most = clientCount * 50_000_000
  let taken = 0
  const pull = (controller: ReadableStreamDefaultController) => {
    taken += chunk
    if (taken > most) controller.close()
    else controller.enqueue(new Uint8Array(chunk))
  }
  const { port, send } = await serve(t, {}, (app) => {
    app.get('/large', () => new ReadableStream({ pull }))
    app.get('/', () => 'fine')
  })
  const clients = Array.from({ length: clientCount }, () => new Connection(port).send(request('/large')))
  for (const { socket } of clients) socket.pause()
  for (let before = -1; taken === 0 || taken > before; ) {
    before = taken
    await sleep(200)
    assert.ok(taken <= most, `${taken} bytes were taken from the streams`)
  }
  assert.equal((await send('/'))?.body, 'fine')
  for (const client of clients) client.destroy()
})

/** Sends three requests on each connection, one after the other, until the app closes. Records the completed ones. */
async function keepAsking(port: number, name: number, answered: Set<string>, isClosing: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !isClosing(); turn++) {
    const connection = new Connection(port)
    for (let use = 0; use < 3; use++) {
      const id = `${name}-${turn}-${use}`
      const answer = await connection.send(request(`/${id}`)).read()
      if (answer === null) break
      if (answer.status === 200) {
        assert.equal(answer.body, id)
        answered.add(id)
      } else assert.equal(answer.status, 503)
    }
    connection.destroy()
  }
}

test('close under load completes the accepted requests and ends', async (t) => {
  const reached = new Set<string>()
  const { app, port } = await serve(t, {}, (app) => {
    app.get('/:id', async (request: Anything) => {
      reached.add(request.params.id)
      await sleep(Number(request.params.id.slice(-1)) * 5)
      return request.params.id
    })
  })
  const answered = new Set<string>()
  let closing: Promise<unknown> | null = null
  const idle = new Connection(port)
  const silent = new Connection(port).send('GET /silent HTTP/1.1\r\nHost: a\r\n')
  await idle.send(request('/idle-0')).read()
  const clients = Array.from({ length: 20 }, (_, name) => keepAsking(port, name, answered, () => closing !== null))
  await until(() => reached.size >= 100, 'a hundred requests')
  const start = performance.now()
  closing = app.close()
  await closing
  const took = performance.now() - start
  await Promise.all([...clients, idle.closed, silent.closed])
  answered.add('idle-0')
  assert.deepEqual(
    [...reached].filter((id) => !answered.has(id)),
    []
  )
  assert.ok(took < 30_000, `close took ${took} ms`)
})

test('random client disconnects do not grow the heap', async (t) => {
  const child = await startChild(t)
  const bytes = request('/upload', {
    method: 'POST',
    headers: [['Content-Type', 'text/plain']],
    body: 'x'.repeat(2000)
  })
  const before = await child.look()
  for (let wave = 0; wave < 5; wave++) {
    const clients = Array.from({ length: 100 }, (_, index) => {
      const connection = new Connection(child.port)
      if (index % 4 === 0) connection.send(bytes.subarray(0, (index * 37) % bytes.length))
      if (index % 4 === 1) connection.send(request('/slow?ms=20'))
      if (index % 4 === 2) connection.send(request('/stream?parts=5000'))
      return connection
    })
    await Promise.all(clients.map(({ socket }) => once(socket, 'connect')))
    await sleep(wave)
    for (const [index, client] of clients.entries()) {
      if (index % 2 === 0) client.socket.resetAndDestroy()
      else client.destroy()
    }
  }
  await child.lookWhenQuiet()
  // Handlers may still be at work for clients that are gone.
  await sleep(500)
  const after = await child.look()
  assert.ok(after.heap - before.heap < 8_000_000, `the heap grew by ${after.heap - before.heap} bytes`)
  const { closed, code } = await child.close()
  assert.equal(code, 0)
  assert.ok(closed < 30_000)
})

test('a server that runs out of file descriptors serves again when some are free', {
  skip: process.platform === 'win32'
}, async (t) => {
  const child = await startChild(t, { files: 200 })
  const clients = Array.from({ length: 300 }, () => new Connection(child.port))
  await sleep(200)
  for (const client of clients) client.destroy()
  let body: string | undefined
  for (let turn = 0; turn < 100 && body === undefined; turn++) {
    const connection = new Connection(child.port).send(request('/echo/1'))
    body = (await connection.read().catch(() => null))?.body
    connection.destroy()
    if (body === undefined) await sleep(20)
  }
  assert.equal(body, '{"id":"1","query":{}}')
  assert.equal((await child.close()).code, 0)
})
