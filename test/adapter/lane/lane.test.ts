/** What the lane takes of a connection, what it leaves to Node and for how long, and what keeps it out. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { openLane } from '../../../src/adapter/lane/index.ts'
import { isLightRequest, readBody, respond } from '../../../src/adapter/light/index.ts'
import { Conversation, get } from '../../http-semantics/raw.ts'
import { createApp } from '../../security/wild.ts'
import { connectTo, https } from '../../shared-key.ts'
import { until } from '../../until.ts'
import { close, laneServer, lightServer, listen, post } from '../light/both-servers.ts'

const timeout = 20_000

interface Parser {
  execute(bytes: Buffer): unknown
  maxHeaderPairs: number
}
type HttpSocket = Socket & { readonly parser: Parser }
type Listener = (request: IncomingMessage, response: ServerResponse) => void

const echo: Listener = (request, response) =>
  readBody(request, 1e6, (_error, body) => {
    const text = `<${request.method} ${request.url} ${body}>`
    respond(response, 200, ['content-length', String(text.length)], text)
  })

/** Why connections were left to Node, since the test began. */
function hearCauses(t: TestContext): string[] {
  const causes: string[] = []
  const hear = (told: unknown) => void causes.push((told as { cause: string }).cause)
  subscribe('espalier.lane.fallback', hear)
  t.after(() => unsubscribe('espalier.lane.fallback', hear))
  return causes
}

/** A server with the lane, one connection to it, and the bytes that Node's parser has been given. */
async function open(t: TestContext, listener: Listener = echo, prepare: (server: Server) => void = () => {}) {
  const causes = hearCauses(t)
  const server = laneServer({}, listener)
  t.after(() => close(server))
  const byNode: string[] = []
  prepare(server)
  server.on('connection', ({ parser }: HttpSocket) => {
    const { execute } = parser
    parser.execute = (bytes) => {
      byNode.push(bytes.toString('latin1'))
      return execute.call(parser, bytes)
    }
  })
  await listen(server)
  const conversation = new Conversation(await connectTo({}, server.address() as never))
  const ask = async (bytes: string, answer: RegExp) => {
    conversation.received = ''
    return conversation.send(bytes).until(answer)
  }
  const warm = () => ask(get('/first'), /<GET \/first >$/)
  return { ask, byNode, causes, conversation, server, warm }
}

describe('of a connection the lane takes', () => {
  test('each ordinary message but the first', { timeout }, async (t) => {
    const { ask, byNode, causes, warm } = await open(t)
    await warm()
    assert.deepEqual(byNode, [get('/first')])
    await ask(get('/second'), /<GET \/second >$/)
    await ask(post('/third', 'body'), /<POST \/third body>$/)
    await ask(get('/fourth', 'Cookie: a=1\r\n'), /<GET \/fourth >$/)
    assert.deepEqual([byNode, causes], [[get('/first')], []])
  })

  test('several that arrive at once, in their order', { timeout }, async (t) => {
    const { ask, byNode, warm } = await open(t)
    await warm()
    const answers = await ask(get('/a') + post('/b', '12') + get('/c'), /<GET \/c >$/)
    assert.deepEqual(answers.match(/<.*?>/g), ['<GET /a >', '<POST /b 12>', '<GET /c >'])
    assert.equal(byNode.length, 1)
  })

  test('those behind a body that comes in parts, which Node reads', { timeout }, async (t) => {
    const { ask, byNode, causes, conversation, warm } = await open(t)
    await warm()
    const text = post('/parts', '1234')
    const received = () => byNode.slice(1).join('')
    for (const [at, length] of [
      [0, -3],
      [-3, -1]
    ] as const) {
      conversation.send(text.slice(at, length))
      await until(() => received() === text.slice(0, length), 'the part has arrived')
    }
    await ask(text.slice(-1), /<POST \/parts 1234>$/)
    assert.equal(received(), text)
    await ask(get('/behind'), /<GET \/behind >$/)
    assert.deepEqual([byNode.length, causes], [4, []])
  })

  test('each in the asynchronous context of its connection, not in that of the one before', { timeout }, async (t) => {
    const context = new AsyncLocalStorage<string>()
    const seen: unknown[] = []
    const { ask, warm } = await open(t, (request, response) => {
      seen.push(context.getStore())
      context.run(request.url ?? '', () => echo(request, response))
    })
    await warm()
    await ask(get('/a') + get('/b') + get('/c'), /<GET \/c >$/)
    assert.deepEqual(seen, [undefined, undefined, undefined, undefined])
  })
})

