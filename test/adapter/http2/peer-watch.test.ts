import assert from 'node:assert/strict'
import { once } from 'node:events'
import http2 from 'node:http2'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { events } from '../../../src/contract/events.ts'
import { cert, key } from '../../own-certificate.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { until } from '../../until.ts'

/** In milliseconds. */
const heartbeat = 100

async function serve(t: TestContext, https?: object) {
  const { app } = createApp({ http2: true, ...(https && { https }) })
  const ended: boolean[] = []
  const route = (path: string, beat: number) =>
    app.get(
      path,
      { schema: { response: { 200: events({ tick: { type: 'null' } }, { heartbeat: beat }) } } },
      async function* ({ signal }: Anything) {
        try {
          yield { event: 'tick', data: null }
          await once(signal, 'abort')
        } finally {
          ended.push(true)
        }
      }
    )
  route('/', heartbeat)
  route('/slow', 60_000)
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  return { ended, port: (app.server.address() as AddressInfo).port }
}

/** A proxy that forwards nothing once it is cut, and closes no connection, as when a machine loses power. */
async function throughProxy(t: TestContext, port: number) {
  const pairs: [Socket, Socket][] = []
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    near.on('error', () => {}).pipe(far)
    far.on('error', () => {}).pipe(near)
    pairs.push([near, far])
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    for (const socket of pairs.flat()) socket.destroy()
    proxy.close()
  })
  return {
    port: (proxy.address() as AddressInfo).port,
    cut() {
      for (const [near, far] of pairs) {
        near.unpipe(far).pause()
        far.unpipe(near).pause()
      }
    }
  }
}

async function connectTo(t: TestContext, origin: string, options: http2.SecureClientSessionOptions = {}) {
  const session = http2.connect(origin, options)
  session.on('error', () => {})
  t.after(() => session.destroy())
  const seen = { pings: 0 }
  session.on('ping', () => {
    seen.pings++
  })
  async function ask(path = '/') {
    const stream = session.request({ ':path': path })
    stream.on('error', () => {})
    await once(stream, 'data')
    return stream.resume()
  }
  await once(session, 'connect')
  return { ask, seen, session }
}

for (const [name, https] of [
  ['', undefined],
  [' over TLS', { key, cert }]
] as const)
  test(`all streams of an HTTP/2 session${name} end when its peer is unreachable`, async (t) => {
    const { ended, port } = await serve(t, https)
    const proxy = await throughProxy(t, port)
    const origin = `${https ? 'https' : 'http'}://localhost:${proxy.port}`
    const { ask, seen } = await connectTo(t, origin, { ca: cert })
    for (let n = 0; n < 5; n++) await ask()
    await until(() => seen.pings > 1, 'a second PING', { every: 5 })
    assert.equal(ended.length, 0)
    proxy.cut()
    await until(() => ended.length === 5, 'the end of all generators', { every: 5 })
  })

test('a session gets one PING per shortest heartbeat for all its event streams, and no PING without streams', async (t) => {
  const { ended, port } = await serve(t)
  const { ask, seen, session } = await connectTo(t, `http://127.0.0.1:${port}`)
  const slow = await ask('/slow')
  const began = performance.now()
  const streams = [await ask(), await ask(), await ask()]
  await until(() => seen.pings >= 3, 'three PINGs', { every: 5 })
  const heartbeats = (performance.now() - began) / heartbeat
  assert.ok(heartbeats > seen.pings - 1, `${seen.pings} PINGs in ${heartbeats} heartbeats`)
  assert.equal(ended.length, 0)
  for (const stream of [slow, ...streams]) stream.close()
  await until(() => ended.length === 4, 'the end of all generators')
  await new Promise((resolve) => session.ping(resolve))
  const { pings } = seen
  await new Promise((resolve) => setTimeout(resolve, 4 * heartbeat))
  assert.equal(seen.pings, pings)

  await ask()
  await until(() => seen.pings > pings, 'a PING', { every: 5 })
  session.destroy()
  await until(() => ended.length === 5, 'the end of the last generator')
})
