import assert from 'node:assert/strict'
import { once } from 'node:events'
import http2 from 'node:http2'
import { describe, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { type Anything, createApp } from '../../security/wild.ts'
import { until } from '../../until.ts'

interface Received {
  readonly headers: http2.IncomingHttpHeaders
  readonly trailers: http2.IncomingHttpHeaders | null
  readonly body: string
}

async function ask(
  session: http2.ClientHttp2Session,
  path: string,
  method = 'GET',
  content?: string
): Promise<Received> {
  const type = content === undefined ? {} : { 'content-type': 'application/json' }
  const stream = session.request({ ':path': path, ':method': method, ...type })
  if (content !== undefined) stream.end(content)
  let trailers: http2.IncomingHttpHeaders | null = null
  let body = ''
  stream.on('trailers', (fields) => {
    trailers = fields
  })
  stream.setEncoding('latin1').on('data', (text) => {
    body += text
  })
  const [headers] = await once(stream, 'response')
  await once(stream, 'close')
  const { date, ...others } = headers as http2.IncomingHttpHeaders
  assert.equal(typeof date, 'string')
  return { headers: others, trailers, body }
}

/** Starts an app over HTTP/2, and connects to it. */
async function open(t: TestContext, declare: (app: Anything) => void): Promise<http2.ClientHttp2Session> {
  const { app } = createApp({ http2: true, logger: false })
  t.after(() => app.close())
  declare(app)
  const session = http2.connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.after(() => session.destroy())
  return session
}

describe('other code than espalier that uses the response', () => {
  test('a listener before or behind the app sets fields and trailers', async (t) => {
    for (const add of ['on', 'prependListener']) {
      const session = await open(t, (app) => {
        app.server[add]('request', (_raw: unknown, rawReply: http2.Http2ServerResponse) => {
          rawReply.setHeader('x-other', 'yes')
          rawReply.addTrailers({ 'x-end': '1' })
        })
        app.get('/', async () => 'text')
      })
      const { headers, trailers, body } = await ask(session, '/')
      assert.deepEqual([headers['x-other'], trailers?.['x-end'], body], ['yes', '1', 'text'])
    }
  })

  test('a listener that is added while sessions are open sees the next request', async (t) => {
    let server: Anything
    const session = await open(t, (app) => {
      server = app.server
      app.get('/', async () => 'text')
    })
    assert.equal((await ask(session, '/')).headers['x-other'], undefined)
    server.on('request', (_raw: unknown, rawReply: http2.Http2ServerResponse) => rawReply.setHeader('x-other', 'yes'))
    assert.equal((await ask(session, '/')).headers['x-other'], 'yes')
  })

  test('a hook sets fields and trailers of reply.raw', async (t) => {
    const session = await open(t, (app) => {
      app.addHook('onRequest', async (_request: unknown, reply: Anything) => {
        reply.raw.setHeader('x-other', 'yes')
        reply.raw.addTrailers({ 'x-end': '1' })
      })
      app.get('/', async () => 'text')
    })
    const { headers, trailers } = await ask(session, '/')
    assert.deepEqual([headers['x-other'], trailers?.['x-end']], ['yes', '1'])
  })

  for (const name of ['writeHead', 'write'] as const)
    test(`a tracer that replaces ${name} of the class sees every response`, async (t) => {
      const session = await open(t, (app) => app.get('/', async () => 'text'))
      await ask(session, '/')
      const { prototype } = http2.Http2ServerResponse as unknown as { prototype: Record<string, Anything> }
      const method = prototype[name]
      t.after(() => Object.assign(prototype, { [name]: method }))
      let calls = 0
      prototype[name] = function (this: unknown, ...values: unknown[]) {
        calls++
        return Reflect.apply(method, this, values)
      }
      await ask(session, '/')
      await ask(session, '/')
      assert.equal(calls, 2)
    })

  test('the class of the app sets a field in its constructor', async (t) => {
    class Response extends http2.Http2ServerResponse {
      constructor(...values: [http2.ServerHttp2Stream]) {
        super(...values)
        this.setHeader('x-other', 'yes')
      }
    }
    const { app } = createApp({ http2: true, http: { Http2ServerResponse: Response }, logger: false })
    t.after(() => app.close())
    app.get('/', async () => 'text')
    const session = http2.connect(await app.listen({ port: 0, host: '127.0.0.1' }))
    t.after(() => session.destroy())
    assert.equal((await ask(session, '/')).headers['x-other'], 'yes')
  })
})

describe('a complete response is not taken for an aborted one', () => {
  const reads: Record<string, (request: Anything, reply: Anything) => unknown> = {
    'a body was sent': () => 'text',
    'the handler reads the request': async ({ raw }) => {
      await once(raw.resume(), 'end')
      return 'text'
    },
    'the request is read behind the response': ({ raw }, reply) => {
      reply.send('text')
      raw.resume()
    },
    'the request is first asked for behind the response': (request, reply) => {
      reply.send('text')
      request.raw.resume()
    },
    'nothing reads the request': () => 'text'
  }
  for (const [name, handler] of Object.entries(reads))
    test(name, async (t) => {
      let [responses, aborts] = [0, 0]
      const session = await open(t, (app) => {
        app.addHook('onRequestAbort', async (_request: unknown) => void aborts++)
        app.addHook('onResponse', async (_request: unknown, _reply: unknown) => void responses++)
        app.route({ method: ['GET', 'POST'], url: '/', handler })
      })
      const body = name === 'a body was sent' ? '{}' : undefined
      for (let at = 1; at <= 5; at++) {
        await ask(session, '/', body === undefined ? 'GET' : 'POST', body)
        await until(() => responses === at, 'onResponse')
        assert.equal(aborts, 0)
      }
    })
})

for (const [method, path] of [
  ['GET', '/'],
  ['POST', '/'],
  ['GET', '/read'],
  ['GET', '/large']
] as const)
  test(`a client that takes nothing of the response to ${method} ${path} and resets it has aborted the request`, async (t) => {
    const seen: string[] = []
    const session = await open(t, (app) => {
      app.addHook('onRequestAbort', async (_request: unknown) => void seen.push('aborted'))
      app.addHook('onResponse', async (_request: unknown, _reply: unknown) => void seen.push('response'))
      const answer = (text: string, isRead: boolean) => async (request: Anything) => {
        if (isRead) await once(request.raw.resume(), 'end')
        setImmediate(() => seen.push('sent'))
        return text
      }
      app.route({ method: ['GET', 'POST'], url: '/', handler: answer('text', false) })
      app.get('/read', answer('text', true))
      app.get('/large', answer('x'.repeat(100_000), false))
    })
    session.settings({ initialWindowSize: 0 })
    const stream = session.request({ ':method': method, ':path': path, 'content-type': 'application/json' })
    stream.on('error', () => {})
    await once(session, 'localSettings')
    if (method === 'POST') stream.end('{}')
    await until(() => seen.includes('sent'), 'the response')
    // NO_ERROR, as Node's clients send it.
    stream.close()
    await until(() => seen.length === 3, 'the end of the stream')
    assert.deepEqual(seen.sort(), ['aborted', 'response', 'sent'])
  })

test('a hook reads the fields and the state of the response that was sent', async (t) => {
  let seen: unknown
  const session = await open(t, (app) => {
    app.addHook('onResponse', async (_request: unknown, reply: Anything) => {
      const { raw } = reply
      seen = [raw.getHeader('content-type'), raw.headersSent, raw.writableEnded, raw.finished, raw.statusCode]
    })
    app.get('/', async (_request: unknown, reply: Anything) => reply.code(201).send({ a: 1 }))
  })
  await ask(session, '/')
  assert.deepEqual(seen, ['application/json; charset=utf-8', true, true, true, 201])
})

/** Law: a listener that does nothing changes no response. */
test('any response is the same with and without another listener', async (t) => {
  const answers = new Map<string, (reply: Anything) => unknown>()
  const declare = (app: Anything) =>
    app.all('/:id', (request: Anything, reply: Anything) => answers.get(request.params.id)?.(reply))
  const alone = await open(t, declare)
  const shared = await open(t, (app) => {
    app.server.on('request', () => {})
    declare(app)
  })
  let count = 0
  const text = fc.oneof(
    fc.string(),
    fc.nat({ max: 70_000 }).map((size) => 'é'.repeat(size))
  )
  const field = fc.tuple(
    fc.constantFrom('x-a', 'X-B', 'set-cookie', 'Connection', 'Keep-Alive', 'te'),
    fc.oneof(fc.stringMatching(/^[ -~]{0,9}$/), fc.nat())
  )
  const response = fc.record({
    status: fc.constantFrom(200, 201, 204, 205, 304, 404, 500, 599),
    fields: fc.array(field, { maxLength: 4 }),
    body: fc.oneof(
      text,
      text.map((one) => Buffer.from(one)),
      fc.constant(null),
      fc.constant({ a: 1 })
    ),
    trailer: fc.boolean(),
    method: fc.constantFrom('GET', 'HEAD', 'POST')
  })
  await fc.assert(
    fc.asyncProperty(response, async ({ status, fields, body, trailer, method }) => {
      const path = `/${count++}`
      answers.set(path.slice(1), (reply) => {
        for (const [name, value] of fields) reply.header(name, value)
        if (trailer) reply.trailer('x-end', async () => 'end')
        reply.code(status).send(body)
      })
      assert.deepEqual(await ask(alone, path, method), await ask(shared, path, method))
    }),
    { numRuns: 150 }
  )
})
