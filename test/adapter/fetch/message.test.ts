import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import { FetchMessage, FetchReply } from '../../../src/adapter/fetch/message.ts'
import { type Anything, createApp, type Options } from '../../security/wild.ts'

const serve = (declare: (app: Anything) => void, options: Options = {}) => {
  const { app } = createApp(options)
  declare(app)
  const handle = toFetchHandler(app as Anything)
  return (path: string, init?: object) => handle(new Request(`https://shop.test${path}`, init))
}

const post = (body: string | ReadableStream, type = 'text/x') => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
  duplex: 'half'
})

test('request.raw has the method, URL, headers, version and socket of the request', async () => {
  const ask = serve((app) => {
    app.get('/a', ({ raw }: Anything) => ({
      parts: [raw.method, raw.url, raw.headers.cookie, raw.httpVersion, raw.httpVersionMajor, raw.httpVersionMinor],
      peer: [raw.socket.encrypted, raw.connection === raw.socket, raw.socket.remoteAddress ?? null],
      state: [raw.aborted, raw.complete, raw instanceof Readable]
    }))
  })
  assert.deepEqual(await (await ask('/a?b=1', { headers: { cookie: 'c=d' } })).json(), {
    parts: ['GET', '/a?b=1', 'c=d', '1.1', 1, 1],
    peer: [true, true, null],
    state: [false, true, true]
  })
})

test('request.raw stays the same object and keeps added properties', async () => {
  const mark = Symbol('mark')
  const ask = serve((app) => {
    app.addHook('onRequest', async ({ raw }: Anything) => {
      raw[mark] = 'kept'
      raw.headers['x-added'] = 'seen'
    })
    app.get('/', (request: Anything) => [request.raw[mark], request.headers['x-added']])
  })
  assert.deepEqual(await (await ask('/')).json(), ['kept', 'seen'])
})

test('constraints and rewriteUrl read request.raw, and a rewritten URL is routed', async () => {
  const tenant = {
    name: 'tenant',
    storage: () => new Map(),
    deriveConstraint: ({ headers }: Anything) => headers['x-tenant']
  }
  const rewriteUrl = (raw: Anything) => raw.url.replace('/old', '/new')
  const ask = serve(
    (app) => app.get('/new', { constraints: { tenant: 'a' } }, ({ raw, url }: Anything) => [raw.url, url]),
    { rewriteUrl, routerOptions: { constraints: { tenant } } }
  )
  assert.deepEqual(await (await ask('/old', { headers: { 'x-tenant': 'a' } })).json(), ['/new', '/new'])
  assert.equal((await ask('/old', { headers: { 'x-tenant': 'b' } })).status, 404)
})

test('a handler reads the body from request.raw when no parser has read it', async () => {
  const ask = serve((app) => {
    app.addContentTypeParser('text/x', (_request: unknown, _payload: unknown, done: Anything) => done(null))
    app.post('/', async ({ raw }: Anything) => {
      const before = raw.complete
      return [before, await text(raw), raw.complete]
    })
  })
  const long = 'x'.repeat(200_000)
  assert.deepEqual(await (await ask('/', post(long))).json(), [true, long, true])
})

test('request.raw is empty after a parser has read the body', async () => {
  const ask = serve((app) => app.post('/', async ({ body, raw }: Anything) => [body, await text(raw)]))
  assert.deepEqual(await (await ask('/', post('{"a":1}', 'application/json'))).json(), [{ a: 1 }, ''])
})

test('a body that errors fails the read of request.raw, and has no effect when it is ignored', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(3))
      controller.error(new Error('gone'))
    }
  })
  const ask = serve((app) => {
    app.addContentTypeParser('text/x', (_request: unknown, _payload: unknown, done: Anything) => done(null))
    app.post('/read', async ({ raw }: Anything) => text(raw))
    app.post('/left', async ({ raw }: Anything) => {
      raw.resume()
      await turn()
      return 'answered'
    })
  })
  assert.equal((await ask('/read', post(broken))).status, 500)
  const again = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
  assert.equal(await (await ask('/left', post(again))).text(), 'answered')
})

test('headers and status set on reply.raw are sent, and those of the reply take precedence', async () => {
  const ask = serve((app) => {
    app.get('/', (_request: unknown, reply: Anything) => {
      const { raw } = reply
      raw.statusCode = 203
      raw.setHeader('X-Raw', 'raw').setHeader('x-both', 'raw').setHeader('x-gone', '1').setHeader('x-many', ['a', 'b'])
      raw.removeHeader('X-Gone')
      reply.header('x-both', 'reply')
      const seen = [raw.getHeader('x-raw'), raw.hasHeader('X-GONE'), raw.getHeaderNames(), raw.getHeaders()]
      return reply.send([...seen, reply.getHeader('x-raw'), raw.headersSent, raw.socket.encrypted])
    })
  })
  const answer = await ask('/')
  const { 'x-raw': own, 'x-both': both, 'x-gone': gone, 'x-many': many } = Object.fromEntries(answer.headers)
  assert.deepEqual([answer.status, own, both, gone, many], [203, 'raw', 'reply', undefined, 'a, b'])
  assert.deepEqual(await answer.json(), [
    ...['raw', false, ['x-raw', 'x-both', 'x-many'], { 'x-raw': 'raw', 'x-both': 'raw', 'x-many': ['a', 'b'] }],
    ...['raw', false, true]
  ])
})

