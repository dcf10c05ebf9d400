import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { skipLeft } from '@espalier/kit'
import { espalier } from 'espalier'
import { until } from '../../../../test/until.ts'

test('a request whose client has left before its handler starts is not given to it', async (t) => {
  const app = espalier({ logger: false })
  t.after(() => app.close())
  app.register(skipLeft)
  const told: string[] = []
  let go = () => {}
  let waits = 0
  app.addHook('preHandler', async ({ url }) => {
    if (url !== '/slow') return
    waits++
    await new Promise<void>((resolve) => {
      go = resolve
    })
  })
  app.addHook('onRequestAbort', async () => void told.push('left'))
  app.addHook('onError', async (_request, _reply, error) => void told.push(String(Object(error).code)))
  app.get('/slow', () => told.push('handler'))
  app.get('/here', () => 'here')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write('GET /slow HTTP/1.1\r\nHost: a.test\r\n\r\n')
  await until(() => waits === 1, 'the hook')
  socket.destroy()
  await until(() => told.includes('left'), 'the client that leaves')
  go()
  await until(() => told.includes('CLIENT_LEFT'), 'the error')
  assert.ok(!told.includes('handler'), told.join())
  assert.equal(await (await fetch(`${origin}/here`)).text(), 'here')
})

test('a client that leaves while the loop is blocked is seen, too', async (t) => {
  const app = espalier({ logger: false })
  t.after(() => app.close())
  app.register(skipLeft)
  let [runs, left] = [0, 0]
  app.addHook('onError', async () => void left++)
  app.get('/', () => ++runs)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(origin)
  for (let round = 0; round < 20; round++) {
    const socket = connect(Number(port), '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
    socket.destroy()
    for (const end = performance.now() + 5; performance.now() < end; );
  }
  await until(() => runs + left === 20, 'all requests')
  assert.equal(runs, 0)
  assert.equal((await app.inject('/')).body, '1')
})
