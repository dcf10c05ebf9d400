import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { DevServer } from '../../src/dev/dev-server.ts'
import { RunningApp } from '../../src/dev/running-app.ts'
import { appThat } from './served-app.ts'

async function serve(t: TestContext, running: RunningApp) {
  const server = new DevServer()
  await server.listen(0, '127.0.0.1')
  t.after(() => server.close())
  server.serve(running)
  return server.origin
}

test('a retiring app waits for responses and aborts event streams at once', async (t) => {
  const notes: string[] = []
  let go = () => {}
  let isAsked = false
  const app = await appThat((one) => {
    one.addHook('onClose', async () => void notes.push('closed'))
    one.get(
      '/slow',
      () =>
        new Promise((resolve) => {
          isAsked = true
          go = () => {
            notes.push('answered')
            resolve('done')
          }
        })
    )
    one.get('/events', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
    })
  })
  const running = new RunningApp(app)
  const origin = await serve(t, running)
  const events = await fetch(`${origin}/events`)
  const slow = fetch(`${origin}/slow`).then((answer) => answer.text())
  await until(() => isAsked, 'the request')
  const retired = running.retire()
  await assert.rejects(events.text(), { name: 'TypeError', message: 'terminated' })
  go()
  assert.equal(await slow, 'done')
  await retired
  assert.deepEqual(notes, ['answered', 'closed'])
})

test('a WebSocket is closed with 1012, and an upgrade without a listener is closed', async (t) => {
  const app = await appThat((one) => one.get('/', () => 'ok'))
  const running = new RunningApp(app)
  const origin = await serve(t, running)
  const upgrade = async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')
    return socket
  }
  await once((await upgrade()).resume(), 'close')
  ;(app.server as unknown as NodeJS.EventEmitter).on('upgrade', (_raw, socket) => socket.write('taken'))
  const socket = await upgrade()
  assert.equal(String((await once(socket, 'data'))[0]), 'taken')
  void running.retire()
  assert.deepEqual([...(await once(socket, 'data'))[0]], [0x88, 2, 0x03, 0xf4])
  socket.destroy()
})
