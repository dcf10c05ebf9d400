/** Exchanges without Node's server: which objects of Node they show, and how they end. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { exchangeKey } from '../../../src/http/exchange.ts'
import { Conversation, get } from '../../http-semantics/raw.ts'
import { type Anything, createApp, type Options } from '../../security/wild.ts'
import { connectTo } from '../../shared-key.ts'
import { closeOf, until } from '../../until.ts'
import { hasPassed, openApp } from './app.ts'
import { post } from './both-servers.ts'

const timeout = 20_000

const json = (path: string, body: string) => post(path, body, 'Content-Type: application/json')

test('ordinary requests bypass the server of Node and get complete responses', { timeout }, async (t) => {
  const { ask, passed } = await openApp(t, (app) => {
    app.post('/echo', (request: Anything) => request.body)
    app.get('/late', async () => {
      await wait(5)
      return { late: true }
    })
    app.get('/fail', () => {
      throw new Error('no')
    })
  })
  const head =
    /^HTTP\/1\.1 200 OK\r\n(?:[a-z-]+: .*\r\n)*content-length: \d+\r\nDate: .*\r\nConnection: keep-alive\r\nKeep-Alive: timeout=72\r\n\r\n/
  assert.match(await ask(get('/plain'), /plain$/), head)
  assert.match(await ask(json('/echo', '{"a":"é"}'.replace('é', '\\u00e9')), /\}$/), /\{"a":"\xc3\xa9"\}$/)
  assert.match(await ask(get('/late'), /true\}$/), head)
  assert.match(await ask(get('/none'), /\}$/), /^HTTP\/1\.1 404 /)
  assert.match(await ask(get('/fail'), /\}$/), /^HTTP\/1\.1 500 /)
  assert.match(await ask(get('/plain').replace('GET', 'HEAD'), /\r\n\r\n$/), /content-length: 5\r\n/)
  // As in Fastify, an invalid body ends the connection.
  assert.match(await ask(json('/echo', '{'), /\}$/), /^HTTP\/1\.1 400 /)
  assert.deepEqual(passed, Array(7).fill(true))
})

test('an idle connection is closed when the client closes its sending side', { timeout }, async (t) => {
  const { ask, conversation, passed } = await openApp(t, () => {}, { keepAliveTimeout: 0 })
  await ask(get('/plain'), /plain$/)
  const closed = closeOf(conversation.socket)
  conversation.socket.end()
  await closed
  assert.deepEqual(passed, [true])
})

test('a client that closes its sending side during a request aborts it', { timeout }, async (t) => {
  const { ask, conversation } = await openApp(t, (app) => {
    app.get('/waits', (request: Anything) => {
      conversation.socket.end()
      return new Promise((_resolve, reject) => request.signal.addEventListener('abort', reject))
    })
  })
  const closed = closeOf(conversation.socket)
  await assert.rejects(ask(get('/waits'), /never/), /closed before/)
  await closed
})

for (const exchange of ['auto', 'stock'] as const)
  test(`clientErrorHandler gets the error of a reset connection (${exchange})`, { timeout }, async (t) => {
    const codes: unknown[] = []
    const { conversation } = await openApp(
      t,
      (app) => {
        app.get('/waits', () => {
          conversation.socket.resetAndDestroy()
          return new Promise(() => {})
        })
      },
      {
        exchange,
        clientErrorHandler: ({ code }: Anything, socket: Socket) => {
          codes.push(code)
          socket.destroy()
        }
      }
    )
    conversation.send(get('/waits'))
    await until(() => codes.length > 0, 'the error of the client')
    assert.deepEqual(codes, ['ECONNRESET'])
  })

test('the raw request of a lost response fails with ECONNRESET', { timeout }, async (t) => {
  const failures: unknown[] = []
  const { conversation } = await openApp(t, (app) => {
    app.get('/large', ({ raw }: Anything) => {
      raw.on('error', ({ code, message }: Anything) => failures.push([code, message]))
      return 'x'.repeat(30_000_000)
    })
  })
  await conversation.send(get('/large')).until(/xxx/)
  conversation.socket.resetAndDestroy()
  await until(() => failures.length > 0, 'the error of the raw request')
  assert.deepEqual(failures, [['ECONNRESET', 'aborted']])
})

test('listeners that are added after the end of a response are called', { timeout }, async (t) => {
  const called: string[] = []
  const { ask } = await openApp(t, (app) => {
    app.addHook('onResponse', async (request: Anything) => {
      const { transport } = request[exchangeKey]
      await wait(5)
      transport.onFinished(() => called.push('finished'))
      transport.onClose(() => called.push('closed'))
      await until(() => transport.isClosed, 'the exchange is closed')
      called.push('isClosed')
    })
  })
  await ask(get('/plain'), /plain$/)
  await until(() => called.length === 6, 'the listeners of both requests')
  assert.deepEqual(called.sort(), ['closed', 'closed', 'finished', 'finished', 'isClosed', 'isClosed'])
})

test('the raw response that is first read after the end has the head that was sent', { timeout }, async (t) => {
  const heads: unknown[] = []
  const { ask } = await openApp(t, (app) => {
    app.addHook('onResponse', async (_request: Anything, reply: Anything) => {
      await wait(1)
      heads.push(reply.raw._header)
    })
  })
  await ask(get('/plain'), /plain$/)
  await until(() => heads.length === 2, 'the hooks of both requests')
  assert.match(String(heads[1]), /content-type: text\/plain; charset=utf-8\r\ncontent-length: 5\r\n/)
})

describe("Node's objects", () => {
  const look = ({ method, url, complete, headers }: IncomingMessage) => [method, url, complete, headers.host]

  test('of a running request have its method, URL, headers and body', { timeout }, async (t) => {
    const seen: unknown[] = []
    const { ask, passed } = await openApp(t, (app) => {
      app.addContentTypeParser('text/raw', (_request: Anything, stream: IncomingMessage, done: Anything) => {
        let text = ''
        seen.push(look(stream))
        stream.on('data', (chunk) => (text += chunk)).on('end', () => done(null, text))
      })
      app.post('/stream', (request: Anything) => request.body)
      app.post('/read', async (request: Anything, reply: Anything) => {
        seen.push(look(request.raw))
        await wait(1)
        seen.push(request.raw.readableEnded, hasPassed(request.socket))
        reply.raw.setHeader('x-raw', 'yes')
        await wait(1)
        return request.body
      })
    })
    assert.match(await ask(post('/stream', 'bytes', 'Content-Type: text/raw'), /bytes$/), / 200 /)
    assert.match(await ask(json('/read', '"text"'), /text$/), /x-raw: yes\r\n/)
    assert.deepEqual(seen, [['POST', '/stream', true, 'x'], ['POST', '/read', true, 'x'], true, true])
    await ask(get('/plain'), /plain$/)
    assert.deepEqual(passed, [true, true, true], 'the connection stays in the lane')
  })

  test('of each request have their own rawHeaders', { timeout }, async (t) => {
    const seen: unknown[] = []
    const { ask } = await openApp(t, (app) =>
      app.get('/fields', (request: Anything) => {
        seen.push([...request.raw.rawHeaders])
        request.raw.rawHeaders.push('x', 'y')
        return 'fields'
      })
    )
    await ask(get('/fields'), /fields$/)
    await ask(get('/fields'), /fields$/)
    assert.deepEqual(seen, [
      ['Host', 'a.test'],
      ['Host', 'a.test']
    ])
  })

  test('of a sent response have its final state and emit close', { timeout }, async (t) => {
    const events: unknown[] = []
    const { ask } = await openApp(t, (app) =>
      app.get('/answered', {
        onResponse: async (request: Anything, reply: Anything) => {
          const { raw }: { raw: ServerResponse } = reply
          events.push(raw.statusCode, raw.headersSent, raw.writableEnded, raw.writableFinished, raw.closed)
          events.push(raw.socket, request.raw.readableEnded || request.raw.destroyed || request.raw.complete)
          raw.once('close', () => events.push('closed', raw.closed, raw.destroyed))
        },
        handler: (_request: Anything, reply: Anything) => reply.code(201).send('answered')
      })
    )
    await ask(get('/answered'), /answered$/)
    await until(() => events.includes('closed'), 'the response closes')
    assert.deepEqual(events, [201, true, true, true, false, null, true, 'closed', true, true])
    await ask(get('/plain'), /plain$/)
  })
})

describe('the end of an exchange', () => {
  test('does not abort the signal after a complete response', { timeout }, async (t) => {
    const heard: string[] = []
    const { ask } = await openApp(t, (app) => {
      app.get('/signal', async (request: Anything, reply: Anything) => {
        request.signal.addEventListener('abort', () => heard.push('early'))
        await wait(1)
        heard.push(`${request.signal.aborted}`)
        return reply.send('signal')
      })
      app.get('/late', (request: Anything, reply: Anything) => {
        reply.send('late')
        request.signal.addEventListener('abort', () => heard.push('late'))
        heard.push(`${request.signal.aborted}`)
      })
    })
    await ask(get('/signal'), /signal$/)
    await ask(get('/late'), /late$/)
    await wait(1)
    assert.deepEqual(heard, ['false', 'false'])
  })

  test('runs onSend and onResponse and resolves the reply', { timeout }, async (t) => {
    const heard: string[] = []
    const { ask } = await openApp(t, (app) =>
      app.get('/waits', {
        onSend: async () => void heard.push('onSend'),
        onResponse: async () => void heard.push('onResponse'),
        handler: async (_request: Anything, reply: Anything) => {
          reply.send('waits')
          await reply
          heard.push('reply')
          return reply
        }
      })
    )
    await ask(get('/waits'), /waits$/)
    await until(() => heard.length === 3, 'all were told')
    assert.deepEqual(heard.toSorted(), ['onResponse', 'onSend', 'reply'])
  })

  test('by a client disconnect aborts the signal, runs onRequestAbort and sets raw.aborted', { timeout }, async (t) => {
    const heard: string[] = []
    let running = false
    const { conversation } = await openApp(t, (app) =>
      app.get('/left', {
        onRequestAbort: async (_request: Anything) => void heard.push('hook'),
        handler: async (request: Anything, reply: Anything) => {
          running = true
          await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
          heard.push(`signal ${request.raw.aborted}`)
          return reply.send('too late')
        }
      })
    )
    conversation.send(get('/left'))
    await until(() => running, 'the handler runs')
    conversation.socket.destroy()
    await until(() => heard.length === 2, 'both were told')
    assert.deepEqual(heard.toSorted(), ['hook', 'signal true'])
  })

  test("by a client disconnect without listeners leaves Node's objects readable", {
    timeout
  }, async (t) => {
    let go: (value: string) => void = () => {}
    let seen: unknown
    const { conversation } = await openApp(t, (app) =>
      app.get('/left', async (request: Anything) => {
        const text = await new Promise<string>((resolve) => (go = resolve))
        seen = [request.raw.url, request.raw.aborted, request.raw.destroyed]
        return text
      })
    )
    conversation.send(get('/left'))
    await until(() => go.length === 1, 'the handler runs')
    conversation.socket.destroy()
    await wait(20)
    go('too late')
    await until(() => seen !== undefined, 'the handler goes on')
    assert.deepEqual(seen, ['/left', true, true])
  })
})

test('a request behind a running one waits for its turn', { timeout }, async (t) => {
  let go: (value: string) => void = () => {}
  const { ask, conversation, passed } = await openApp(t, (app) =>
    app.get('/slow', () => new Promise((resolve) => (go = resolve)))
  )
  conversation.received = ''
  conversation.send(get('/slow'))
  await until(() => go.length === 1, 'the handler runs')
  conversation.send(get('/plain'))
  await until(() => passed.length === 2, 'the second has arrived')
  go('slow')
  assert.match(await conversation.until(/plain$/), /slow.*plain$/s)
  await ask(get('/plain'), /plain$/)
  assert.deepEqual(passed, [true, false, false])
})

test('a response that the client reads late is completed, and the next one follows', { timeout }, async (t) => {
  const size = 3_000_000
  const { app, conversation, passed } = await openApp(t, (app) => app.get('/large', () => 'x'.repeat(size)))
  const ended: string[] = []
  app.server.on('connection', () => ended.push('another connection'))
  conversation.socket.pause()
  conversation.received = ''
  conversation.send(get('/large'))
  await until(() => passed.length === 1, 'it has arrived')
  conversation.send(get('/plain'))
  conversation.socket.resume()
  const text = await conversation.until(/plain$/)
  assert.equal(text.match(/x{1000}/g)?.length, size / 1000)
  conversation.received = ''
  await conversation.send(get('/plain')).until(/plain$/)
  // Node may read later messages before the client has read the response.
  assert.deepEqual([passed.length, ended], [3, []])
})

test('buffered bytes of a slow client are not overwritten by other responses', { timeout }, async (t) => {
  const size = 20_000
  let socket: Socket | null = null
  let answered = 0
  const { app, ask, conversation } = await openApp(t, (app) => {
    app.get('/x', (request: Anything) => {
      socket = request.socket
      answered++
      return 'x'.repeat(size)
    })
    app.get('/y', () => 'y'.repeat(size))
  })
  const other = new Conversation(await connectTo({}, app.server.address()))
  t.after(() => other.socket.destroy())
  const askOther = async () => {
    other.received = ''
    return other.send(get('/y')).until(/y{20000}$/)
  }
  await askOther()
  conversation.socket.pause()
  conversation.received = ''
  const isWaiting = () => (socket?.writableLength ?? 0) > 0
  let sent = 0
  while (!isWaiting()) {
    conversation.send(get('/x'))
    sent++
    await until(() => answered === sent, 'it is answered')
  }
  for (let turn = 0; turn < 3; turn++) await askOther()
  assert.ok(isWaiting())
  conversation.socket.resume()
  conversation.send(get('/plain'))
  const answers = (await conversation.until(/plain$/)).split('HTTP/1.1 200 OK').slice(1, -1)
  assert.equal(answers.length, sent)
  assert.ok(answers.every((answer) => answer.endsWith(`\r\n\r\n${'x'.repeat(size)}`)))
  await ask(get('/plain'), /plain$/)
})

test('a replaced socket.write may keep the chunks that it receives', { timeout }, async (t) => {
  const kept: unknown[] = []
  const { app } = await openApp(t, (app) => app.get('/long', ({ query }: Anything) => String(query.of).repeat(1000)))
  app.server.on('connection', (socket: Socket) => {
    const { write } = socket
    socket.write = (...given: unknown[]) => {
      kept.push(given[0])
      return Reflect.apply(write, socket, given)
    }
  })
  const conversation = new Conversation(await connectTo({}, app.server.address()))
  t.after(() => conversation.socket.destroy())
  for (const of of ['a', 'b', 'c']) await conversation.send(get(`/long?of=${of}`)).until(new RegExp(`${of}{1000}$`))
  assert.deepEqual(
    kept.map((one) => /(.)\1{999}$/.exec(String(one))?.[1]),
    ['a', 'b', 'c']
  )
})

test('each message has its own asynchronous context', {
  timeout
}, async (t) => {
  const seen: unknown[] = []
  const storage = new AsyncLocalStorage<string>()
  const { app } = createApp({ exchange: 'auto' })
  t.after(() => app.close())
  app.addHook('onRequest', (request: Anything, _reply: Anything, done: () => void) => {
    seen.push(`${request.method} ${hasPassed(request.socket)} ${storage.getStore()}`)
    storage.run('of this request', done)
  })
  app.get('/', () => 'first')
  app.post('/echo', async (request: Anything) => {
    seen.push(storage.getStore())
    return request.body
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const conversation = new Conversation(await connectTo({}, app.server.address()))
  t.after(() => conversation.socket.destroy())
  await conversation.send(get('/')).until(/first$/)
  await conversation.send(json('/echo', '"short"')).until(/short$/)
  await conversation.send(json('/echo', JSON.stringify(`${'x'.repeat(8192)}long`))).until(/long$/)
  await conversation.send(json('/echo', '"again"')).until(/again$/)
  assert.deepEqual(seen, ['GET true undefined', ...Array(3).fill(['POST true undefined', 'of this request']).flat()])
})

test('clients that disconnect before their message starts do not affect others', { timeout }, async (t) => {
  let begun = 0
  const { app, ask } = await openApp(t, (app) =>
    app.post('/echo', async (request: Anything) => {
      begun++
      return request.body
    })
  )
  for (let turn = 0; turn < 100; turn++) {
    const client = new Conversation(await connectTo({}, app.server.address()))
    await client.send(get('/first')).until(/first$/)
    client.send(json('/echo', '"gone"'))
    if (turn % 2 === 0) client.socket.resetAndDestroy()
    else client.socket.end()
    await client.closed()
  }
  assert.ok(begun >= 50, 'those who have only ended their side get an answer')
  assert.match(await ask(json('/echo', '"here"'), /here$/), / 200 /)
  const count = promisify(app.server.getConnections.bind(app.server))
  await until(async () => (await count()) === 1, 'their connections are gone')
})

test('the keep-alive timeout does not run during a request', { timeout }, async (t) => {
  let socket: Socket | undefined
  const { ask, conversation } = await openApp(
    t,
    (app) =>
      app.get('/slow', async (request: Anything) => {
        socket = request.socket
        await wait(2000)
        return 'slow'
      }),
    { keepAliveTimeout: 300 }
  )
  await ask(get('/slow'), /slow$/)
  // Node adds a second to the keep-alive timeout that it announces.
  await until(() => socket?.timeout === 1300, 'the time of an idle connection')
  await conversation.closed()
})

test('a socket timeout set by a handler lasts until the response', { timeout }, async (t) => {
  const idle: unknown[] = []
  const { ask } = await openApp(t, (app) => {
    const set = ({ socket }: Anything) => {
      idle.push(socket.timeout)
      socket.setTimeout(600_000)
      return socket
    }
    app.get('/set', (request: Anything) => set(request) && 'set')
    app.get('/slow', async (request: Anything) => {
      const { timeout } = await wait(5, set(request))
      return `${timeout}`
    })
  })
  await ask(get('/set'), /set$/)
  await ask(get('/slow'), /600000$/)
  await ask(get('/set'), /set$/)
  assert.deepEqual(idle, Array(3).fill(idle[0]))
})

test('a connection left to Node has the same listeners as on the stock exchange', { timeout }, async (t) => {
  const events = ['data', 'end', 'error', 'timeout', 'close', 'drain', 'readable', 'pause', 'resume']
  const countOn = async (exchange: string) => {
    const { ask } = await openApp(
      t,
      (app) => app.get('/count', ({ socket }: Anything) => events.map((event) => socket.listenerCount(event)).join()),
      { exchange } as Options
    )
    return ask(get('/count').replace('/count', 'http://a.test/count'), /\d,\d$/)
  }
  const [stock, lane] = [await countOn('stock'), await countOn('auto')]
  assert.equal(/[\d,]+$/.exec(lane)?.[0], /[\d,]+$/.exec(stock)?.[0])
})
