/** A request whose time has run out: its signal, its response and its log lines. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { type TestContext, test } from 'node:test'
import { holdClock } from '../held-clock.ts'
import { type Anything, createApp, warn } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'
import { arrival, until } from '../until.ts'

const forever = () => new Promise<never>(() => {})
const body = (message: string) =>
  `{"statusCode":503,"code":"FST_ERR_HANDLER_TIMEOUT","error":"Service Unavailable","message":"${message}"}`
const timedOut = body("Request timed out after 100 ms on route '/'")

/** Creates an app with a handlerTimeout of 100 ms, on a clock that the test winds. */
function createTimed(t: TestContext, options: object = {}) {
  const wind = holdClock(t, 'setTimeout')
  const look = holdClock(t, 'setInterval')
  const { app, lines } = createApp({ handlerTimeout: 100, ...options })
  const told = () =>
    lines
      .filter(({ level }) => level === warn)
      .map(({ msg, function: name, plugin, role }) => [msg, name, plugin, role])
  return { app, lines, told, wind, look }
}

for (const [name, fn] of [
  ['forgetful', Object.defineProperty(forever, 'name', { value: 'forgetful' })],
  [
    'anonymous',
    (
      () => () =>
        forever()
    )()
  ]
] as const)
  test(`a handler that never finishes gets a 503, and a warning names it: ${name}`, async (t) => {
    const { app, lines, told, wind } = createTimed(t)
    let signal: AbortSignal | undefined
    app.addHook('onRequest', async (request: Anything) => {
      signal = request.signal
    })
    app.register(async function shop(child: Anything) {
      child.get('/', fn)
    })
    const answer = app.inject('/')
    await until(() => signal !== undefined, 'the request')
    await new Promise(setImmediate)
    wind(99)
    assert.equal(signal?.aborted, false)
    wind(1)
    const { statusCode, body } = await answer
    assert.deepEqual([statusCode, body], [503, timedOut])
    const message = `no answer after 100 ms: handler '${name}' of 'shop' did not finish`
    assert.deepEqual(told(), [[message, fn.name, 'shop', 'handler']])
    assert.equal((signal?.reason as Anything)?.code, 'FST_ERR_HANDLER_TIMEOUT')
    assert.ok(lines.some(({ level, err }) => level === 50 && err?.code === 'FST_ERR_HANDLER_TIMEOUT'))
  })

for (const [role, declare] of [
  ['onRequest hook', (app: Anything, hang: unknown) => app.addHook('onRequest', hang)],
  ['preHandler hook', (app: Anything, hang: unknown) => app.addHook('preHandler', hang)],
  ['onSend hook', (app: Anything, hang: unknown) => app.addHook('onSend', hang)],
  [
    'error handler',
    (app: Anything, hang: unknown) => {
      app.addHook('preHandler', async () => Promise.reject(new Error('x')))
      app.setErrorHandler(hang)
    }
  ]
] as const)
  test(`the warning of a timeout names the pending function by its role: ${role}`, async (t) => {
    const { app, told, wind, look } = createTimed(t)
    let isCalled = false
    declare(app, async function hanging() {
      isCalled = true
      await forever()
    })
    app.get('/', () => 'x')
    const answer = app.inject('/')
    await until(() => isCalled, 'the hook')
    wind(100)
    await new Promise(setImmediate)
    for (let turn = 0; turn < 3; turn++) look(1000)
    assert.equal((await answer).statusCode, 503)
    const message = `no answer after 100 ms: ${role} 'hanging' of 'app' did not finish`
    assert.deepEqual(told()[0], [message, 'hanging', 'app', role])
  })

