import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { isFailure, values } from './faults/fault.ts'
import { type Anything, createApp, type Options, type Wild } from './security/wild.ts'

/** Returns the resources that keep the process alive, without the standard streams. */
function openResources(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /Timeout|TCP|Immediate|FSWatcher|Worker/.test(name))
    .sort()
}

/** Waits until no resource keeps the process alive. Returns the resources that are still open after a limit. */
async function openAtRest(): Promise<string[]> {
  const patience = performance.now() + 10_000
  while (openResources().length > 0 && performance.now() < patience) await new Promise(setImmediate)
  return openResources()
}

async function failureOf(app: Wild, listens = false): Promise<Anything> {
  try {
    await (listens ? app.listen({ port: 0, host: '127.0.0.1' }) : app.ready())
  } catch (error) {
    return { error }
  }
  return null
}

const boom = () => new Error('boom')

interface Failure {
  readonly options?: Options
  readonly declare: (app: Wild) => unknown
  readonly says: RegExp
}

const schema = { body: { type: 'nothing' } }

const failures: Record<string, Failure> = {
  'a plugin that throws': {
    declare: (app) =>
      app.register(() => {
        throw boom()
      }),
    says: /boom/
  },
  'a plugin that rejects': {
    declare: (app) =>
      app.register(async () => {
        throw boom()
      }),
    says: /boom/
  },
  'a plugin that fails deep in the tree': {
    declare: (app) =>
      app.register(
        async (a: Wild) =>
          void a.register(async (b: Wild) => void b.register((_c: Wild, _o: unknown, done: Anything) => done(boom())))
      ),
    says: /boom/
  },
  'a plugin that never calls done': {
    options: { pluginTimeout: 50 },
    declare: (app) => app.register(function forgetful(_app: Wild, _options: unknown, _done: unknown) {}),
    says: /forgetful/
  },
  'a plugin whose promise never settles': {
    options: { pluginTimeout: 50 },
    declare: (app) =>
      app.register(async function pending() {
        await new Promise(() => {})
      }),
    says: /pending/
  },
  'a plugin that is not a function': { declare: (app) => app.register('plugin'), says: /string|plugin/i },
  'a plugin with a missing dependency': {
    declare: (app) =>
      app.register(
        Object.assign(async () => {}, { [Symbol.for('plugin-meta')]: { name: 'needy', dependencies: ['absent'] } })
      ),
    says: /absent.*needy|needy.*absent/s
  },
  'a schema that does not compile': {
    declare: (app) => app.post('/broken', { schema }, () => ''),
    says: /POST: \/broken/
  },
  'a response schema that does not compile': {
    declare: (app) => app.get('/broken', { schema: { response: { 200: { $ref: 'absent#' } } } }, () => ''),
    says: /GET: \/broken/
  },
  'an unknown hook': { declare: (app) => app.addHook('onRequests', async () => {}), says: /onRequests/ },
  'an onReady hook that throws': {
    declare: (app) =>
      app.addHook('onReady', async () => {
        throw boom()
      }),
    says: /boom/
  },
  'an onReady hook that never calls done': {
    options: { pluginTimeout: 50 },
    declare: (app) => app.addHook('onReady', function unready(_done: unknown) {}),
    says: /unready/
  },
  'an onRoute hook that throws': {
    declare: (app) => {
      app.addHook('onRoute', () => {
        throw boom()
      })
      app.register(async (child: Wild) => void child.get('/', () => ''))
    },
    says: /boom/
  },
  'an async onRoute hook that rejects': {
    declare: (app) => {
      app.addHook('onRoute', async () => {
        throw boom()
      })
      app.register(async (child: Wild) => void child.get('/', () => ''))
    },
    says: /boom/
  },
  'an async onRoute hook that rejects later': {
    // Only one route, because the timer of a second one would outlive the boot.
    options: { exposeHeadRoutes: false },
    declare: (app) => {
      app.addHook('onRoute', async () => {
        await new Promise((resolve) => setTimeout(resolve, 30))
        throw boom()
      })
      app.get('/', () => '')
    },
    says: /boom/
  },
  'an async onRoute hook that never settles': {
    options: { pluginTimeout: 50 },
    declare: (app) => {
      app.addHook('onRoute', async function lost() {
        await new Promise(() => {})
      })
      app.get('/', () => '')
    },
    says: /onRoute.*lost/
  },
  'an async onRegister hook that rejects': {
    declare: (app) => {
      app.addHook('onRegister', async () => {
        throw boom()
      })
      app.register(async () => {})
    },
    says: /boom/
  },
  'a validator compiler that throws': {
    declare: (app) => {
      app.setValidatorCompiler(() => {
        throw boom()
      })
      app.post('/broken', { schema: { body: {} } }, () => '')
    },
    says: /POST: \/broken.*boom/
  }
}

