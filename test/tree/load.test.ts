import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

for (const [above, own, joined] of [
  ['', '/p', '/p'],
  ['', 'p', '/p'],
  ['/a', '/p', '/a/p'],
  ['/a', 'p', '/a/p'],
  ['/a/', '/p', '/a/p'],
  ['/a/', 'p', '/a/p'],
  ['/a', '/p/', '/a/p/'],
  ['/a', '', '/a'],
  ['/a', undefined, '/a'],
  ['/a', null, '/a'],
  ['/a', '/', '/a/'],
  ['/a/', '/', '/a/']
] as [string, unknown, string][])
  test(`the prefix ${JSON.stringify(own)} below ${JSON.stringify(above)} is ${joined}`, async () => {
    const { app } = createApp()
    app.register(
      async (child: Anything) => {
        child.register(async (inner: Anything) => assert.equal(inner.prefix, joined), { prefix: own })
      },
      { prefix: above }
    )
    await app.ready()
  })

for (const [prefix, shown] of [
  [1, '1'],
  [true, 'true'],
  [['/a'], String.raw`\[ '/a' \]`]
] as const)
  test(`register rejects for the prefix ${shown}`, async () => {
    const { app } = createApp()
    await assert.rejects(
      async () => await app.register(async () => {}, { prefix }),
      (error: Anything) => {
        assert.equal(error.code, 'ESP_ERR_ARGUMENT_INVALID')
        assert.match(error.message, new RegExp(`^The option 'prefix' of a plugin must be a string, not ${shown}\\.`))
        assert.match(error.stack, /load\.test/)
        return true
      }
    )
  })

test('a plugin has its own context with app, name, log level and serializers', async () => {
  const { app } = createApp()
  const [outer, inner] = [() => 'outer', () => 'inner']
  app.register(
    async function above(child: Anything) {
      assert.equal(Object.getPrototypeOf(child), app)
      assert.equal(child.pluginName, 'above')
      child.get('/above', ({ routeOptions }: Anything) => ({ level: routeOptions.logLevel }))
      child.register(
        async function below(grandchild: Anything) {
          assert.equal(Object.getPrototypeOf(grandchild), child)
          assert.equal(grandchild.pluginName, 'below')
          grandchild.get('/below', ({ routeOptions }: Anything) => ({ level: routeOptions.logLevel }))
        },
        { logLevel: 'error', logSerializers: { inner } }
      )
      child.register(async (plain: Anything) => {
        plain.get('/plain', ({ routeOptions }: Anything) => ({ level: routeOptions.logLevel }))
      })
    },
    { logLevel: 'warn', logSerializers: { outer } }
  )
  const seen: Record<string, Anything> = {}
  app.addHook('onRoute', ({ url, method, logSerializers }: Anything) => {
    if (method === 'GET') seen[url] = logSerializers && [logSerializers.outer, logSerializers.inner]
  })
  app.get('/root', ({ routeOptions }: Anything) => ({ level: routeOptions.logLevel }))
  const levelOf = async (url: string) => (await app.inject(url)).json().level
  assert.deepEqual(await Promise.all(['/above', '/below', '/plain', '/root'].map(levelOf)), [
    'warn',
    'error',
    'warn',
    ''
  ])
  assert.deepEqual(seen, {
    '/above': [outer, undefined],
    '/below': [outer, inner],
    '/plain': [outer, undefined],
    '/root': undefined
  })
})

test('a shared plugin joins the context that registers it, and appends its name', async () => {
  const { app } = createApp()
  const shared = (name: string, run: Anything) =>
    Object.assign(run, { [Symbol.for('skip-override')]: true, [Symbol.for('fastify.display-name')]: name })
  await app.register(
    shared('joins', async (given: Anything) => {
      assert.equal(given, app)
    }),
    { prefix: '/ignored' }
  )
  assert.deepEqual([app.pluginName, app.prefix], ['fastify -> joins', ''])
  await app.register(shared('again', async () => {}))
  assert.equal(app.pluginName, 'fastify -> joins -> again')
  assert.deepEqual(
    ['joins', 'again', 'fastify', 'other'].map((name) => app.hasPlugin(name)),
    [true, true, true, false]
  )
})

test('an onRegister hook is called for each new context with its options, and not for a shared plugin', async () => {
  const { app } = createApp()
  const seen: unknown[] = []
  app.addHook('onRegister', function (this: Anything, child: Anything, options: Anything) {
    seen.push([this === app, Object.getPrototypeOf(child) === app, child.prefix, options.own])
  })
  await app.register(async () => {}, { prefix: '/p', own: 1 })
  await app.register(
    Object.assign(async () => {}, { [Symbol.for('skip-override')]: true }),
    { own: 2 }
  )
  assert.deepEqual(seen, [[true, true, '/p', 1]])
})

test('awaiting a context returns it when its plugins have loaded, and after ready it has no then', async () => {
  const { app } = createApp()
  const seen: string[] = []
  const first = await app.register(async () => {
    await new Promise(setImmediate)
    seen.push('first')
  })
  assert.equal(first, app)
  assert.deepEqual(seen, ['first'])
  app.register(async (child: Anything) => {
    const same = await child.register(async () => void seen.push('inner'))
    assert.equal(same, child)
    assert.equal(typeof child.then, 'function')
    seen.push('outer')
  })
  assert.equal(await app.after(), app)
  assert.deepEqual(seen, ['first', 'inner', 'outer'])
  assert.equal(await app, app)
  await app.ready()
  assert.equal(app.then, undefined)
  assert.equal(await app, app)
})

