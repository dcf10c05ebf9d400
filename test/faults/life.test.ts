/** Faults at the beginning and the end of an app and of a connection: each is reported, and the app still closes. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import { type Anything, createApp, type Wild } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'
import { closeOf } from '../until.ts'

test('a preClose hook that never finishes times out and is named in the log, and the app closes', async () => {
  const { app, lines } = createApp({ pluginTimeout: 50 })
  const closed: string[] = []
  app.addHook('preClose', function forgetful() {
    return new Promise(() => {})
  })
  app.addHook('preClose', async () => void closed.push('next hook'))
  app.addHook('onClose', async () => void closed.push('onClose'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  assert.deepEqual([closed, app.server.listening], [['next hook', 'onClose'], false])
  const { err } = lines.find(({ level }) => level === 50) as Anything
  assert.deepEqual([err.code, /preClose.*forgetful/.test(err.message)], ['FST_ERR_HOOK_TIMEOUT', true])
})

test('a preClose hook that fails is logged, and the app closes', async () => {
  const { app, lines } = createApp()
  app.addHook('preClose', async () => {
    throw new Error('no farewell')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  assert.equal(app.server.listening, false)
  assert.ok(lines.some(({ err }) => err?.message === 'no farewell'))
})

type Finish = () => void

/** Hooks that run until the test finishes them, in both styles. */
const patientHooks: Record<string, (started: (finish: Finish) => void) => Anything> = {
  'returns a promise': (started) =>
    function draining() {
      return new Promise<void>((resolve) => started(resolve))
    },
  'takes done': (started) =>
    function draining(_app: unknown, done: Finish) {
      started(done)
    }
}

for (const [style, toHook] of Object.entries(patientHooks)) {
  test(`a slow onClose hook that ${style} is awaited, and a warning names it and its plugin`, async () => {
    const { app } = createApp({ pluginTimeout: 50 })
    const closed: string[] = []
    app.addHook('onClose', async () => void closed.push('first declared'))
    const started = new Promise<Finish>((resolve) => {
      app.register(async function database(context: Wild) {
        context.addHook('onClose', toHook(resolve))
      })
    })
    app.register(async (context: Wild) => void context.onClose(async () => void closed.push('last declared')))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const warned = once(process, 'warning')
    const over = app.close()
    const finish = await started
    const [warning] = await warned
    assert.equal(warning.code, 'ESPWRN002')
    assert.match(warning.message, /'onClose' hook "draining" of 'database', which has not finished within 50 ms/)
    assert.deepEqual([closed, app.server.listening], [['last declared'], false])
    finish()
    await over
    assert.deepEqual(closed, ['last declared', 'first declared'])
  })
}

test('an onClose hook that throws rejects close(), and the other hooks run', async () => {
  const { app } = createApp()
  const closed: string[] = []
  app.addHook('onClose', async () => void closed.push('first declared'))
  app.addHook('onClose', () => {
    throw new Error('not closed')
  })
  await assert.rejects(app.close(), { message: 'not closed' })
  assert.deepEqual(closed, ['first declared'])
})

test('an app closed before it was ready rejects ready, listen and inject', async () => {
  const ways: ((app: Wild) => Promise<unknown>)[] = [
    (app) => app.ready(),
    (app) => app.listen({ port: 0 }),
    (app) => app.inject('/')
  ]
  for (const open of ways) {
    const { app } = createApp()
    app.addHook('onReady', async () => assert.fail('an onReady hook has run'))
    await app.close()
    await assert.rejects(open(app), { code: 'FST_ERR_REOPENED_CLOSE_SERVER' })
  }
})

test('an app closed while it gets ready completes that first and does not listen', async () => {
  for (const close of [(app: Wild) => app.close(), (app: Wild) => new Promise<void>((resolve) => app.close(resolve))]) {
    const { app } = createApp()
    const seen: string[] = []
    app.addHook('onReady', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push('ready')
    })
    app.addHook('onClose', async () => void seen.push('closed'))
    const address = app.listen({ port: 0, host: 'localhost' })
    await close(app)
    assert.deepEqual([await address, seen, app.server.listening], [undefined, ['ready', 'closed'], false])
  }
})

test('a closed app rejects listen', async () => {
  const { app } = createApp()
  await app.close()
  await assert.rejects(app.listen({ port: 0 }), { code: 'FST_ERR_REOPENED_CLOSE_SERVER' })
  assert.equal(app.server.listening, false)
})

test('listen throws for an invalid signal', async (t) => {
  const { app } = createApp()
  t.after(() => app.close())
  for (const signal of [{}, { aborted: false }, { aborted: true }, null, 'abort'])
    assert.throws(() => app.listen({ port: 0, signal }), { code: 'FST_ERR_LISTEN_OPTIONS_INVALID' })
})

for (const exchange of ['auto', 'stock']) {
  test(`an onTimeout hook that fails is logged (${exchange})`, async (t) => {
    const { port, lines } = await serve(t, { exchange, connectionTimeout: 60_000 }, (app) => {
      app.addHook('onTimeout', async () => {
        throw new Error('of the hook')
      })
      app.get('/', ({ raw }: Anything) => {
        // Only now: a connection that waits for its first request longer than that has no hook.
        raw.socket.setTimeout(1)
        return new Promise(() => {})
      })
    })
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume()
    socket.write(request('/'))
    await closeOf(socket)
    assert.equal(lines.find(({ msg }) => msg === 'onTimeout hook failed')?.err?.message, 'of the hook')
  })

  test(`thirty pipelined requests to an app with onTimeout hooks do not emit a warning (${exchange})`, async (t) => {
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    t.after(() => process.off('warning', note))
    const { port } = await serve(t, { exchange }, (app) => {
      app.addHook('onTimeout', async () => {})
      app.get('/', async () => 'fine')
    })
    const connection = new Connection(port).send(Buffer.concat(Array(30).fill(request('/'))))
    for (let turn = 0; turn < 30; turn++) assert.equal((await connection.read())?.body, 'fine')
    connection.destroy()
    assert.deepEqual(warnings, [])
  })

  test(`a response field in http.uniqueHeaders is sent once (${exchange})`, async (t) => {
    const { send } = await serve(t, { exchange, http: { uniqueHeaders: ['x-a'] } }, (app) =>
      app.get('/', async (_request: unknown, reply: Anything) => {
        reply.header('x-a', ['1', '2'])
        return 'text'
      })
    )
    assert.deepEqual((await send('/'))?.headers.get('x-a'), ['1; 2'])
  })

  test(`keepAliveTimeout: 0 falls back to 72 seconds, and a list throws (${exchange})`, async (t) => {
    const { app } = await serve(t, { exchange, keepAliveTimeout: 0 }, () => {})
    assert.deepEqual([app.initialConfig.keepAliveTimeout, app.server.keepAliveTimeout], [72_000, 72_000])
    assert.throws(() => createApp({ keepAliveTimeout: [] }), { code: 'FST_ERR_INIT_OPTS_INVALID' })
  })
}
