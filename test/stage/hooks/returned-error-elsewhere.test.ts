/** Errors that hooks outside of requests return: they are logged as if thrown, or fail the boot. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { bearerAuth, createVerifyBearerAuth } from '../../../src/plugin/bearer-auth.ts'
import { errorKinds, thenableError } from '../../security/error-kinds.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { until } from '../../until.ts'

const fail = () => new Error('returned')
const thenable = () => ({
  // biome-ignore lint/suspicious/noThenProperty: a promise of another library
  then: (resolve: (value: unknown) => void) => resolve(fail())
})

/** Hooks that return an error, by the number of their parameters before `done`. */
const hooksOf: Readonly<Record<string, (arity: number) => Anything>> = {
  sync: () => () => fail(),
  async: () => async () => fail(),
  thenable: () => thenable,
  'thenable error': () => () => thenableError(401),
  'beside done': (arity) => [(_done: Anything) => fail(), (_app: Anything, _done: Anything) => fail()][arity],
  'to done': (arity) =>
    [(done: Anything) => void done(null, fail()), (_app: Anything, done: Anything) => void done(null, fail())][arity]
}
const message = /^re(turned|fused)$/

/** The message that a promise rejects with: `assert.rejects` would await the error itself. */
const failureOf = (run: () => PromiseLike<unknown>): Promise<string> =>
  new Promise((resolve) =>
    run().then(
      () => resolve('no failure'),
      (error: Error) => resolve(error.message)
    )
  )

for (const [style, make] of Object.entries(hooksOf)) {
  test(`an onReady hook that returns an error fails the boot (${style})`, async () => {
    const { app } = createApp()
    app.addHook('onReady', make(0))
    assert.match(await failureOf(() => app.ready()), message)
  })

  test(`app.close rejects with the error that an onClose hook returns (${style})`, async () => {
    const { app } = createApp()
    app.addHook('onClose', make(1))
    await app.ready()
    assert.match(await failureOf(() => app.close()), message)
  })

  test(`errors that onListen and preClose hooks return are logged (${style})`, async () => {
    const { app, lines } = createApp()
    app.addHook('onListen', make(0))
    app.addHook('preClose', make(0))
    await app.listen({ port: 0 })
    await app.close()
    assert.equal(lines.filter(({ err }) => message.test(err?.message ?? '')).length, 2)
  })
}

for (const [style, hook] of Object.entries({
  sync: fail,
  async: async () => fail(),
  'thenable error': () => thenableError(401)
})) {
  test(`errors that onRoute and onRegister hooks return fail the boot (${style})`, async () => {
    for (const name of ['onRoute', 'onRegister']) {
      const { app } = createApp()
      app.addHook(name, hook)
      app.register(async (child: Anything) => child.get('/', () => ''))
      assert.match(await failureOf(() => app.ready()), message, name)
    }
  })
}

test('errors that onRequestAbort and onTimeout hooks return are logged', async () => {
  const { app, lines } = createApp({ connectionTimeout: 50 })
  app.addHook('onRequestAbort', async (_request: Anything) => errorKinds.httpError?.(401))
  app.addHook('onTimeout', async () => errorKinds.httpError?.(401))
  app.get('/', () => new Promise(() => {}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(app.server.address().port, '127.0.0.1')
  socket.on('error', () => {}).write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await until(() => lines.some(({ msg }) => msg === 'onTimeout hook failed'), 'the timeout')
  socket.destroy()
  await until(() => lines.some(({ msg }) => msg === 'onRequestAborted hook failed'), 'the abort')
  await app.close()
})

test('an error that the auth function of bearerAuth returns is a 500 and is logged', async () => {
  for (const auth of [fail, async () => fail(), () => thenableError(401)] as Anything[]) {
    const { app, lines } = createApp()
    app.register(bearerAuth, { auth })
    app.get('/', () => 'reached')
    app.get('/once', { onRequest: createVerifyBearerAuth({ auth }) }, () => 'reached')
    for (const url of ['/', '/once']) {
      const { statusCode, body } = await app.inject({ url, headers: { authorization: 'Bearer t' } })
      assert.deepEqual([statusCode, /reached/.test(body)], [500, false])
    }
    assert.equal(lines.filter(({ err }) => message.test(err?.message ?? '')).length, 2)
  }
})

test('a validator that returns an error, or resolves to one, refuses the request', async () => {
  for (const validate of [() => fail(), async () => fail(), () => thenableError(422)]) {
    const { app } = createApp()
    app.setValidatorCompiler(() => validate)
    app.post('/', { schema: { body: { type: 'object' } } }, () => 'reached')
    const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: {} })
    assert.ok([400, 422].includes(statusCode), String(statusCode))
  }
})