for (const verb of ['ready', 'onClose']) {
  test(`${verb} throws for a value that is not a function, and the app boots`, async () => {
    const { app } = createApp()
    assert.throws(() => app[verb](1), {
      code: 'FST_ERR_PLUGIN_CALLBACK_NOT_FN',
      message: `${verb}() takes a function, not 1.`
    })
    assert.equal(await app.ready(), app)
  })
}

for (const verb of ['register', 'after']) {
  test(`${verb} throws after ready, and the message says how to fix it`, async () => {
    const { app } = createApp()
    let child: Anything
    await app.register(async (given: Anything) => {
      child = given
    })
    await app.ready()
    for (const context of [app, child])
      assert.throws(() => context[verb](() => {}), {
        code: 'FST_ERR_ROOT_PLG_BOOTED',
        message: `${verb}() came too late: the app has started. Call it before ready(), listen() and the first inject().`
      })
  })
}

test('after calls its callback when earlier plugins have loaded', async () => {
  const { app } = createApp()
  const seen: string[] = []
  app.register(async () => void seen.push('plugin'))
  const returned = app.after((error: unknown) => {
    assert.equal(error ?? null, null)
    seen.push('after')
  })
  assert.equal(returned, app)
  await app.ready()
  assert.deepEqual(seen, ['plugin', 'after'])
})

for (const [what, code, declare] of [
  [
    'a plugin that never finishes',
    'FST_ERR_PLUGIN_TIMEOUT',
    (app: Anything) => app.register((_a: unknown, _o: unknown, _d: unknown) => {})
  ]
] as const)
  test(`the boot fails with FST_ERR_PLUGIN_TIMEOUT for ${what}, and its cause`, async () => {
    const { app } = createApp({ pluginTimeout: 30 })
    await assert.rejects(
      async () => {
        declare(app)
        await app.ready()
      },
      (error: Anything) => {
        assert.equal(error.code, code)
        assert.match(error.cause?.code ?? '', /^AVV_ERR_/)
        return true
      }
    )
  })

for (const [how, wait] of [
  ['await register', async (app: Anything, never: unknown) => void (await app.register(never))],
  ['await after', (app: Anything, never: unknown) => app.register(never).after()],
  [
    'an after callback that takes an error',
    (app: Anything, never: unknown) => {
      const told = new Promise((_resolve, reject) => app.register(never).after((error: unknown) => reject(error)))
      return Promise.all([told, app.ready()])
    }
  ],
  [
    'an after callback that calls done',
    (app: Anything, never: unknown) => {
      const told = new Promise((_resolve, reject) => {
        app.register(never).after((error: unknown, done: () => void) => {
          reject(error)
          done()
        })
      })
      return Promise.all([told, app.ready()])
    }
  ],
  [
    'the boot, behind an after callback without parameters,',
    (app: Anything, never: unknown) =>
      app
        .register(never)
        .after(() => {})
        .ready()
  ]
] as [string, (app: Anything, never: unknown) => Promise<unknown>][])
  test(`${how} rejects with FST_ERR_PLUGIN_TIMEOUT for a plugin that never finishes`, async () => {
    const { app } = createApp({ pluginTimeout: 30 })
    await assert.rejects(
      wait(app, (_app: unknown, _options: unknown, _done: unknown) => {}),
      (error: Anything) => {
        assert.equal(error.code, 'FST_ERR_PLUGIN_TIMEOUT')
        assert.equal(error.cause.code, 'AVV_ERR_PLUGIN_EXEC_TIMEOUT')
        return true
      }
    )
  })

test('an error of a plugin is rethrown unchanged', async () => {
  for (const thrown of [
    Object.assign(new Error('own'), { code: 'OWN' }),
    Object.assign(new Error('odd'), { code: 5 })
  ]) {
    const { app } = createApp()
    app.register(async () => Promise.reject(thrown))
    await assert.rejects(
      async () => await app.ready(),
      (error: unknown) => error === thrown
    )
  }
})

test('onClose hooks run newest first with their context, before close resolves', async () => {
  const { app } = createApp()
  const seen: unknown[] = []
  app.addHook('onClose', async function (this: unknown, given: unknown) {
    seen.push(['root', this === app, given === app])
  })
  app.register(async (child: Anything) => {
    child.addHook('onClose', function (this: unknown, given: unknown, done: () => void) {
      seen.push(['child', this === child, given === child])
      setImmediate(done)
    })
  })
  await app.ready()
  await app.close()
  assert.deepEqual(seen, [
    ['child', true, true],
    ['root', true, true]
  ])
})

test('printPlugins names hooks and after callbacks by their calls', async () => {
  const { app } = createApp()
  app.addHook('onRequest', async () => {})
  app.get('/', () => '')
  app.after(() => {})
  app.after(function connected() {})
  await app.ready()
  const shown = app.printPlugins().replaceAll(/\d+ ms/g, 'ms')
  assert.equal(shown, "root ms\n├── addHook('onRequest') ms\n├── after() or await ms\n└── connected ms\n")
})

test('printPlugins shows plugins in order of registration', async () => {
  const { app } = createApp()
  app.register(async function first(child: Anything) {
    child.register(async function inner() {})
  })
  app.register(async function second() {})
  await app.ready()
  assert.match(app.printPlugins(), /first[\s\S]*inner[\s\S]*second/)
})