test('when the 503 hangs in an onSend hook, a second 503 is sent without hooks or headers of the app', async (t) => {
  const { app, told, wind, look } = createTimed(t)
  let calls = 0
  app.addHook('onSend', async function hanging(_request: unknown, reply: Anything) {
    calls++
    reply.header('x-own', '1')
    reply.raw.statusMessage = 'Own Phrase'
    await forever()
  })
  app.get('/', (_request: unknown, reply: Anything) => {
    reply.raw.setHeader('x-raw', '1')
    return forever()
  })
  const answer = app.inject('/')
  await new Promise(setImmediate)
  wind(100)
  await until(() => calls === 1, 'the hook')
  for (let turn = 0; turn < 3; turn++) look(1000)
  const { statusCode, headers, body: text, statusMessage } = (await answer) as Anything
  assert.deepEqual([statusCode, text, statusMessage], [503, timedOut, 'Service Unavailable'])
  assert.deepEqual(
    [headers['content-type'], headers['content-length'], headers['x-raw'], headers['x-own']],
    ['application/json; charset=utf-8', String(timedOut.length), undefined, undefined]
  )
  assert.equal(told().length, 2)
  assert.deepEqual(
    told().map(([message]) => message),
    [
      "no answer after 100 ms: handler 'anonymous' of 'app' did not finish",
      "no answer to the timeout either: onSend hook 'hanging' of 'app' did not finish"
    ]
  )
})

test('the second 503 is sent over HTTP/2 as well', async (t) => {
  const { app, wind, look } = createTimed(t, { http2: true, logger: false })
  let calls = 0
  app.addHook('onSend', async () => {
    calls++
    await forever()
  })
  app.get('/', () => 'x')
  const session = connect(await app.listen({ port: 0, host: '127.0.0.1' })).on('error', () => {})
  t.after(async () => {
    session.destroy()
    await app.close()
  })
  const stream = session.request({ ':path': '/' })
  await until(() => calls === 1, 'the hook')
  wind(100)
  await until(() => calls === 2, 'the second hook')
  for (let turn = 0; turn < 3; turn++) look(1000)
  const [headers] = await arrival(once(stream, 'response'), 'the answer')
  assert.equal(headers[':status'], 503)
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  assert.equal(text, timedOut)
})

test('a listener of request.signal can respond itself, and the connection stays open', async (t) => {
  const { app, wind } = createTimed(t)
  t.after(() => app.close())
  let isCalled = false
  app.get('/', ({ signal }: Anything, reply: Anything) => {
    isCalled = true
    signal.addEventListener('abort', () => void reply.code(408).send('x'.repeat(1_000_000)))
    return forever()
  })
  app.get('/next', () => 'next')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const connection = new Connection(app.server.address().port).send(request('/'))
  await until(() => isCalled, 'the handler')
  wind(100)
  const answer = await arrival(connection.read(), 'the answer')
  assert.deepEqual([answer?.status, answer?.body.length], [408, 1_000_000])
  const next = await arrival(connection.send(request('/next')).read(), 'the next answer')
  assert.equal(next?.body, 'next')
  connection.destroy()
})

test('a response that was sent in time is kept while its handler hangs', async (t) => {
  const { app, lines, wind } = createTimed(t)
  app.get('/', async (_request: unknown, reply: Anything) => {
    reply.send('sent')
    await forever()
  })
  assert.equal((await app.inject('/')).body, 'sent')
  wind(1000)
  assert.ok(!lines.some(({ level }) => level >= warn))
})

test('a response is aborted when answerTimeout ends after its head was sent', async (t) => {
  const { app, lines, wind } = createTimed(t, { answerTimeout: 100 })
  let head: Anything
  app.get('/', (_request: unknown, reply: Anything) => {
    head = reply.raw
    reply.raw.writeHead(200, { 'content-length': 10 })
    reply.raw.write('a')
    return forever()
  })
  const answer = app.inject('/').then(
    () => 'whole',
    () => 'broken'
  )
  await until(() => head?.headersSent === true, 'the head')
  wind(100)
  assert.equal(await answer, 'broken')
  assert.ok(head.destroyed)
  assert.ok(lines.some(({ level }) => level === warn))
})

test('a request gets a 503 after two minutes by default', async (t) => {
  const look = holdClock(t, 'setInterval')
  const { app } = createApp()
  const called: string[] = []
  app.get('/', () => {
    called.push('/')
    return forever()
  })
  app.get('/begun', (_request: unknown, reply: Anything) => {
    called.push('/begun')
    reply.hijack()
    setImmediate(() => reply.raw.write('a'))
  })
  let isOver = false
  const answer = app.inject('/').finally(() => {
    isOver = true
  })
  const begun = app.inject('/begun')
  await until(() => called.length === 2, 'the handlers')
  look(119_000)
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  look(3000)
  const { statusCode, body } = await answer
  assert.deepEqual([statusCode, body], [503, timedOut.replace('100 ms', '120000 ms')])
  begun.catch(() => {})
})
