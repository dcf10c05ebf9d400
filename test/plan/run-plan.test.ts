/** The parts of a request around its stages: its start, the 503 of a closing app, timers, listeners and its end. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { connect } from 'node:http2'
import { test } from 'node:test'
import { espalier } from '../../src/index.ts'
import { holdClock } from '../held-clock.ts'
import { serve } from '../security/serve.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { type Answer, Connection, request } from '../security/wire.ts'
import { arrival, until } from '../until.ts'

const forever = () => new Promise(() => {})
const closingBody = '{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}'

test('a failure before the request exists is a 500 without its message, which is logged', async () => {
  const fails = () => {
    throw new Error('secret')
  }
  for (const options of [{ genReqId: fails }, { childLoggerFactory: fails }]) {
    const { app, lines } = createApp(options)
    app.get('/', () => assert.fail('was called'))
    const { statusCode, headers, body } = await app.inject('/')
    const expected = '{"statusCode":500,"error":"Internal Server Error","message":"Internal Server Error"}'
    assert.deepEqual([statusCode, body], [500, expected])
    assert.deepEqual(
      [headers['content-type'], headers['content-length']],
      ['application/json; charset=utf-8', String(expected.length)]
    )
    assert.deepEqual(
      lines.map(({ level, msg, err }) => [level, msg, err?.message]),
      [[50, 'a request could not be accepted', 'secret']]
    )
  }
})

test('requests share the logger of the app with logging off, unless childLoggerFactory makes one', async () => {
  const app: Anything = espalier()
  const own = { ...app.log }
  app.get('/', ({ log }: Anything) => ({ isShared: log === app.log }))
  app.get('/own', { childLoggerFactory: () => own, logLevel: 'info' }, ({ log }: Anything) => ({ isOwn: log === own }))
  assert.deepEqual((await app.inject('/')).json(), { isShared: true })
  assert.deepEqual((await app.inject('/own')).json(), { isOwn: true })
})

test('a failure before the request exists closes the connection when the head was already sent', async (t) => {
  const { port, lines } = await serve(
    t,
    {
      childLoggerFactory: () => {
        throw new Error('late')
      }
    },
    (app) => {
      app.get('/', () => '')
      app.server.prependListener('request', (_raw: unknown, rawReply: Anything) => {
        rawReply.writeHead(200, { 'content-length': 10 })
        rawReply.flushHeaders()
      })
    }
  )
  const connection = new Connection(port).send(request('/'))
  assert.equal(await connection.read(), null)
  assert.equal(lines.filter(({ err }) => err?.message === 'late').length, 1)
})

test('a request is a 503 while the app closes, and is served with return503OnClosing: false', async () => {
  for (const return503OnClosing of [undefined, true, false]) {
    const { app, lines } = createApp(return503OnClosing === undefined ? {} : { return503OnClosing })
    let calls = 0
    app.get('/', () => {
      calls++
      return 'served'
    })
    let answer: Answer | null = null
    app.addHook('preClose', async () => {
      answer = await connection.send(request('/')).read()
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const connection = new Connection(app.server.address().port)
    await app.close()
    const { status, headers, body } = answer as unknown as Answer
    const told = lines.filter(({ msg }) => /refusing to accept/.test(msg ?? ''))
    if (return503OnClosing === false) {
      assert.deepEqual([status, body, calls, told.length], [200, 'served', 1, 0])
      continue
    }
    assert.deepEqual([status, body, calls], [503, closingBody, 0])
    assert.deepEqual(
      ['content-type', 'content-length', 'connection'].map((name) => headers.get(name)?.join()),
      ['application/json', String(closingBody.length), 'close']
    )
    assert.deepEqual(
      told.map(({ level, reqId, res }) => [level, typeof reqId, (res as Anything).statusCode]),
      [[30, 'string', 503]]
    )
    assert.ok(!lines.some(({ msg }) => msg === 'incoming request'))
  }
})

test('the 503 of a closing app has no Connection field over HTTP/2', async () => {
  const { app } = createApp({ http2: true, logger: false })
  let refused: unknown
  app.addHook('preClose', async () => {
    refused = await ask()
    session.destroy()
  })
  app.get('/', () => 'served')
  const session = connect(await app.listen({ port: 0, host: '127.0.0.1' })).on('error', () => {})
  const ask = async () => {
    const stream = session.request({ ':path': '/' })
    const [headers] = await arrival(once(stream, 'response'), 'the answer')
    let body = ''
    for await (const chunk of stream.setEncoding('utf8')) body += chunk
    return [headers[':status'], headers.connection, body]
  }
  assert.deepEqual(await ask(), [200, undefined, 'served'])
  await app.close()
  assert.deepEqual(refused, [503, undefined, closingBody])
})

test('elapsedTime is measured only for logging, onResponse hooks and handlerTimeout', async () => {
  const onResponse = async () => {}
  for (const [options, own, isMeasured] of [
    [{ logger: false }, {}, false],
    [{ logger: false }, { onResponse }, true],
    [{ logger: false }, { handlerTimeout: 60_000 }, true],
    [{}, {}, true]
  ] as const) {
    const { app } = createApp(options)
    app.get('/', own, (_request: unknown, reply: Anything) => ({ isMeasured: reply.elapsedTime > 0 }))
    assert.deepEqual((await app.inject('/')).json(), { isMeasured })
  }
})

test('without hooks a socket timeout has no effect, and a disconnect aborts the signal', async (t) => {
  const seen = new EventEmitter()
  const { port, app } = await serve(t, { logger: false, handlerTimeout: 60_000 }, (app) => {
    app.server.on('timeout', () => {})
    app.get('/', ({ raw }: Anything) => {
      raw.socket.emit('timeout')
      return 'x'
    })
    app.get('/wait', ({ signal }: Anything) => {
      signal.addEventListener('abort', () => seen.emit('abort'))
      seen.emit('waits')
      return forever()
    })
  })
  assert.equal(app.server.listening, true)
  const connection = new Connection(port)
  for (let turn = 0; turn < 2; turn++) assert.equal((await connection.send(request('/')).read())?.body, 'x')
  const waits = once(seen, 'waits')
  const aborted = once(seen, 'abort')
  connection.send(request('/wait'))
  await arrival(waits, 'the request')
  connection.destroy()
  await arrival(aborted, 'the signal')
  assert.equal((await new Connection(port).send(request('/')).read())?.body, 'x')
})

test('elapsedTime in an onResponse hook is greater than 0 and stays constant', async () => {
  for (const options of [{}, { logger: false }]) {
    const { app } = createApp(options)
    let times: number[] = []
    app.addHook('onResponse', async (_request: unknown, reply: Anything) => {
      const first = reply.elapsedTime
      await new Promise(setImmediate)
      times = [first, reply.elapsedTime]
    })
    app.get('/', () => '')
    await app.inject('/')
    await until(() => times.length > 0, 'the hook')
    assert.ok((times[0] as number) > 0)
    assert.equal(times[0], times[1])
  }
})

for (const exchange of ['auto', 'stock']) {
  test(`onTimeout hooks run only for the pending request of an idle connection (${exchange})`, async (t) => {
    const seen = new EventEmitter()
    const told: string[] = []
    const { port } = await serve(t, { exchange }, (app) => {
      // With a listener for this event, Node does not close the connection.
      app.server.on('timeout', () => {})
      app.addHook('onTimeout', async ({ url }: Anything) => void told.push(url))
      app.get('/wait', (request: Anything) => {
        seen.emit('waits', request)
        return forever()
      })
      app.get('/done', ({ raw }: Anything) => {
        seen.emit('done', raw.socket)
        return 'done'
      })
      app.get('/taken', (request: Anything, reply: Anything) => {
        reply.hijack()
        seen.emit('taken', request.raw.socket)
      })
    })
    const waits = once(seen, 'waits')
    const done = once(seen, 'done')
    const connection = new Connection(port).send(request('/done'))
    const [socket] = await arrival(done, 'the first request')
    assert.equal((await connection.read())?.body, 'done')
    socket.emit('timeout')
    assert.deepEqual(told, [])
    connection.send(request('/wait'))
    const [waiting] = await arrival(waits, 'the second request')
    waiting.raw.socket.emit('timeout')
    assert.deepEqual(told, ['/wait'])
    connection.destroy()
    const taken = once(seen, 'taken')
    const other = new Connection(port).send(request('/taken'))
    const [takenSocket] = await arrival(taken, 'the third request')
    takenSocket.emit('timeout')
    assert.deepEqual(told, ['/wait'])
    other.destroy()
  })

  test(`onRequestAbort hooks run once when the client disconnects before the response (${exchange})`, async (t) => {
    const seen = new EventEmitter()
    const told: string[] = []
    const { port } = await serve(t, { exchange }, (app) => {
      app.addHook('onRequestAbort', async ({ url }: Anything) => {
        told.push(url)
        seen.emit('told')
      })
      app.addHook('onResponse', async ({ url }: Anything) => void seen.emit(`over ${url}`))
      app.route({
        method: ['GET', 'POST'],
        url: '/wait',
        handler: () => {
          seen.emit('waits')
          return forever()
        }
      })
      app.get('/done', () => 'done')
    })
    for (const message of [
      {},
      { method: 'POST', headers: [['Content-Type', 'application/json']] as const, body: '1' }
    ]) {
      const waits = once(seen, 'waits')
      const left = once(seen, 'told')
      const connection = new Connection(port).send(request('/wait', message as Anything))
      await arrival(waits, 'the request')
      connection.destroy()
      await arrival(left, 'the hook')
    }
    const over = once(seen, 'over /done')
    const connection = new Connection(port).send(request('/done'))
    assert.equal((await connection.read())?.body, 'done')
    await arrival(over, 'the end of the answer')
    connection.destroy()
    const waits = once(seen, 'waits')
    const last = new Connection(port).send(request('/wait'))
    await arrival(waits, 'the request')
    const left = once(seen, 'told')
    last.destroy()
    await arrival(left, 'the hook')
    assert.deepEqual(told, ['/wait', '/wait', '/wait'])
  })
}

test('onRequestAbort hooks do not run for an inject call that gets a response', async () => {
  const { app } = createApp()
  const told: string[] = []
  app.addHook('onRequestAbort', async ({ url }: Anything) => void told.push(url))
  app.post('/', () => 'x')
  await app.inject('/nothing')
  await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })
  await new Promise(setImmediate)
  assert.deepEqual(told, [])
})

test('handlerTimeout is that of the route, else of the app, and ends with the response', async (t) => {
  const wind = holdClock(t, 'setTimeout')
  const { app } = createApp({ handlerTimeout: 200, logger: false })
  const signals: Record<string, Anything> = {}
  const hold = ({ url, signal }: Anything) => {
    signals[url] = signal
    return forever()
  }
  app.get('/app', hold)
  app.get('/own', { handlerTimeout: 100 }, hold)
  app.get('/quick', { handlerTimeout: 100 }, ({ url, signal }: Anything) => {
    signals[url] = signal
    return 'quick'
  })
  const ask = (url: string) => app.inject(url).then(({ statusCode }) => statusCode)
  const answers = { app: ask('/app'), own: ask('/own') }
  await until(() => signals['/app'] !== undefined && signals['/own'] !== undefined, 'the handlers')
  assert.equal(await ask('/quick'), 200)
  wind(99)
  assert.deepEqual([signals['/app']?.aborted, signals['/own']?.aborted], [false, false])
  wind(1)
  assert.equal(await answers.own, 503)
  assert.deepEqual([signals['/app']?.aborted, signals['/own']?.aborted], [false, true])
  wind(100)
  assert.equal(await answers.app, 503)
  assert.equal(signals['/own'].reason.code, 'FST_ERR_HANDLER_TIMEOUT')
  assert.equal(signals['/quick'].aborted, false)
})

test('handlerTimeout of a route applies when the app sets none', async (t) => {
  const wind = holdClock(t, 'setTimeout')
  const { app } = createApp({ logger: false })
  let isCalled = false
  app.get('/', { handlerTimeout: 100 }, () => {
    isCalled = true
    return forever()
  })
  const answer = app.inject('/')
  await until(() => isCalled, 'the handler')
  wind(100)
  assert.equal((await answer).statusCode, 503)
})

test('a disconnect aborts the signal of a handler with handlerTimeout, without a warning', async (t) => {
  const seen = new EventEmitter()
  const { port, lines } = await serve(t, {}, (app) =>
    app.get('/', { handlerTimeout: 50_000 }, ({ signal }: Anything) => {
      seen.emit('signal', signal)
      return forever()
    })
  )
  const arrived = once(seen, 'signal')
  const connection = new Connection(port).send(request('/'))
  const [signal] = await arrival(arrived, 'the request')
  assert.equal(signal.aborted, false)
  connection.destroy()
  await until(() => signal.aborted, 'the signal')
  assert.notEqual(signal.reason.code, 'FST_ERR_HANDLER_TIMEOUT')
  assert.ok(!lines.some(({ level }) => level >= 40))
})

for (const exchange of ['auto', 'stock'])
  test(`the signal of a hijacked reply aborts when the client disconnects, with and without handlerTimeout (${exchange})`, async (t) => {
    for (const own of [{}, { handlerTimeout: 50_000 }]) {
      const seen = new EventEmitter()
      const { port } = await serve(t, { exchange }, (app) =>
        app.get('/', own, ({ signal }: Anything, reply: Anything) => {
          reply.hijack()
          seen.emit('signal', signal)
        })
      )
      const arrived = once(seen, 'signal')
      const connection = new Connection(port).send(request('/'))
      const [signal] = await arrival(arrived, 'the request')
      assert.equal(signal.aborted, false)
      connection.destroy()
      await until(() => signal.aborted, 'the signal')
    }
  })
