/** The hooks outside of the stages of a request, and its last log line. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { serve } from '../../security/serve.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { Connection, request } from '../../security/wire.ts'
import { arrival, until } from '../../until.ts'

const error = 50
const broken = async () => {
  throw new Error('broken')
}

test('the last line of a request is logged once, after the onResponse hooks', async () => {
  for (const hooks of [0, 1, 2]) {
    const { app, lines } = createApp()
    const seen: unknown[] = []
    for (let turn = 0; turn < hooks; turn++)
      app.addHook('onResponse', async (request: Anything, reply: Anything) => {
        seen.push([turn, request.url, reply.statusCode, lines.some(({ msg }) => msg === 'request completed')])
      })
    app.get('/', () => 'x')
    assert.equal((await app.inject('/')).body, 'x')
    // The line is written when the hooks are done.
    const calls = Array.from({ length: hooks }, (_, turn) => [turn, '/', 200, false])
    assert.deepEqual(seen, calls)
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['incoming request', 'request completed']
    )
  }
})

test('onResponse hooks run with logging off, and a failing one does not affect the response', async () => {
  for (const hook of [async () => {}, broken]) {
    let calls = 0
    const { app } = createApp({ logger: false })
    app.addHook('onResponse', () => {
      calls++
      return hook()
    })
    app.get('/', () => 'x')
    app.register(async (child: Anything) => void child.get('/child', () => 'x'))
    for (const url of ['/', '/child']) assert.equal((await app.inject(url)).body, 'x')
    assert.equal(calls, 2)
  }
})

test('an error of the response is logged once, after the onResponse hooks', async () => {
  const { app, lines } = createApp()
  let calls = 0
  app.addHook('onResponse', async () => {
    calls++
    assert.ok(!lines.some(({ msg }) => msg === 'request errored'))
  })
  app.get('/', (_request: unknown, reply: Anything) => {
    reply.raw.emit('error', new Error('lost'))
    return 'x'
  })
  await assert.rejects(app.inject('/'), { message: 'lost' })
  const last = lines.filter(({ msg }) => /request (errored|completed)/.test(msg ?? ''))
  assert.deepEqual(
    last.map(({ level, err }) => [level, err?.message]),
    [[error, 'lost']]
  )
  assert.equal(calls, 1)
})

/** Requests a route that never responds, and ends the request as the hook expects. Returns the arguments of the hook calls. */
async function endUnanswered(t: TestContext, name: 'onTimeout' | 'onRequestAbort', hooks: (() => Promise<unknown>)[]) {
  const seen = new EventEmitter()
  const calls: unknown[][] = []
  const { port, lines } = await serve(t, {}, (app) => {
    const note = (hook: () => unknown) => (given: unknown[]) => {
      calls.push(given)
      return hook()
    }
    for (const hook of hooks.map(note))
      app.addHook(
        name,
        name === 'onTimeout'
          ? async (request: unknown, reply: unknown) => hook([request, reply])
          : async (request: unknown) => hook([request])
      )
    app.register(async (child: Anything) => child.addHook(name, async (_request: unknown) => void calls.push([])))
    app.get('/', (request: unknown, reply: unknown) => {
      seen.emit('entered', request, reply)
      return new Promise(() => {})
    })
  })
  const entered = once(seen, 'entered')
  const connection = new Connection(port).send(request('/'))
  const [given, reply] = await arrival(entered, 'the request')
  if (name === 'onTimeout') given.raw.socket.emit('timeout')
  else connection.destroy()
  await until(() => calls.length > 0, 'the hook')
  connection.destroy()
  return { calls, lines, expected: name === 'onTimeout' ? [given, reply] : [given] }
}

for (const name of ['onTimeout', 'onRequestAbort'] as const) {
  test(`all ${name} hooks of a route are called with their arguments`, async (t) => {
    const { calls, expected } = await endUnanswered(t, name, [async () => {}, async () => {}])
    await until(() => calls.length > 1, 'the second hook')
    assert.deepEqual(calls.length, 2)
    for (const call of calls) {
      assert.equal(call.length, expected.length)
      for (const [at, value] of call.entries()) assert.equal(value, expected[at])
    }
  })

  test(`a failing ${name} hook is logged by its name, and later hooks are not called`, async (t) => {
    const { calls, lines } = await endUnanswered(t, name, [broken, async () => {}])
    await until(() => lines.some(({ err }) => err !== undefined), 'the line')
    const told = lines.filter(({ level }) => level === error).map(({ msg, err }) => [msg, err?.message])
    const line = name === 'onTimeout' ? 'onTimeout hook failed' : 'onRequestAborted hook failed'
    assert.deepEqual(told.slice(0, 1), [[line, 'broken']])
    assert.equal(calls.length, 1)
  })
}
