import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

test('onClose takes a resource and disposes of it, asynchronously if possible', async () => {
  const seen: string[] = []
  const { app } = createApp()
  const log = (text: string) => () => void seen.push(text)
  app.addHook('onClose', { [Symbol.dispose]: log('at once') })
  app.addHook('onClose', { [Symbol.asyncDispose]: log('later'), [Symbol.dispose]: log('not asked') })
  await app.ready()
  assert.deepEqual(seen, [])
  await app.close()
  assert.deepEqual(seen, ['later', 'at once'])
})

test('close waits for Symbol.asyncDispose, which is called as a method', async () => {
  const { app } = createApp()
  let isGone = false
  const resource = {
    async [Symbol.asyncDispose]() {
      await new Promise(setImmediate)
      isGone = this === resource
    }
  }
  app.addHook('onClose', resource)
  await app.close()
  assert.ok(isGone)
})

for (const [what, given] of [
  ['an object', {}],
  ['null', null],
  ['a number', 1],
  ['an object whose dispose is not a function', { [Symbol.dispose]: 1, [Symbol.asyncDispose]: 'no' }]
] as [string, unknown][]) {
  test(`onClose throws for ${what}`, () => {
    assert.throws(() => createApp().app.addHook('onClose', given), { code: 'FST_ERR_HOOK_INVALID_HANDLER' })
  })
}

test('a resource as an onRequest hook fails the boot', async () => {
  const { app } = createApp()
  app.addHook('onRequest', { [Symbol.dispose]: () => {} })
  await assert.rejects(async () => await app.ready(), { code: 'FST_ERR_HOOK_INVALID_HANDLER' })
})

test('addHook throws for undefined and null, and the message names the hook', () => {
  for (const name of ['onRequest', 'onClose', 'nothing'])
    for (const given of [undefined, null])
      assert.throws(() => createApp().app.addHook(name, given), {
        code: 'FST_ERR_HOOK_INVALID_HANDLER',
        message: new RegExp(`^${name} hook.*${given}`)
      })
})

for (const [name, code] of [
  [1, 'FST_ERR_HOOK_INVALID_TYPE'],
  ['onNothing', 'FST_ERR_HOOK_NOT_SUPPORTED'],
  ['toString', 'FST_ERR_HOOK_NOT_SUPPORTED']
] as const) {
  test(`ready() rejects for a hook named ${name}`, async () => {
    const { app } = createApp()
    app.addHook(name, () => {})
    await assert.rejects(async () => await app.ready(), { code })
    const { app: other } = createApp()
    other.addHook(name, async (_one: unknown, _two: unknown, _three: unknown) => {})
    await assert.rejects(async () => await other.ready(), { code })
  })
}

test('the error of a misspelt hook suggests the closest name', async () => {
  const withHook = async (name: string) => {
    const { app } = createApp()
    app.addHook(name, () => {})
    await app.ready()
  }
  await assert.rejects(withHook('preHandlr'), {
    message: "There is no hook named 'preHandlr'. Did you mean 'preHandler'?"
  })
  await assert.rejects(withHook('onNothing'), { message: "There is no hook named 'onNothing'." })
})

test('addHook throws after ready', async () => {
  const { app } = createApp()
  await app.ready()
  assert.throws(() => app.addHook('onRequest', async () => {}), {
    code: 'FST_ERR_INSTANCE_ALREADY_LISTENING',
    message: /^addHook\(\) came too late/
  })
})

const asyncWith = (length: number): Anything => Object.defineProperty(async () => {}, 'length', { value: length })

const asyncArities: [name: string, refused: number[], taken: number[]][] = [
  ...['onRequest', 'preValidation', 'preHandler', 'onResponse', 'onTimeout'].map(
    (name) => [name, [3], [0, 1, 2]] as [string, number[], number[]]
  ),
  ...['preParsing', 'preSerialization', 'onError', 'onSend'].map(
    (name) => [name, [4], [0, 2, 3]] as [string, number[], number[]]
  ),
  ['onRequestAbort', [2], [0, 1, 3]],
  ['onReady', [1, 2], [0]],
  ['onListen', [1, 2], [0]],
  ['preClose', [], [0, 1]],
  ['onClose', [], [0, 1, 2]],
  ['onRegister', [], [0, 1, 2, 3]],
  ['onRoute', [], [0, 1, 2]]
]

for (const [name, refused, taken] of asyncArities) {
  test(`addHook throws only for an async ${name} hook that takes done`, () => {
    const { app } = createApp()
    for (const length of refused)
      assert.throws(
        () => app.addHook(name, asyncWith(length)),
        { code: 'FST_ERR_HOOK_INVALID_ASYNC_HANDLER' },
        `${length}`
      )
    for (const length of taken) app.addHook(name, asyncWith(length))
  })
}

test('an invalid hook in the options of a route throws, alone or in a list', () => {
  const { app } = createApp()
  for (const given of [1, [() => {}, null], {}])
    assert.throws(() => app.get('/', { preHandler: given }, () => ''), { code: 'FST_ERR_HOOK_INVALID_HANDLER' })
  assert.throws(() => app.get('/', { onSend: [asyncWith(4)] }, () => ''), {
    code: 'FST_ERR_HOOK_INVALID_ASYNC_HANDLER'
  })
  app.get('/', { preHandler: undefined, onSend: [] }, () => '')
})

test('an async route hook with done ends once, by promise or by done, without a warning', async () => {
  const { app, lines } = createApp()
  let calls = 0
  const count = () => {
    calls++
    return 'handled'
  }
  app.get('/done', { preHandler: async (_request: unknown, _reply: unknown, done: () => void) => done() }, count)
  app.get('/promise', { preHandler: async (_request: unknown, _reply: unknown, _done: () => void) => {} }, count)
  app.get(
    '/refused',
    { preHandler: async (_request: unknown, _reply: unknown, done: (error: Error) => void) => done(new Error('no')) },
    count
  )
  for (const [url, body] of [
    ['/done', 'handled'],
    ['/promise', 'handled']
  ])
    assert.equal((await app.inject(url)).body, body)
  assert.equal((await app.inject('/refused')).statusCode, 500)
  assert.equal(calls, 2)
  assert.deepEqual(
    lines.filter(({ level }) => level === 40),
    []
  )
})

test('onClose calls a function that is also disposable', async () => {
  const { app } = createApp()
  const seen: string[] = []
  const hook = async () => void seen.push('called')
  app.addHook('onClose', Object.assign(hook, { [Symbol.dispose]: () => void seen.push('disposed of') }))
  await app.close()
  assert.deepEqual(seen, ['called'])
})

test('an onRegister hook is called for plugins that are registered after it', async () => {
  const { app } = createApp()
  const seen: string[] = []
  app.register(async () => {}, { prefix: '/before' })
  app.addHook('onRegister', (child: Anything) => void seen.push(child.prefix))
  app.register(async () => {}, { prefix: '/after' })
  await app.ready()
  assert.deepEqual(seen, ['/after'])
})

test('an onRoute hook is called at once for routes that are declared after it', () => {
  const { app } = createApp({ exposeHeadRoutes: false })
  const seen: string[] = []
  app.get('/before', () => '')
  app.addHook('onRoute', ({ url }: Anything) => void seen.push(url))
  app.get('/after', () => '')
  assert.deepEqual(seen, ['/after'])
})

test('application hooks in route options are not validated', () => {
  const { app } = createApp()
  app.get('/', { onReady: 1, onRoute: 'text', onClose: {}, onRegister: [1] }, () => '')
})
