import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const failures: Record<string, Anything> = {
  throws: () => {
    throw new Error('broken')
  },
  rejects: async () => Promise.reject(new Error('broken')),
  'calls back': (done: (error: Error) => void) => done(new Error('broken'))
}

for (const [style, fail] of Object.entries(failures)) {
  test(`the error of an onReady hook that ${style} names the hook and its plugin, and later hooks do not run`, async () => {
    for (const [name, shown] of [
      ['clumsy', 'clumsy'],
      ['', 'anonymous']
    ] as const) {
      const { app } = createApp()
      const seen: string[] = []
      app.addHook('onReady', async () => void seen.push('before'))
      app.register(async function shop(child: Anything) {
        child.addHook('onReady', Object.defineProperty(fail, 'name', { value: name, configurable: true }))
        child.addHook('onReady', async () => void seen.push('behind'))
      })
      await assert.rejects(
        async () => await app.ready(),
        (error: Anything) => {
          assert.match(error.message, /^broken/)
          assert.deepEqual([error.hook, error.plugin], [`onReady '${shown}'`, 'shop'])
          return true
        }
      )
      assert.deepEqual(seen, ['before'])
    }
  })
}

for (const [hook, declare] of [
  ['onRoute', (app: Anything) => app.get('/', () => '')],
  ['onRegister', (app: Anything) => app.register(async () => {})]
] as const) {
  test(`the boot waits for an async ${hook} hook, and fails with its error`, async () => {
    const { app } = createApp({ exposeHeadRoutes: false })
    const seen: string[] = []
    app.addHook(hook, async () => {
      await new Promise(setImmediate)
      seen.push('hook')
    })
    app.addHook('onReady', async () => void seen.push('ready'))
    await app.after()
    declare(app)
    await app.ready()
    assert.deepEqual(seen, ['hook', 'ready'])
    const { app: other } = createApp()
    other.addHook(hook, async function clumsy() {
      await new Promise(setImmediate)
      throw new Error('broken')
    })
    await other.after()
    declare(other)
    await assert.rejects(
      async () => await other.ready(),
      (error: Anything) => {
        assert.deepEqual(
          [error.message.split('\n')[0], error.hook, error.plugin],
          ['broken', `${hook} 'clumsy'`, 'app']
        )
        return true
      }
    )
  })
}

test('an onReady hook that never finishes fails the boot with its name and plugin', async () => {
  for (const [name, plugin, says] of [
    ['forgetful', undefined, '\'onReady\' hook "forgetful" timed out'],
    ['', undefined, "'onReady' hook timed out"],
    ['forgetful', 'shop', "'onReady' hook \"forgetful\" of 'shop' timed out"],
    ['', 'shop', "'onReady' hook of 'shop' timed out"]
  ] as const) {
    const { app } = createApp({ pluginTimeout: 30 })
    const hook = Object.defineProperty((_done: unknown) => {}, 'name', { value: name })
    if (plugin === undefined) app.addHook('onReady', hook)
    else
      app.register(
        Object.defineProperty(async (child: Anything) => void child.addHook('onReady', hook), 'name', { value: plugin })
      )
    await assert.rejects(
      async () => await app.ready(),
      (error: Anything) => {
        assert.equal(error.code, 'FST_ERR_HOOK_TIMEOUT')
        assert.ok(error.message.includes(says), error.message)
        assert.equal(error.cause?.code, 'AVV_ERR_READY_TIMEOUT')
        return true
      }
    )
  }
})

test('the boot rejects with the error of a plugin, and no onReady hook runs', async () => {
  const { app } = createApp()
  app.addHook('onReady', () => assert.fail('was called'))
  app.register(async () => Promise.reject(new Error('of the plugin')))
  await assert.rejects(async () => await app.ready(), { message: /^of the plugin/ })
})

test('an onReady hook is called with its context as this, and with done at most', async () => {
  const { app } = createApp()
  const seen: unknown[] = []
  app.register(async (child: Anything) => {
    child.addHook('onReady', async function (this: unknown, ...given: unknown[]) {
      seen.push([this === child, given.length])
    })
    child.addHook('onReady', function (this: unknown, done: () => void) {
      seen.push([this === child, typeof done])
      setImmediate(done)
    })
  })
  await app.ready()
  assert.deepEqual(seen, [
    [true, 0],
    [true, 'function']
  ])
})

for (const [name, run] of [
  ['preClose', async (app: Anything) => app.ready().then(() => app.close())],
  ['onListen', async (app: Anything) => app.listen({ port: 0, host: '127.0.0.1' }).then(() => app.close())]
] as const)
  test(`a failing ${name} hook is logged, and the others run, those of the root first`, async () => {
    const { app, lines } = createApp()
    const seen: string[] = []
    app.register(async (child: Anything) => child.addHook(name, async () => void seen.push('child')))
    for (const fail of Object.values(failures)) app.addHook(name, fail)
    app.addHook(name, async () => void seen.push('root'))
    await run(app)
    assert.deepEqual(seen, ['root', 'child'])
    const told = lines.filter(({ level }) => level === 50).map(({ msg, err }) => [msg, err?.message])
    assert.deepEqual(told, Array(3).fill(['broken', 'broken']))
  })

test('a preClose hook that never finishes is logged by its name after pluginTimeout', async () => {
  const { app, lines } = createApp({ pluginTimeout: 20 })
  app.register(async function shop(child: Anything) {
    child.addHook('preClose', function forgetful(_done: unknown) {})
  })
  await app.ready()
  await app.close()
  const [line] = lines.filter(({ level }) => level === 50)
  assert.equal(line?.err?.code, 'FST_ERR_HOOK_TIMEOUT')
  assert.match(line?.msg ?? '', /'preClose' hook "forgetful" of 'shop' timed out/)
})

test('a ready callback that never finishes rejects the boot with FST_ERR_PLUGIN_TIMEOUT', async () => {
  const { app } = createApp({ pluginTimeout: 30 })
  app.register(async (child: Anything) => {
    child.ready((_error: unknown, _context: unknown, _done: unknown) => {})
  })
  await assert.rejects(app.ready(), { code: 'FST_ERR_PLUGIN_TIMEOUT' })
})
