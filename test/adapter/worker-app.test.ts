import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkerApp } from '../../src/adapter/worker-app.ts'
import { createCore } from '../../src/app.ts'
import { toAppOptions } from '../../src/app-options.ts'
import { runOnWorker } from '../worker/bundle.ts'

interface Nowhere {
  readonly server: unknown
  readonly listeningOrigin: unknown
  ready(): Promise<unknown>
  close(): Promise<unknown>
  listen(): Promise<unknown>
  inject(path: string): Promise<unknown>
  routing(): unknown
  register(plugin: (app: Nowhere) => Promise<unknown>): unknown
  addresses(): unknown
  addHook(name: string, hook: () => void): unknown
  [Symbol.asyncDispose](): Promise<unknown>
}

const create = () => createWorkerApp(createCore(toAppOptions({}))) as unknown as Nowhere
const refused = { code: 'ESP_ERR_NOT_ON_WORKERS' }

test('listen, inject, routing and app.server are refused with ESP_ERR_NOT_ON_WORKERS', async () => {
  const app = create()
  await assert.rejects(app.listen(), refused)
  await assert.rejects(app.inject('/'), refused)
  assert.throws(() => app.routing(), refused)
  assert.throws(() => app.server, {
    ...refused,
    message: 'Workers have no app.server. Code that needs a Node.js server runs on servers only.'
  })
  assert.deepEqual(app.addresses(), [])
  assert.equal(app.listeningOrigin, undefined)
})

test('the error for app.server names the plugin that reads it', async () => {
  const app = create()
  app.register(async function sockets(sub) {
    return sub.server
  })
  await assert.rejects(async () => app.ready(), {
    ...refused,
    message: "Workers have no app.server, which 'sockets' reads. Code that needs a Node.js server runs on servers only."
  })
})

test('an app on workers closes and runs its preClose and onClose hooks', async () => {
  const app = create()
  const ran: string[] = []
  app.addHook('preClose', () => void ran.push('preClose'))
  app.addHook('onClose', () => void ran.push('onClose'))
  await app.ready()
  await app[Symbol.asyncDispose]()
  assert.deepEqual(ran, ['preClose', 'onClose'])
})

test('an app in a bundle for workers refuses app.server, inject and listen', async (t) => {
  const program = `
    import { espalier } from 'espalier'
    import { toFetchHandler } from 'espalier/fetch'
    const app = espalier({ exposeErrors: true })
    app.get('/server', () => String(app.server))
    app.get('/inject', () => app.inject('/'))
    app.get('/listen', () => app.listen())
    export default { fetch: toFetchHandler(app) }
  `
  const { answers } = await runOnWorker(t, program, [{ path: '/server' }, { path: '/inject' }, { path: '/listen' }])
  for (const { body } of answers) assert.equal(JSON.parse(body).code, refused.code)
})
