import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createApp, type Wild } from '../security/wild.ts'

const anyPort = { port: 0, host: '127.0.0.1' }

test('an app has no address before it listens; then its own, of each server', async () => {
  const { app } = createApp()
  assert.deepEqual([app.addresses(), app.listeningOrigin], [[], undefined])
  const address = await app.listen(anyPort)
  assert.equal(app.listeningOrigin, address)
  assert.deepEqual(
    app.addresses().map(({ port }: { port: number }) => `http://127.0.0.1:${port}`),
    [address]
  )
  await app.close()
})

test('a second listen and one after close are refused, each with its own code', async () => {
  const { app } = createApp()
  await app.listen(anyPort)
  await assert.rejects(app.listen(anyPort), { code: 'FST_ERR_REOPENED_SERVER' })
  await app.close()
  await assert.rejects(app.listen(anyPort), { code: 'FST_ERR_REOPENED_CLOSE_SERVER' })
})

test('an app that could not bind may listen again', async () => {
  const [{ app: first }, { app }] = [createApp(), createApp()]
  const taken = Number(new URL(await first.listen(anyPort)).port)
  await assert.rejects(app.listen({ ...anyPort, port: taken }), { code: 'EADDRINUSE' })
  assert.match(await app.listen(anyPort), /^http:/)
  await Promise.all([first.close(), app.close()])
})

test('a callback is told the address or what failed, on a later turn', async () => {
  const { app } = createApp()
  const told = (one: Wild) => new Promise((resolve) => one.listen(anyPort, (...given: unknown[]) => resolve(given)))
  const [failure, address] = (await told(app)) as [unknown, string]
  assert.deepEqual([failure, address], [null, app.listeningOrigin])
  const [again] = (await told(app)) as [{ code: string }]
  assert.equal(again.code, 'FST_ERR_REOPENED_SERVER')
  await app.close()
})

test('a signal that aborts before listening leaves nothing bound, and one that aborts later closes the app', async () => {
  const { app: never } = createApp()
  assert.equal(await never.listen({ ...anyPort, signal: AbortSignal.abort() }), undefined)
  assert.equal(never.server.listening, false)
  const { app } = createApp()
  const abort = new AbortController()
  await app.listen({ ...anyPort, signal: abort.signal })
  const closed = once(app.server, 'close')
  abort.abort()
  await closed
})

test('preClose hooks run while the server still listens, onListen hooks when it does', async () => {
  const { app } = createApp()
  const seen: unknown[] = []
  for (const name of ['onListen', 'preClose', 'onClose'])
    app.addHook(name, async () => void seen.push([name, app.server.listening]))
  await app.listen(anyPort)
  await app.close()
  assert.deepEqual(seen, [
    ['onListen', true],
    ['preClose', true],
    ['onClose', false]
  ])
})
