/** What surrounds the stages of a request: its beginning, its refusal while the app closes, its timers and listeners, and its end. */
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

test('what fails before there is a request answers 500 and says nothing of why, and the log does', async () => {
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

test('where logging is off, requests share the logger of the app, unless a factory makes theirs', async () => {
  const app: Anything = espalier()
  const own = { ...app.log }
  app.get('/', ({ log }: Anything) => ({ isShared: log === app.log }))
  app.get('/own', { childLoggerFactory: () => own, logLevel: 'info' }, ({ log }: Anything) => ({ isOwn: log === own }))
  assert.deepEqual((await app.inject('/')).json(), { isShared: true })
  assert.deepEqual((await app.inject('/own')).json(), { isOwn: true })
})

test('what fails before there is a request, behind the head of an answer, breaks that off', async (t) => {
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

test('while the app closes a request is refused, unless it is to be served', async () => {
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

test('over HTTP/2 a refusal while the app closes says nothing of the connection', async () => {
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

test('the time of a request is measured where it is of use: for lines, for hooks on its end and for a time limit of its own', async () => {
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

test('where no hook asks for it an idle connection, or a client that leaves, is told to nobody', async (t) => {
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

test('the time that an answer took is known when it is over, and does not grow', async () => {
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
  test(`an idle connection is told to the hooks of the requests at work on it, and to no other (${exchange})`, async (t) => {
    const seen = new EventEmitter()
    const told: string[] = []
    const { port } = await serve(t, { exchange }, (app) => {
      // Node leaves the connection to whoever listens for this.
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

  test(`a client that leaves is told to the hooks once, with and without a body, and only before the answer (${exchange})`, async (t) => {
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

test('a call of inject that is answered was not left by its client', async () => {
  const { app } = createApp()
  const told: string[] = []
  app.addHook('onRequestAbort', async ({ url }: Anything) => void told.push(url))
  app.post('/', () => 'x')
  await app.inject('/nothing')
  await app.inject({ method: 'POST', url: '/', payload: { a: 1 } })
  await new Promise(setImmediate)
  assert.deepEqual(told, [])
})

test('the time of a handler is that of its route, else of the app, and is no matter once it has answered', async (t) => {
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

test('the time of a route is its own also where the application sets none', async (t) => {
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

test('a client that leaves ends the time of its handler, and its signal', async (t) => {
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
  test(`the signal of a reply that was taken over tells that the client left, with and without a time limit (${exchange})`, async (t) => {
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