describe('the lane leaves a connection to Node for good', () => {
  for (const [what, bytes] of Object.entries({
    'a body in chunks': 'POST /odd HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'a head in absolute form': 'POST http://x/odd HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
    'an empty line before it': `\r\n${post('/odd', '')}`,
    'a message that is not ordinary behind one that is': `${get('/a')}POST /odd HTTP/1.1\r\nHost: x\r\nX: \xe9\r\nContent-Length: 0\r\n\r\n`
  }))
    test(`for ${what}`, { timeout }, async (t) => {
      const { ask, byNode, causes, warm } = await open(t)
      await warm()
      await ask(bytes, /<POST \S*\/odd >$/)
      assert.equal(byNode.at(-1), bytes.startsWith(get('/a')) ? bytes.slice(get('/a').length) : bytes)
      assert.deepEqual(causes, ['not ordinary'])
      await ask(get('/then'), /<GET \/then >$/)
      assert.equal(byNode.at(-1), get('/then'))
    })

  test('for a head that has not arrived as a whole', { timeout }, async (t) => {
    const { ask, byNode, causes, conversation, warm } = await open(t)
    await warm()
    conversation.send(get('/cut').slice(0, 9))
    await until(() => byNode.length === 2, 'the beginning has arrived')
    await ask(get('/cut').slice(9), /<GET \/cut >$/)
    assert.deepEqual([byNode.slice(1).join(''), causes], [get('/cut'), ['not ordinary']])
  })

  test('for more fields than its server takes', { timeout }, async (t) => {
    const { ask, byNode, warm } = await open(t, echo, (server) => {
      server.maxHeadersCount = 2
    })
    await warm()
    await ask(get('/two', 'A: 1\r\n'), /<GET \/two >$/)
    assert.equal(byNode.length, 1)
    // Newer Nodes refuse it, older ones leave out what is too much.
    await ask(get('/three', 'A: 1\r\nB: 2\r\n'), /<GET \/three >$| 431 /)
    assert.equal(byNode.length, 2)
  })

  test('when somebody else listens to its bytes, who hears all of them', { timeout }, async (t) => {
    let heard = ''
    const { ask, causes, warm } = await open(t, (request, response) => {
      if (request.url === '/tap') request.socket.on('data', (bytes) => (heard += bytes))
      echo(request, response)
    })
    await warm()
    await ask(get('/tap'), /<GET \/tap >$/)
    await ask(get('/heard'), /<GET \/heard >$/)
    assert.deepEqual([heard, causes], [get('/heard'), ['listened to']])
  })

  test('when its server fails at a request', { timeout }, async (t) => {
    const thrown: unknown[] = []
    const { byNode, conversation, warm } = await open(t, (request, response) => {
      if (request.url !== '/throw') return echo(request, response)
      echo(request, response)
      throw 'thrown'
    })
    await warm()
    const listeners = process.rawListeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.once('uncaughtException', (error) => {
      thrown.push(error)
      for (const listener of listeners) process.on('uncaughtException', listener as () => void)
    })
    conversation.send(get('/throw'))
    await until(() => thrown.length === 1, 'the error is there')
    conversation.send(get('/after'))
    await until(() => byNode.length === 2, 'Node reads on')
    assert.equal(byNode[1], get('/after'))
  })
})

