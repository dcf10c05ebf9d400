import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createApp, type Wild } from '../security/wild.ts'

const anyPort = { port: 0, host: '127.0.0.1' }

test('app.addresses() and listeningOrigin are empty before listen and hold the bound address after it', async () => {
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

test('a second listen and a listen after close reject, each with its own code', async () => {
  const { app } = createApp()
  await app.listen(anyPort)
  await assert.rejects(app.listen(anyPort), { code: 'FST_ERR_REOPENED_SERVER' })
  await app.close()
  await assert.rejects(app.listen(anyPort), { code: 'FST_ERR_REOPENED_CLOSE_SERVER' })
})

test('an app whose listen failed with EADDRINUSE may listen again', async () => {
  const [{ app: first }, { app }] = [createApp(), createApp()]
  const taken = Number(new URL(await first.listen(anyPort)).port)
  await assert.rejects(app.listen({ ...anyPort, port: taken }), { code: 'EADDRINUSE' })
  assert.match(await app.listen(anyPort), /^http:/)
  await Promise.all([first.close(), app.close()])
})

test('a listen callback receives the address or the error', async () => {
  const { app } = createApp()
  const told = (one: Wild) => new Promise((resolve) => one.listen(anyPort, (...given: unknown[]) => resolve(given)))
  const [failure, address] = (await told(app)) as [unknown, string]
  assert.deepEqual([failure, address], [null, app.listeningOrigin])
  const [again] = (await told(app)) as [{ code: string }]
  assert.equal(again.code, 'FST_ERR_REOPENED_SERVER')
  await app.close()
})

test('a signal aborted before listen prevents binding, and a signal aborted later closes the app', async () => {
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

test('onListen and preClose hooks run while the server listens, onClose hooks after it', async () => {
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