test('a reply.raw header with CR LF gets 500 and is not sent', async () => {
  const ask = serve((app) => {
    app.get('/', (_request: unknown, { raw }: Anything) => {
      raw.setHeader('x-split', 'a\r\nx-injected: yes')
      return 'never'
    })
  })
  const { headers, status } = await ask('/')
  assert.equal(status, 500)
  assert.deepEqual([headers.get('x-split'), headers.get('x-injected')], [null, null])
})

test('an invalid reply.raw.statusCode gets 500 FST_ERR_BAD_STATUS_CODE', async () => {
  const ask = serve((app) => {
    app.get('/:status', ({ params }: Anything, { raw }: Anything) => {
      raw.statusCode = Number(params.status)
      return 'sent'
    })
  })
  for (const status of [99, 101, 600, 200.5, 'none']) {
    const answer = await ask(`/${status}`)
    assert.deepEqual([answer.status, ((await answer.json()) as Anything).code], [500, 'FST_ERR_BAD_STATUS_CODE'])
  }
  assert.equal((await ask('/599')).status, 599)
})

test('reply.raw emits finish and close after a response, and close when the client disconnects', async () => {
  const heard: unknown[] = []
  const note = (event: string, raw: Anything) =>
    raw.on(event, () =>
      heard.push([event, raw.writableFinished, raw.writableEnded, raw.finished, raw.destroyed, raw.closed])
    )
  const client = new AbortController()
  const ask = serve((app) => {
    app.addHook('onRequest', async (_request: unknown, { raw }: Anything) => {
      note('finish', raw)
      note('close', raw)
    })
    app.get('/', () => 'answered')
    app.get('/left', async () => {
      client.abort()
      await turn()
      return 'nobody hears'
    })
  })
  await (await ask('/')).text()
  await turn()
  assert.deepEqual(heard.splice(0), [
    ['finish', true, true, true, true, true],
    ['close', true, true, true, true, true]
  ])
  await ask('/left', { signal: client.signal }).catch(() => {})
  await turn()
  assert.deepEqual(heard[0], ['close', false, false, false, true, true])
})

for (const owner of ['request', 'reply'])
  test(`destroying ${owner}.raw results in an empty 500 response`, async () => {
    const ask = serve((app) => {
      app.get('/', (request: Anything, reply: Anything) => {
        const { raw } = owner === 'request' ? request : reply
        raw.destroy(new Error('enough'))
        return 'never'
      })
    })
    const answer = await ask('/')
    assert.deepEqual([answer.status, await answer.text()], [500, ''])
  })

test('the error for a member that only Node has names the member, the plugin and the line', async () => {
  const ask = serve((app) => {
    const peer = async function peer(sub: Anything) {
      sub.addHook('onRequest', async function readPeer({ raw }: Anything) {
        return raw.rawHeaders
      })
      sub.get('/sub', () => 'never')
    }
    app.register(peer)
    app.get('/', (_request: Anything, reply: Anything) => reply.raw.end('x'))
    app.get('/put', (request: Anything) => Object.assign(request, { raw: {} }))
  })
  const bodyOf = async (path: string) => (await (await ask(path)).json()) as Anything
  const here = String.raw`at file:\/\/\/.*test\/adapter\/fetch\/message\.test\.js:\d+:\d+`
  const { code, message } = await bodyOf('/sub')
  assert.equal(code, 'ESP_ERR_NO_NODE_MESSAGE')
  assert.match(
    message,
    new RegExp(
      `^'request\\.raw\\.rawHeaders' exists only .* used by the onRequest hook 'readPeer' of '[^']*peer' ${here}\\. Use the other members`
    )
  )
  assert.match(
    (await bodyOf('/')).message,
    new RegExp(`^'reply\\.raw\\.end' .* by the handler 'anonymous' of '[^']*' ${here}\\.`)
  )
  assert.equal((await bodyOf('/put')).code, 'ESP_ERR_NO_NODE_MESSAGE')
})

/** Members that Node's classes declare, without those of streams and emitters. */
function membersOf(prototype: object, except: object): string[] {
  return Object.getOwnPropertyNames(prototype).filter((name) => !name.startsWith('_') && !(name in except))
}

for (const [owner, node, own] of [
  ['request', IncomingMessage.prototype, FetchMessage.prototype],
  ['reply', ServerResponse.prototype, FetchReply.prototype]
] as const)
  test(`${owner}.raw has each member of Node's class`, () => {
    const chain = owner === 'request' ? [node] : [node, Object.getPrototypeOf(node)]
    const missing = chain.flatMap((prototype) => membersOf(prototype, own))
    assert.deepEqual(missing, [])
  })
