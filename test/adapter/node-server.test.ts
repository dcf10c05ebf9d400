import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { espalier } from 'espalier'

test('listen resolves when a serverFactory server that already listens emits listening', async (t) => {
  const server = createServer((_request, response) => void response.end('kept'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.listen = () => {
    server.emit('listening')
    return server
  }
  const waiting = () => [server.listenerCount('listening'), server.listenerCount('error')]
  const before = waiting()
  const app = espalier({ serverFactory: () => server })
  t.after(() => app.close())

  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  assert.equal(await (await fetch(origin)).text(), 'kept')
  assert.deepEqual(waiting(), before)
})

test('closing the app removes its connection listeners from a serverFactory server', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const watched = ['connection', 'secureConnection', 'session', 'stream']
  const listeners = () => watched.map((event) => server.listenerCount(event))
  const before = listeners()
  server.listen = () => {
    server.emit('listening')
    return server
  }
  const app = espalier({ serverFactory: () => server })
  await app.listen({ port: 0, host: '127.0.0.1' })
  assert.notDeepEqual(listeners(), before)
  await app.close()
  assert.deepEqual(listeners(), before)
})

test('a client error with the name of an inherited property as its code gets 400', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  await app.ready()
  for (const code of ['constructor', 'toString', '__proto__', 'HPE_INVALID_METHOD']) {
    const socket = new PassThrough().on('error', () => {})
    app.server.emit('clientError', Object.assign(new Error('broken'), { code }), socket)
    assert.match(String(socket.read()), /^HTTP\/1\.1 400 Bad Request\r\n/, code)
  }
})
