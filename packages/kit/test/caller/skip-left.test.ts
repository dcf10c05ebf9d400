import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { skipLeft } from '@espalier/kit'
import { espalier } from 'espalier'
import { until } from '../../../../test/until.ts'
import { protocols } from '../protocol.ts'

for (const [name, { options, open }] of Object.entries(protocols)) {
  const start = (t: TestContext) => {
    const app = espalier({ logger: false, ...options })
    t.after(() => app.close())
    app.register(skipLeft)
    return app
  }

  test(`${name}: the handler is not called if the client disconnects before it starts`, async (t) => {
    const app = start(t)
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
    const send = await open(t, await app.listen({ port: 0, host: '127.0.0.1' }))
    const slow = await send('/slow')
    await until(() => waits === 1, 'the hook')
    slow.leave()
    await until(() => told.includes('left'), 'the client that leaves')
    go()
    await until(() => told.includes('CLIENT_LEFT'), 'the error')
    assert.ok(!told.includes('handler'), told.join())
    assert.equal(await (await send('/here')).status, 200)
  })

  test(`${name}: a client that disconnects while the event loop is blocked is detected`, async (t) => {
    const app = start(t)
    let [runs, left] = [0, 0]
    app.addHook('onError', async () => void left++)
    app.get('/', () => ++runs)
    const send = await open(t, await app.listen({ port: 0, host: '127.0.0.1' }))
    for (let round = 0; round < 20; round++) {
      const { leave } = await send('/')
      leave()
      for (const end = performance.now() + 5; performance.now() < end; );
    }
    await until(() => runs + left === 20, 'all requests')
    assert.equal(runs, 0)
    assert.equal(await (await send('/')).status, 200)
    assert.equal(runs, 1)
  })
}
