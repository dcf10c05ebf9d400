/** Which messages the lane reads, and which connections it leaves to Node. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createAcceptor, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { laneOf } from '../../../src/adapter/lane/index.ts'
import { Conversation, get } from '../../http-semantics/raw.ts'
import { type Anything, createApp, type Options } from '../../security/wild.ts'
import { connectTo, https } from '../../shared-key.ts'
import { until } from '../../until.ts'
import { post } from './both-servers.ts'

const timeout = 20_000

function hearCauses(t: TestContext): string[] {
  const causes: string[] = []
  const hear = (told: unknown) => void causes.push((told as { cause: string }).cause)
  subscribe('espalier.lane.fallback', hear)
  t.after(() => unsubscribe('espalier.lane.fallback', hear))
  return causes
}

async function open(t: TestContext, declare: (app: Anything) => void = () => {}, options: Options = {}) {
  const causes = hearCauses(t)
  const { app } = createApp({ exchange: 'auto', ...options })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request: Anything, body: string, done: Anything) =>
    done(null, body)
  )
  const sockets: Socket[] = []
  app.server.on(options.https === undefined ? 'connection' : 'secureConnection', (socket: Socket) =>
    sockets.push(socket)
  )
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: ({ body, method, url }: Anything) => `<${method} ${url} ${body ?? ''}>`
  })
  declare(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const conversation = new Conversation(await connectTo(options, app.server.address()))
  t.after(() => {
    conversation.socket.destroy()
    return app.close()
  })
  const ask = async (bytes: string, answer: RegExp) => {
    conversation.received = ''
    return conversation.send(bytes).until(answer)
  }
  const isIn = () => laneOf(sockets[0] as Socket) !== undefined
  return { app, ask, causes, conversation, isIn, sockets }
}

describe('the lane reads', () => {
  for (const [where, options] of Object.entries({ plain: {}, 'over TLS': { https } }))
    test(`each ordinary message of a connection, ${where}`, { timeout }, async (t) => {
      const { ask, causes, isIn } = await open(t, undefined, options)
      await ask(get('/first'), /<GET \/first >$/)
      await ask(post('/second', 'body'), /<POST \/second body>$/)
      await ask(get('/third').replace('Host', 'Cookie: a=1\r\nHost'), /<GET \/third >$/)
      assert.deepEqual([isIn(), causes], [true, []])
    })

  test('a message whose body arrives in parts, and what comes with the last one', { timeout }, async (t) => {
    const { ask, causes, conversation, isIn, sockets } = await open(t)
    const receive = (text: string) => sockets[0]?.emit('data', Buffer.from(text))
    await ask(get('/first'), /<GET \/first >$/)
    const text = post('/parts', 'b'.repeat(40))
    receive(text.slice(0, -40))
    for (let at = -40; at < -1; at++) receive(text.slice(at, at + 1))
    assert.deepEqual([laneOf(sockets[0] as Socket)?.isIdle, laneOf(sockets[0] as Socket)?.isUnused], [false, false])
    receive(text.slice(-1) + get('/then'))
    const answers = await conversation.until(/<GET \/then >$/)
    assert.match(answers, /<POST \/parts b{40}>/)
    await wait(50)
    assert.deepEqual([isIn(), causes], [true, []])
  })

  test('messages of a socket that another server has accepted', { timeout }, async (t) => {
    const servers: unknown[] = []
    const { app, isIn } = await open(t, (app) =>
      app.get('/server', ({ socket }: Anything) => {
        servers.push(socket.server)
        return '<given>'
      })
    )
    const accepting = createAcceptor((socket) => void app.server.emit('connection', socket)).listen(0, '127.0.0.1')
    t.after(() => accepting.close())
    await once(accepting, 'listening')
    const other = new Conversation(await connectTo({}, accepting.address() as AddressInfo))
    t.after(() => other.socket.destroy())
    await other.send(get('/server')).until(/<given>$/)
    assert.deepEqual([servers, isIn()], [[app.server], true])
  })

  test('messages of a socket that refuses to decode text, as on Node', { timeout }, async (t) => {
    const refused: unknown[] = []
    const { ask, isIn } = await open(t, (app) =>
      app.post('/text', ({ body, socket }: Anything) => {
        try {
          socket.setEncoding('latin1')
        } catch (error) {
          refused.push((error as NodeJS.ErrnoException).code)
        }
        return `<text ${body}>`
      })
    )
    for (let time = 0; time < 2; time++) await ask(post('/text', 'body'), /<text body>$/)
    assert.deepEqual([refused, isIn()], [['ERR_HTTP_SOCKET_ENCODING', 'ERR_HTTP_SOCKET_ENCODING'], true])
  })

  test('several messages that arrive at once, in order', { timeout }, async (t) => {
    const { ask, causes, isIn } = await open(t)
    const answers = await ask(get('/a') + post('/b', '12') + get('/c'), /<GET \/c >$/)
    assert.deepEqual(answers.match(/<.*?>/g), ['<GET /a >', '<POST /b 12>', '<GET /c >'])
    assert.deepEqual([isIn(), causes], [true, []])
  })

  test('each message in the asynchronous context of its connection', { timeout }, async (t) => {
    const context = new AsyncLocalStorage<string>()
    const seen: unknown[] = []
    const { ask } = await open(t, (app) => {
      app.addHook('onRequest', (request: Anything, _reply: Anything, done: () => void) => {
        seen.push(context.getStore())
        context.enterWith(request.url)
        done()
      })
      app.get('/raw', async ({ raw }: Anything) => `<${raw.url}>`)
    })
    await ask(get('/a') + get('/b') + get('/raw') + get('/c'), /<GET \/c >$/)
    assert.deepEqual(seen, [undefined, undefined, undefined, undefined])
  })
})

describe('the lane leaves a connection to Node for good', () => {
  const odd = 'POST /odd HTTP/1.1\r\nHost: x\r\nX: \xe9\r\nContent-Length: 0\r\n\r\n'
  for (const [what, bytes] of Object.entries({
    'a chunked body': 'POST /odd HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'a target in absolute-form': 'POST http://x/odd HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
    'an empty line before the message': `\r\n${post('/odd', '')}`,
    'a field value beyond ASCII behind an ordinary message': `${get('/a')}${odd}`
  }))
    test(`for ${what}`, { timeout }, async (t) => {
      const { ask, causes, isIn } = await open(t)
      await ask(get('/first'), /<GET \/first >$/)
      await ask(bytes, /<POST \S*\/odd >$/)
      assert.deepEqual([isIn(), causes], [false, ['not ordinary']])
      await ask(get('/then'), /<GET \/then >$/)
    })

  const long = post('/cut', 'b'.repeat(70_000))
  for (const [what, text, cut] of [
    ['an incomplete head', post('/cut', 'body'), 9],
    ['a body whose rest is late', post('/cut', 'body'), -2],
    ['a long body that arrives in parts', long, long.length - 60_000]
  ] as const)
    test(`for ${what}`, { timeout }, async (t) => {
      const { ask, causes, conversation } = await open(t)
      conversation.send(text.slice(0, cut))
      await until(() => causes.length === 1, 'the beginning has arrived')
      const answer = await ask(text.slice(cut), /<POST \/cut b\w+>$/)
      assert.equal(answer.slice(answer.indexOf('<')), `<POST /cut ${text.slice(text.indexOf('\r\n\r\n') + 4)}>`)
      assert.deepEqual(causes, ['not ordinary'])
    })

  test('when the client leaves before the body is complete, which the handler learns', { timeout }, async (t) => {
    const seen: string[] = []
    const { causes, conversation } = await open(t, (app) => {
      app.addHook('onRequest', async () => void seen.push('began'))
      app.addHook('onRequestAbort', async () => void seen.push('aborted'))
    })
    conversation.send(post('/cut', 'body').slice(0, -2))
    conversation.socket.end()
    await conversation.closed()
    await until(() => seen.length === 2, 'the end of the request')
    assert.deepEqual([seen, causes.length], [['began', 'aborted'], 1])
  })

  test('for more fields than maxHeadersCount', { timeout }, async (t) => {
    const { ask, app, causes } = await open(t)
    app.server.maxHeadersCount = 2
    const withFields = (path: string, fields: string) => `${get(path).slice(0, -2)}${fields}\r\n`
    await ask(withFields('/two', 'A: 1\r\n'), /<GET \/two >$/)
    assert.deepEqual(causes, [])
    // Newer versions of Node refuse such a head, older ones ignore the fields over the limit.
    await ask(withFields('/three', 'A: 1\r\nB: 2\r\n'), /<GET \/three >$| 4\d\d .*\}$/s)
    assert.deepEqual(causes, ['not ordinary'])
  })

  test('when its socket decodes text', { timeout }, async (t) => {
    const { ask, causes } = await open(t, (app) =>
      app.server.prependListener('connection', (socket: Socket) => void socket.setEncoding('latin1'))
    )
    await ask(post('/text', 'body'), /<POST \/text body>$/)
    assert.deepEqual(causes, ['listened to'])
  })

  test('when another data listener is added, which gets all bytes', { timeout }, async (t) => {
    let heard = ''
    const { ask, causes } = await open(t, (app) =>
      app.get('/tap', ({ socket }: Anything) => {
        socket.on('data', (bytes: Buffer) => (heard += bytes))
        return '<tapped>'
      })
    )
    await ask(get('/tap'), /<tapped>$/)
    await ask(get('/heard'), /<GET \/heard >$/)
    await ask(get('/too'), /<GET \/too >$/)
    assert.deepEqual([heard, causes], [get('/heard') + get('/too'), ['listened to']])
  })

  test('when a message follows one in progress, and Node handles both', { timeout }, async (t) => {
    let go: (text: string) => void = () => {}
    const { ask, causes } = await open(t, (app) => app.get('/slow', () => new Promise((resolve) => (go = resolve))))
    const answers = ask(get('/slow') + get('/then'), /<GET \/then >$/)
    await until(() => causes.length === 1, 'the second has arrived')
    go('<slow>')
    assert.match(await answers, /<slow>HTTP.*<GET \/then >$/s)
    assert.deepEqual(causes, ['pipelined'])
  })
})

describe("the lane goes on after an exchange that has Node's objects", () => {
  test("that are of Node's classes", { timeout }, async (t) => {
    const seen: unknown[] = []
    const { ask, causes } = await open(t, (app) =>
      app.post('/raw', async (request: Anything, reply: Anything) => {
        const { raw } = request
        seen.push(Object.getPrototypeOf(raw) === IncomingMessage.prototype, raw.complete)
        seen.push(reply.raw instanceof ServerResponse && reply.raw.constructor === ServerResponse)
        seen.push(raw.socket === request.socket)
        reply.raw.setHeader('x-raw', 'yes')
        return '<raw>'
      })
    )
    await ask(post('/raw', 'body'), /x-raw: yes\r\n.*<raw>$/s)
    assert.deepEqual([seen, causes], [[true, true, true, true], []])
    await ask(get('/then'), /<GET \/then >$/)
  })

  test('whose response waits for a slow client', { timeout }, async (t) => {
    const { ask, causes, conversation } = await open(t, (app) =>
      app.get('/slow', (_request: Anything, reply: Anything) => {
        reply.hijack()
        const { raw } = reply
        raw.setHeader('content-length', 8e6 + 1)
        raw.write(Buffer.alloc(8e6, 'a'))
        raw.once('drain', () => raw.end('.'))
      })
    )
    conversation.socket.pause()
    setTimeout(() => conversation.socket.resume(), 20)
    assert.equal((await ask(get('/slow'), /\.$/)).replace(/^.*\r\n\r\n/s, '').length, 8e6 + 1)
    await ask(get('/then'), /<GET \/then >$/)
    assert.deepEqual(causes, [])
  })

  test('that are read after its response', { timeout }, async (t) => {
    const seen: unknown[] = []
    const { ask, causes } = await open(t, (app) =>
      app.addHook('onResponse', async (request: Anything, { raw }: Anything) => {
        seen.push(raw.statusCode, request.raw.url)
      })
    )
    await ask(get('/a'), /<GET \/a >$/)
    await ask(get('/b'), /<GET \/b >$/)
    await until(() => seen.length === 4, 'both are over')
    assert.deepEqual([seen, causes], [[200, '/a', 200, '/b'], []])
  })
})

describe('timeouts and limits of the server apply', () => {
  test('a connection without a request gets 408 after headersTimeout', { timeout }, async (t) => {
    const { app, conversation } = await open(t)
    conversation.socket.destroy()
    app.server.headersTimeout = 50
    const silent = new Conversation(await connectTo({}, app.server.address()))
    assert.match(await silent.closed(), /^HTTP\/1\.1 408 Request Timeout\r\n/)
  })

  test('a connection that waits for another request is closed after keepAliveTimeout', { timeout }, async (t) => {
    const { app, ask, conversation } = await open(t)
    app.server.keepAliveTimeout = 1
    const since = performance.now()
    assert.match(await ask(get('/a'), /<GET \/a >$/), /Keep-Alive: timeout=0\r\n/)
    await conversation.closed()
    // Node adds a second to the keep-alive timeout that it announces.
    assert.ok(performance.now() - since > 900)
  })

  test('keepAliveTimeout does not run during a request, and a socket timeout of the app does', {
    timeout
  }, async (t) => {
    const heard: unknown[] = []
    const { app, ask, conversation, isIn } = await open(t, (app) => {
      app.get('/slow', async () => {
        await wait(1200)
        return '<slow>'
      })
      app.get('/bounded', async ({ socket }: Anything) => {
        socket.setTimeout(20, () => heard.push(laneOf(socket)))
        await wait(timeout, null, { ref: false })
      })
    })
    app.server.keepAliveTimeout = 1
    await ask(get('/a'), /<GET \/a >$/)
    await ask(get('/slow'), /<slow>$/)
    assert.ok(isIn())
    conversation.send(get('/bounded'))
    await conversation.closed()
    assert.deepEqual(heard, [undefined])
  })

  test('a timeout listener of the server is called for an idle connection', { timeout }, async (t) => {
    const { app, ask, causes } = await open(t)
    app.server.keepAliveTimeout = 1
    const told = new Promise<Socket>((resolve) => app.server.on('timeout', resolve))
    await ask(get('/a'), /<GET \/a >$/)
    assert.equal((await told).destroyed, false)
    assert.deepEqual(causes, ['ended'])
  })

  test('a connection of a server with a timeout or maxRequestsPerSocket is left to Node', { timeout }, async (t) => {
    const { app, ask, causes } = await open(t)
    app.server.setTimeout(10_000)
    await ask(get('/a'), /<GET \/a >$/)
    app.server.setTimeout(0)
    app.server.maxRequestsPerSocket = 2
    const conversation = new Conversation(await connectTo({}, app.server.address()))
    conversation.send(get('/a'))
    await conversation.until(/<GET \/a >$/)
    conversation.send(get('/b'))
    assert.match(await conversation.until(/<GET \/b >$/), /Connection: close\r\n.*<GET \/b >$/s)
    conversation.socket.destroy()
    assert.deepEqual(causes, ['settings', 'settings'])
  })

  test('connections are counted, and closed by closeIdleConnections and closeAllConnections', {
    timeout
  }, async (t) => {
    const { app, ask, causes, conversation } = await open(t, (app) => app.get('/never', () => new Promise(() => {})))
    await ask(get('/a'), /<GET \/a >$/)
    const silent = new Conversation(await connectTo({}, app.server.address()))
    const busy = new Conversation(await connectTo({}, app.server.address()))
    busy.send(get('/never'))
    const count = () =>
      new Promise((resolve) => app.server.getConnections((_: unknown, count: number) => resolve(count)))
    while ((await count()) !== 3) await wait(1)
    app.server.closeIdleConnections()
    await conversation.closed()
    assert.equal(await count(), 2)
    app.server.closeAllConnections()
    await Promise.all([silent.closed(), busy.closed()])
    await until(() => causes.length > 0, 'the exchange is told')
    assert.deepEqual(causes, ['ended'])
  })
})

describe('the lane is closed', () => {
  test('when a listener reads the bytes of each connection', { timeout }, async (t) => {
    let heard = ''
    const { app, causes } = await open(t, (app) =>
      app.server.on('connection', (socket: Socket) => socket.on('data', (bytes) => (heard += bytes)))
    )
    const conversation = new Conversation(await connectTo({}, app.server.address()))
    await conversation.send(get('/a')).until(/<GET \/a >$/)
    conversation.socket.destroy()
    assert.deepEqual([heard, causes], [get('/a'), ['listened to']])
  })

  test('not when a listener reads the start of a connection and gives it back', { timeout }, async (t) => {
    const { ask, causes, isIn } = await open(t, (app) => {
      const own = app.server.listeners('connection')
      app.server.removeAllListeners('connection')
      app.server.on('connection', (socket: Socket) =>
        socket.once('data', (bytes) => {
          socket.pause()
          for (const listener of own) listener.call(app.server, socket)
          socket.unshift(bytes.subarray(bytes.indexOf('\n') + 1))
          socket.resume()
        })
      )
    })
    await ask(`PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\n${get('/a')}`, /<GET \/a >$/)
    await ask(get('/b'), /<GET \/b >$/)
    assert.deepEqual([isIn(), causes], [true, []])
  })

  test('for a connection that is not a socket', { timeout }, async (t) => {
    const { app, causes } = await open(t)
    let written = ''
    const stream = new Duplex({
      read() {},
      write(chunk, _encoding, callback) {
        written += chunk
        callback()
      }
    })
    app.server.emit('connection', stream)
    stream.push(get('/a'))
    await until(() => written.endsWith('<GET /a >'), 'it is answered')
    stream.destroy()
    assert.deepEqual(causes, ['unknown'])
  })

  const program = (watch: string) => `
    import http from 'node:http'
    import { connect } from 'node:net'
    import { subscribe } from 'node:diagnostics_channel'
    import { PerformanceObserver } from 'node:perf_hooks'
    const { createApp } = await import('./.build/src/adapter/create-app.js')
    const causes = []
    subscribe('espalier.lane.fallback', ({ cause }) => causes.push(cause))
    const app = createApp({ exchange: 'auto' })
    app.get('/', () => 'fine')
    await app.listen({ port: 0, host: '127.0.0.1' })
    ${watch}
    const socket = connect(app.server.address().port)
    const ask = () => new Promise((resolve) => socket.once('data', resolve).write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'))
    for (let turn = 0; turn < 3; turn++) await ask()
    console.log(causes.join())
    process.exit()
  `
  for (const [what, watch, cause] of [
    ['without a watcher', '', ''],
    [
      'with a changed ServerResponse.prototype',
      'const { end } = http.ServerResponse.prototype; http.ServerResponse.prototype.end = function (...all) { return end.apply(this, all) }',
      'watched'
    ],
    ['with a performance observer', "new PerformanceObserver(() => {}).observe({ entryTypes: ['http'] })", 'watched'],
    ['with a subscriber of a response channel', "subscribe('http.server.response.created', () => {})", 'watched']
  ] as const)
    test(`${cause === '' ? 'not ' : ''}in a process ${what}`, { timeout }, () => {
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program(watch)], {
        encoding: 'utf8'
      })
      assert.deepEqual([stdout.trim(), stderr], [cause, ''])
    })

  for (const [what, options, isOpen] of [
    ['not with default options', {}, true],
    ['not over TLS', { https }, true],
    ['on the stock exchange', { exchange: 'stock' }, false],
    ['over HTTP/2', { http2: true }, false],
    [
      'with a ServerResponse class of the application',
      { http: { ServerResponse: class extends ServerResponse {} } },
      false
    ],
    ['with a serverFactory', { serverFactory: createServer }, false]
  ] as const)
    test(what, { timeout }, async (t) => {
      const causes = hearCauses(t)
      const { app } = createApp({ ...options })
      t.after(() => app.close())
      // Only the lane publishes why such a connection is left to Node.
      const socket = new Duplex({ read() {}, write: (_chunk, _encoding, callback) => callback() })
      const event = 'https' in options ? 'secureConnection' : 'connection'
      app.server.emit(
        event,
        socket.on('error', () => {})
      )
      socket.destroy()
      assert.deepEqual(causes, isOpen ? ['unknown'] : [])
    })
})

test('a closing app ends idle connections and completes the response in the lane with Connection: close', {
  timeout
}, async (t) => {
  let answer: (text: string) => void = () => {}
  const { app, ask, causes, conversation } = await open(t, (app) =>
    app.get('/slow', () => new Promise((resolve) => (answer = resolve)))
  )
  const idle = new Conversation(await connectTo({}, app.server.address()))
  await idle.send(get('/')).until(/<GET \/ >$/)
  const silent = new Conversation(await connectTo({}, app.server.address()))
  await ask(get('/a'), /<GET \/a >$/)
  conversation.received = ''
  conversation.send(get('/slow'))
  await until(() => answer.length === 1, 'the handler runs')
  assert.deepEqual(causes, [])
  const closed = app.close()
  await Promise.all([idle.closed(), silent.closed()])
  answer('slow')
  assert.match(await conversation.closed(), /^HTTP\/1\.1 200 .*connection: close.*slow$/is)
  await closed
})