describe('the lane is closed', () => {
  test('where a listener comes before those of the server', { timeout }, async (t) => {
    const { ask, byNode, causes, warm } = await open(t, echo, (server) =>
      server.prependListener('connection', () => {})
    )
    await warm()
    await ask(get('/then'), /<GET \/then >$/)
    // Node's parser reads from the handle itself.
    assert.deepEqual([byNode, causes], [[], ['listened to']])
  })

  test('where somebody listens to the bytes of each connection', { timeout }, async (t) => {
    let heard = ''
    const causes = hearCauses(t)
    const server = lightServer({}, echo)
    server.on('connection', (socket) => socket.on('data', (bytes: Buffer) => (heard += bytes)))
    openLane(server, null)
    t.after(() => close(server))
    await listen(server)
    const conversation = new Conversation(await connectTo({}, server.address() as never))
    await conversation.send(get('/a')).until(/<GET \/a >$/)
    assert.deepEqual([heard, causes], [get('/a'), ['listened to']])
  })

  test('where it does not know the socket', { timeout }, async (t) => {
    const causes = hearCauses(t)
    const server = laneServer({}, echo)
    server.emit('connection', new Duplex({ read() {}, write: (_chunk, _encoding, callback) => callback() }))
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
    const app = createApp({ exchange: 'lane' })
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
    ['nobody watches', '', ''],
    [
      'the prototype of responses was changed',
      'const { end } = http.ServerResponse.prototype; http.ServerResponse.prototype.end = function (...all) { return end.apply(this, all) }',
      'watched'
    ],
    [
      'a performance observer watches',
      "new PerformanceObserver(() => {}).observe({ entryTypes: ['http'] })",
      'watched'
    ],
    ['a channel of responses has a subscriber', "subscribe('http.server.response.created', () => {})", 'watched']
  ] as const)
    test(`to a process where ${what}: ${cause === '' ? 'it is not' : cause}`, { timeout }, () => {
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program(watch)], {
        encoding: 'utf8'
      })
      assert.deepEqual([stdout.trim(), stderr], [cause, ''])
    })

  for (const [what, options, isOpen] of [
    ['with the option it is open', { exchange: 'lane' }, true],
    ['without the option', {}, false],
    ['on the light exchange', { exchange: 'light' }, false],
    ['on the stock exchange', { exchange: 'stock' }, false],
    ['over HTTP/2', { exchange: 'lane', http2: true }, false],
    ['over TLS', { exchange: 'lane', https }, false],
    ['on a server of the application', { exchange: 'lane', serverFactory: createServer }, false]
  ] as const)
    test(what, { timeout }, async (t) => {
      const causes = hearCauses(t)
      const { app } = createApp({ ...options })
      t.after(() => app.close())
      // The lane is the one that says why it leaves such a connection alone.
      const socket = new Duplex({ read() {}, write: (_chunk, _encoding, callback) => callback() })
      app.server.emit(
        'connection',
        socket.on('error', () => {})
      )
      socket.destroy()
      assert.deepEqual(causes, isOpen ? ['unknown'] : [])
    })
})

test('as many requests as the server takes of a connection: those in the lane count', { timeout }, async (t) => {
  const { ask, byNode, conversation, warm } = await open(t, echo, (server) => {
    server.maxRequestsPerSocket = 2
  })
  await warm()
  assert.match(await ask(get('/last'), /<GET \/last >$/), /^HTTP.*Connection: close/s)
  assert.equal(byNode.length, 1)
  conversation.socket.destroy()
})

test('the objects of an exchange in the lane are light, and become those of Node', { timeout }, async (t) => {
  const seen: unknown[] = []
  const { ask, byNode, warm } = await open(t, (request, response) => {
    seen.push(isLightRequest(request), request.complete)
    request.on('data', (chunk) => seen.push(String(chunk))).on('end', () => seen.push(request.complete))
    seen.push(isLightRequest(request), request.headers)
    response.end(`<GET ${request.url} >`)
  })
  await warm()
  seen.length = 0
  await ask(post('/second', 'body', 'X: y'), /<GET \/second >$/)
  assert.deepEqual(seen, [true, false, false, { host: 'x', 'content-length': '4', x: 'y' }, 'body', true])
  assert.equal(byNode.length, 1)
})

test('an app that closes answers what is under way in the lane, tells the client, and ends', { timeout }, async () => {
  const { app } = createApp({ exchange: 'lane' })
  let answer: (text: string) => void = () => {}
  app.get('/', () => 'fine')
  app.get('/slow', () => new Promise((resolve) => (answer = resolve)))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const conversation = new Conversation(await connectTo({}, app.server.address()))
  await conversation.send(get('/')).until(/fine$/)
  const idle = new Conversation(await connectTo({}, app.server.address()))
  await idle.send(get('/')).until(/fine$/)
  await idle.send(get('/')).until(/fine.*fine$/s)
  conversation.received = ''
  conversation.send(get('/slow'))
  await until(() => answer.length === 1, 'the handler runs')
  const closed = app.close()
  await idle.closed()
  answer('slow')
  assert.match(await conversation.closed(), /^HTTP\/1\.1 200 .*connection: close.*slow$/is)
  await closed
})