for (const [name, { options = {}, declare, says }] of Object.entries(failures)) {
  for (const listens of [false, true]) {
    test(`${name} fails ${listens ? 'listen' : 'ready'} with its reason and leaves no resource open`, async () => {
      assert.deepEqual(await openAtRest(), [])
      const { app } = createApp({ logger: false, ...options })
      let failure: Anything
      try {
        await declare(app)
        failure = await failureOf(app, listens)
      } catch (error) {
        failure = { error }
      }
      assert.ok(failure !== null, 'the boot did not fail')
      assert.match(`${failure.error.message}`, says)
      assert.deepEqual(app.addresses(), [])
      await app.close().catch(() => {})
      assert.deepEqual(await openAtRest(), [])
    })
  }
}

for (const [name, make] of Object.entries(values)) {
  test(`a plugin that rejects with ${name} fails listen`, async () => {
    const { app } = createApp({ logger: false })
    app.register(async () => {
      throw make()
    })
    assert.ok((await failureOf(app, true)) !== null)
    await app.close().catch(() => {})
  })
}

for (const [name, make] of Object.entries(values).filter(([, one]) => isFailure(one()))) {
  test(`an onReady hook that passes ${name} to done fails the boot`, async () => {
    const { app } = createApp({ logger: false })
    app.addHook('onReady', (done: Anything) => done(make()))
    assert.ok((await failureOf(app)) !== null)
    await app.close().catch(() => {})
  })

  for (const hook of ['onListen', 'preClose']) {
    test(`an ${hook} hook that passes ${name} to done is logged, and the app serves and closes`, async () => {
      const { app, lines } = createApp()
      app.addHook(hook, (done: Anything) => done(make()))
      app.get('/', () => 'fine')
      const origin = await app.listen({ port: 0, host: '127.0.0.1' })
      assert.equal(await (await fetch(origin)).text(), 'fine')
      await app.close()
      assert.equal(lines.filter(({ level }) => level === 50).length, 1)
    })
  }

  test(`an onClose hook that passes ${name} to done fails close, and the other hook runs`, async () => {
    const { app } = createApp({ logger: false })
    const closed: string[] = []
    app.addHook('onClose', async () => void closed.push('first'))
    app.addHook('onClose', (_app: Wild, done: Anything) => done(make()))
    await app.ready()
    const outcome = await app.close().then(
      () => 'closed',
      () => 'failed'
    )
    assert.deepEqual([outcome, closed], ['failed', ['first']])
  })
}

test('listen rejects for a port in use, and succeeds on another port', async (t) => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  t.after(() => taken.close())
  const { port } = taken.address() as { port: number }
  const { app } = createApp({ logger: false })
  app.get('/', () => 'fine')
  await assert.rejects(app.listen({ port, host: '127.0.0.1' }), { code: 'EADDRINUSE' })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  assert.equal(await (await fetch(origin)).text(), 'fine')
  await app.close()
})

test('failing close hooks do not keep the server open, and the other hooks run', async () => {
  const { app } = createApp({ logger: false, pluginTimeout: 50 })
  const closed: string[] = []
  app.addHook('onClose', async () => void closed.push('first'))
  app.addHook('onClose', async () => {
    throw boom()
  })
  app.addHook('preClose', async () => {
    throw boom()
  })
  app.register(async (child: Wild) => {
    child.addHook('onClose', async () => void closed.push('child'))
  })
  app.get('/', () => 'fine')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  await assert.rejects(app.close(), /boom/)
  await assert.rejects(fetch(origin))
  assert.deepEqual(closed, ['child', 'first'])
})

for (const name of ['onRoute', 'onRegister']) {
  for (const [value, make] of Object.entries(values)) {
    test(`an async ${name} hook that rejects with ${value} fails the boot without ending the process`, async () => {
      const { app } = createApp({ logger: false })
      app.addHook(name, async function culprit() {
        throw make()
      })
      app.register(async (child: Wild) => void child.get('/', () => ''))
      const failure = await failureOf(app)
      assert.ok(failure !== null)
      await app.close().catch(() => {})
    })
  }
}

test('the error of an async onRoute hook names the hook and the plugin that declared it', async () => {
  const { app } = createApp({ logger: false })
  app.register(async function api(child: Wild) {
    child.addHook('onRoute', async function culprit() {
      throw boom()
    })
    child.get('/', () => '')
  })
  const { error } = await failureOf(app)
  assert.equal(error.message, 'boom')
  assert.equal(error.hook, "onRoute 'culprit'")
  assert.match(error.plugin, /api/)
  await app.close().catch(() => {})
})
