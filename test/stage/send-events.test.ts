// Event streams over the network: failures, clients that do not read or disconnect, the end of the app, and the bytes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import { events } from '../../src/contract/events.ts'
import { type Anything, createApp, type Line, type Options, warn } from '../security/wild.ts'
import { closeOf, until } from '../until.ts'

const Tick = { type: 'object', required: ['n'], properties: { n: { type: 'integer' }, text: { type: 'string' } } }
const schema = (options = {}) => ({ response: { 200: events({ tick: Tick, done: { type: 'null' } }, options) } })
const tick = (n: unknown, more: object = {}) => ({ event: 'tick', data: { n }, ...more })

const large = (n: number, size: number) => ({ event: 'tick', data: { n, text: 'x'.repeat(size) } })

interface Inside {
  /** The number of events that were requested from the generator. */
  asked: number
  ended: boolean
  signal?: AbortSignal
}

type Generate = (request: Anything, inside: Inside) => AsyncGenerator<unknown>

async function serve(
  t: TestContext,
  generate: Generate,
  given: Options & { declare?: (app: Anything) => unknown; events?: object } = {}
) {
  const { declare, events: eventOptions, ...options } = given
  const { app, lines } = createApp(options)
  const inside: Inside = { asked: 0, ended: false }
  await declare?.(app)
  app.get('/', { schema: schema(eventOptions) }, async function* (request: Anything) {
    inside.signal = request.signal
    try {
      for await (const one of generate(request, inside)) {
        inside.asked++
        yield one
      }
    } finally {
      inside.ended = true
    }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.server.closeAllConnections?.() ?? app.server.close())
  t.after(() => app.close())
  const { port } = app.server.address() as { port: number }
  return { app, lines, port, inside }
}

function ask(port: number, head = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n') {
  const socket: Socket = connect(port, '127.0.0.1').on('error', () => {})
  const seen = { text: '' }
  socket.setEncoding('utf8').on('data', (chunk) => {
    seen.text += chunk
  })
  socket.write(head)
  const closed = closeOf(socket).then(() => seen.text)
  return { socket, seen, closed }
}

/** The content of a chunked response. */
const contentOf = (answer: string) =>
  answer
    .slice(answer.indexOf('\r\n\r\n') + 4)
    .replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, '')
    .replace(/\r\n$/, '')

const isWhole = (answer: string) => answer.endsWith('\r\n0\r\n\r\n')

/** Yields no event before its client disconnects. */
async function* silent({ signal }: Anything) {
  await once(signal, 'abort')
  yield tick(0)
}

async function* broken(items: readonly unknown[]) {
  for (const one of items) {
    if (one instanceof Error) throw one
    if (one === 'turn') await new Promise((resolve) => setTimeout(resolve, 5))
    else yield one
  }
}

describe('an event that cannot be sent', () => {
  const faults: Record<string, [unknown, RegExp]> = {
    'is not declared': [
      { event: 'tock', data: {} },
      /cannot send the event 'tock': its response declares 'tick', 'done'$/
    ],
    'has data that its schema refuses': [tick(undefined), /cannot send the event 'tick': "n" is required!/],
    'has no data': [{ event: 'tick' }, /cannot send the event 'tick': it has no data$/],
    'has no name': [{ data: {} }, /cannot send the event without a name/],
    'is a string': ['tick', /what is yielded is string, not \{ event, data \}/],
    'has an id of two lines': [tick(1, { id: 'a\nid: b' }), /its id must be a number or one line/],
    'has a fractional retry': [tick(1, { retry: 1.5 }), /its retry must be a whole number of milliseconds/]
  }
  for (const [fault, [event, message]] of Object.entries(faults)) {
    test(`because it ${fault} gets a 500 when it is the first event`, async (t) => {
      const { app, inside } = await serve(t, () => broken([event]))
      const answer = await app.inject('/')
      assert.equal(answer.statusCode, 500)
      assert.equal(answer.json().code, 'ESP_ERR_EVENT_INVALID')
      assert.match(answer.json().message, message)
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
      await until(() => inside.ended, 'the generator to end')
    })

    test(`because it ${fault} aborts the stream after the head, and is logged`, async (t) => {
      const { port, lines, inside } = await serve(t, () => broken([tick(1), 'turn', event, tick(2)]))
      const answer = await ask(port).closed
      assert.ok(!isWhole(answer))
      assert.equal(contentOf(answer), 'event: tick\ndata: {"n":1}\n\n')
      const line = lines.find(({ level }) => level === 50) as Line
      assert.match(line.err?.message ?? '', message)
      assert.match(line.err?.message ?? '', /^Route '\/' \(GET\)/)
      assert.equal(line.msg, 'an event stream was cut off')
      assert.ok(inside.ended)
    })
  }

  test('a generator that fails at once gets the status of its error, and one that fails later aborts the stream', async (t) => {
    const { app } = createApp()
    app.get('/', { schema: schema() }, () => broken([Object.assign(new Error('not for you'), { statusCode: 403 })]))
    const refused = await app.inject('/')
    assert.deepEqual([refused.statusCode, refused.json().message], [403, 'not for you'])
    const { port, lines } = await serve(t, () => broken(['turn', 'turn', new Error('no more ticks')]))
    const answer = await ask(port).closed
    assert.match(answer, /^HTTP\/1\.1 200 OK/)
    assert.ok(!isWhole(answer))
    assert.equal(lines.find(({ level }) => level === 50)?.err?.message, 'no more ticks')
  })

  test('an object on an event stream route is refused as an undeclared content type', async () => {
    const { app } = createApp()
    app.get('/', { schema: schema() }, () => ({ n: 1 }))
    assert.equal((await app.inject('/')).json().code, 'ESP_ERR_RESPONSE_TYPE_UNDECLARED')
  })

  test('an event stream with an invalid header field gets a 500 before the head', async () => {
    const { app } = createApp()
    app.get('/', { schema: schema() }, (_request: Anything, reply: Anything) => {
      reply.header('x-odd', 'a\nb')
      return broken(['turn'])
    })
    assert.equal((await app.inject('/')).statusCode, 500)
  })

  test('a generator that fails after its client has disconnected is logged', async (t) => {
    const { port, lines } = await serve(t, async function* () {
      try {
        for (;;) {
          yield tick(1)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: what is tested
        throw new Error('cannot let go')
      }
    })
    const { socket, seen } = ask(port)
    await until(() => seen.text.includes('tick'), 'an event')
    socket.destroy()
    await until(() => lines.some(({ err }) => err?.message === 'cannot let go'), 'the line')
    const line = lines.find(({ err }) => err?.message === 'cannot let go')
    assert.equal(line?.msg, 'the generator of an event stream failed when it was ended')
  })
})

for (const exchange of ['auto', 'stock'] as const) {
  const over = { exchange }
  describe(`a client (${exchange})`, () => {
    test('that does not read is dropped after two heartbeats, with a bounded number of buffered bytes', async (t) => {
      const heartbeat = 400
      const { port, lines, inside } = await serve(
        t,
        async function* () {
          for (;;) yield large(1, 10_000)
        },
        { ...over, events: { heartbeat, maxBuffered: 20_000 } }
      )
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.pause()
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await until(() => lines.some(({ level }) => level === warn), 'the line', { every: 20 })
      await until(() => inside.ended && inside.signal?.aborted === true, 'the end')
      const line = lines.find(({ level }) => level === warn) as Line
      assert.equal(line.msg, 'a reader of an event stream took nothing and was dropped')
      assert.deepEqual([line.route, line.ms], ['GET /', 2 * heartbeat])
      assert.ok(Number(line.bytes) >= 1 && Number(line.bytes) < 40_000, `${line.bytes} bytes wait`)
      socket.resume()
      await closeOf(socket)
    })

    test('that reads slowly makes the generator wait, and is not dropped', async (t) => {
      const { port, lines, inside } = await serve(
        t,
        async function* () {
          for (let n = 0; n < 400; n++) yield large(n, 50_000)
        },
        { ...over, events: { heartbeat: 2000 } }
      )
      const { socket, seen, closed } = ask(port)
      socket.on('data', () => {
        socket.pause()
        setTimeout(() => socket.resume(), 1)
      })
      await until(() => seen.text.length > 100_000, 'some events')
      assert.ok(inside.asked < 400)
      const end = until(() => isWhole(seen.text), 'the end', { every: 20 })
      await end
      socket.destroy()
      assert.match(await closed, /"n":399/)
      assert.deepEqual(
        lines.filter(({ level }) => level >= warn),
        []
      )
    })

    test('that disconnects ends the generator and aborts request.signal', async (t) => {
      const { port, inside, lines } = await serve(
        t,
        async function* ({ signal }) {
          yield tick(1)
          await once(signal, 'abort')
        },
        over
      )
      const { socket, seen } = ask(port)
      await until(() => seen.text.includes('tick'), 'an event')
      socket.destroy()
      await until(() => inside.ended, 'the end of the generator')
      assert.ok(inside.signal?.aborted)
      assert.deepEqual(
        lines.filter(({ level }) => level >= warn),
        []
      )
    })

    test('gets the head before the first event, and comments while no event is sent', async (t) => {
      const { port } = await serve(t, silent, { ...over, events: { heartbeat: 40 } })
      const { socket, seen } = ask(port)
      await until(() => (seen.text.match(/:\n\n/g) ?? []).length >= 3, 'comments')
      const [head = ''] = seen.text.toLowerCase().split('\r\n\r\n')
      assert.match(head, /^http\/1\.1 200 ok/)
      for (const field of [
        'content-type: text/event-stream; charset=utf-8',
        'cache-control: no-cache',
        'x-accel-buffering: no'
      ])
        assert.ok(head.includes(field), field)
      socket.destroy()
    })

    test('gets an incomplete response when the app closes, and the generator ends', async (t) => {
      const { app, port, inside } = await serve(
        t,
        async function* ({ signal }) {
          yield tick(1, { id: 1 })
          await once(signal, 'abort')
        },
        over
      )
      const { seen, closed } = ask(port)
      await until(() => seen.text.includes('tick'), 'an event')
      const begun = performance.now()
      await app.close()
      assert.ok(performance.now() - begun < 5000, 'closing waits for no event stream')
      const answer = await closed
      assert.ok(!isWhole(answer))
      await until(() => inside.ended, 'the end of the generator')
      assert.equal((inside.signal?.reason as { code?: string } | undefined)?.code, 'ESP_ERR_APP_CLOSING')
    })

    test('gets each event as its schema declares it, and a complete response', async (t) => {
      const { port } = await serve(
        t,
        () =>
          broken([
            tick(1, { id: 'ä', retry: 10, more: 1 }),
            'turn',
            { event: 'tick', data: { n: 2, secret: 1 }, id: 7 },
            { event: 'done', data: null }
          ]),
        over
      )
      const { socket, seen } = ask(port)
      await until(() => isWhole(seen.text), 'the end')
      assert.equal(
        contentOf(seen.text.slice(0, -5)),
        'event: tick\nid: ä\nretry: 10\ndata: {"n":1}\n\nevent: tick\nid: 7\ndata: {"n":2}\n\nevent: done\ndata: null\n\n'
      )
      socket.destroy()
    })

    test('of HTTP/1.0 gets events without chunked coding', async (t) => {
      const { port } = await serve(t, () => broken([tick(1), { event: 'done', data: null }]), over)
      const answer = await ask(port, 'GET / HTTP/1.0\r\n\r\n').closed
      assert.match(answer, /\r\n\r\nevent: tick\ndata: \{"n":1\}\n\nevent: done\ndata: null\n\n$/)
    })

    test('that sends HEAD gets the head, and no generator runs', async (t) => {
      const { port, inside } = await serve(t, () => broken([tick(1)]), over)
      const answer = await ask(port, 'HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').closed
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
      assert.match(answer, /content-type: text\/event-stream; charset=utf-8/i)
      assert.ok(answer.endsWith('\r\n\r\n'))
      assert.doesNotMatch(answer, /content-length/i)
      assert.deepEqual([inside.asked, inside.signal], [0, undefined])
    })
  })
}

describe('a client (HTTP/2)', () => {
  async function read(t: TestContext, generate: Generate, eventOptions = {}) {
    const served = await serve(t, generate, { http2: true, events: eventOptions })
    const session = connectHttp2(`http://127.0.0.1:${served.port}`).on('error', () => {})
    t.after(() => session.destroy())
    const stream = session.request({ ':path': '/' }).on('error', () => {})
    const head = once(stream, 'response').then(([fields]) => fields as Anything)
    return { ...served, session, stream, head }
  }

  test('that does not read is dropped, and other streams of its session continue', async (t) => {
    const { lines, inside, stream, session } = await read(
      t,
      async function* (request) {
        for (;;) {
          yield large(1, request.headers.still ? 1 : 30_000)
          if (request.headers.still) await new Promise((resolve) => setTimeout(resolve, 20))
        }
      },
      { heartbeat: 400 }
    )
    stream.pause()
    const other = session.request({ ':path': '/', still: '1' }).resume()
    let received = 0
    other.on('data', () => received++)
    await until(() => lines.some(({ level }) => level === warn), 'the line', { every: 20 })
    await until(() => inside.ended, 'the end')
    const before = received
    await until(() => received > before + 2, 'more of the other')
    other.close()
  })

  test('gets the head, the events and a complete response', async (t) => {
    const { head, stream } = await read(t, () => broken(['turn', tick(1), { event: 'done', data: null }]))
    assert.equal((await head)['content-type'], 'text/event-stream; charset=utf-8')
    let text = ''
    for await (const chunk of stream) text += chunk
    assert.equal(text.replaceAll(':\n\n', ''), 'event: tick\ndata: {"n":1}\n\nevent: done\ndata: null\n\n')
    assert.equal(stream.rstCode, 0)
  })

  test('gets its stream reset when the app closes', async (t) => {
    const { app, head, stream, inside } = await read(t, silent)
    await head
    const closed = closeOf(stream.resume())
    await app.close()
    await closed
    assert.notEqual(stream.rstCode, 0)
    await until(() => inside.ended, 'the end of the generator')
  })

  test('that cancels its stream ends the generator', async (t) => {
    const { head, stream, inside } = await read(t, silent)
    await head
    stream.close(8)
    await until(() => inside.ended, 'the end of the generator')
  })
})

describe('hooks', () => {
  test('of onSend receive the events as a stream and may replace it', async (t) => {
    const { Transform } = await import('node:stream')
    const upper = new Transform({
      transform(chunk, _encoding, done) {
        done(null, String(chunk).toUpperCase())
      }
    })
    const { port } = await serve(t, () => broken([tick(1), 'turn', tick(2)]), {
      declare: (app) =>
        app.addHook('onSend', async (_request: Anything, _reply: Anything, payload: Anything) => payload.pipe(upper))
    })
    const { seen, socket } = ask(port)
    await until(() => isWhole(seen.text), 'the end')
    assert.match(seen.text, /EVENT: TICK\nDATA: \{"N":1\}/)
    socket.destroy()
  })

  test('of onSend that return the stream unchanged do not prevent dropping a client that does not read', async (t) => {
    const { port, lines, inside } = await serve(
      t,
      async function* () {
        for (;;) yield large(1, 10_000)
      },
      {
        events: { heartbeat: 300 },
        declare: (app) =>
          app.addHook('onSend', async (_request: Anything, _reply: Anything, payload: Anything) => payload)
      }
    )
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => lines.some(({ level }) => level === warn), 'the line', { every: 20 })
    await until(() => inside.ended, 'the end')
    socket.destroy()
  })

  test('of onSend may replace the event stream by a text', async (t) => {
    const { app } = await serve(t, () => broken([tick(1)]), {
      declare: (app) => app.addHook('onSend', async () => 'something else')
    })
    const answer = await app.inject('/')
    assert.equal(answer.body, 'something else')
  })

  test('of the compress plugin leave events uncompressed', async (t) => {
    const { port } = await serve(t, silent, { declare: (app) => app.register(compress, { threshold: 0 }) })
    const { seen, socket } = ask(port, 'GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, br\r\n\r\n')
    await until(() => seen.text.includes(':\n\n'), 'the comment')
    assert.doesNotMatch(seen.text, /content-encoding/i)
    socket.destroy()
  })

  test('of a HEAD route do not start the generator', async (t) => {
    const { app, inside } = await serve(t, () => broken([tick(1)]))
    const answer = await app.inject({ method: 'HEAD', url: '/' })
    assert.equal(answer.headers['content-type'], 'text/event-stream; charset=utf-8')
    assert.equal(inside.signal, undefined)
  })
})

test('a process with an open event stream exits on SIGTERM while a generator waits for a promise that never settles', async () => {
  const program = `
    import { events } from '../../src/contract/events.js'
    import { espalier } from '../../src/index.js'
    const app = espalier()
    app.get('/', { schema: { response: { 200: events({ tick: { type: 'null' } }) } } }, async function* () {
      yield { event: 'tick', data: null }
      await new Promise(() => {})
    })
    await app.listen({ port: 0, host: '127.0.0.1', closeOn: ['SIGTERM'] })
    process.send(app.server.address().port)
    process.channel.unref()
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    cwd: fileURLToPath(new URL('.', import.meta.url))
  })
  const [port] = (await once(child, 'message')) as [number]
  const { seen, closed } = ask(port)
  await until(() => seen.text.includes('tick'), 'an event')
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  assert.ok(!isWhole(await closed))
  assert.deepEqual(await exit, [0, null])
})

test('request.lastEventId is the Last-Event-ID header as UTF-8, and undefined when the header is empty or absent', async (t) => {
  const { app } = await serve(t, ({ lastEventId }) =>
    broken([tick(1, { id: lastEventId === undefined ? 'none' : lastEventId })])
  )
  const idOf = async (headers: object) => /id: (.*)/.exec((await app.inject({ url: '/', headers })).body)?.[1]
  assert.equal(await idOf({}), 'none')
  assert.equal(await idOf({ 'last-event-id': '' }), 'none')
  assert.equal(await idOf({ 'last-event-id': '7' }), '7')
  assert.equal(await idOf({ 'last-event-id': Buffer.from('ä').toString('latin1') }), 'ä')
})

test('a readable stream, a web stream and a generator passed to reply.send are sent as event streams', async () => {
  const { app } = createApp()
  const items = () => [tick(1), { event: 'done', data: null }]
  app.get('/stream', { schema: schema() }, () => Readable.from(items()))
  app.get('/web', { schema: schema() }, async () => ReadableStream.from(items() as never) as never)
  app.get('/sent', { schema: schema() }, (_request: Anything, reply: Anything) =>
    reply.type('text/event-stream').send(broken(items()))
  )
  for (const url of ['/stream', '/web', '/sent']) {
    const { headers, body } = await app.inject(url)
    assert.equal(body, 'event: tick\ndata: {"n":1}\n\nevent: done\ndata: null\n\n', url)
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8')
  }
})

test('when JSON and events are declared, the chosen content type decides', async () => {
  const { app } = createApp()
  const content = { 'application/json': { schema: Tick }, ...events({ tick: Tick }).content }
  app.get('/', { schema: { response: { 200: { content } } } }, (request: Anything, reply: Anything) =>
    request.headers.accept === 'application/json' ? reply.type('application/json').send({ n: 7 }) : broken([tick(1)])
  )
  assert.equal((await app.inject({ url: '/', headers: { accept: 'application/json' } })).body, '{"n":7}')
  assert.equal((await app.inject('/')).body, 'event: tick\ndata: {"n":1}\n\n')
})

test('Cache-Control and X-Accel-Buffering set by a handler are kept', async () => {
  const { app } = createApp()
  app.get('/', { schema: schema() }, (_request: Anything, reply: Anything) => {
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'yes')
    return broken([])
  })
  const { headers } = await app.inject('/')
  assert.deepEqual([headers['cache-control'], headers['x-accel-buffering']], ['no-store', 'yes'])
})

describe('a generator that fails before its first event', () => {
  const answerOf = async (declare: (app: Anything) => unknown, prepare = (_reply: Anything) => {}) => {
    const { app } = createApp()
    declare(app)
    app.get('/', { schema: schema() }, (_request: Anything, reply: Anything) => {
      prepare(reply)
      return broken([Object.assign(new Error('none'), { statusCode: 404 })])
    })
    const { headers, statusCode } = await app.inject('/')
    return [statusCode, headers['cache-control'], headers['x-accel-buffering']]
  }

  test('gets an error response without the headers of the stream', async () => {
    assert.deepEqual(await answerOf(() => {}), [404, undefined, undefined])
  })

  test('gets an error response without these headers when an onSend hook returns the stream', async () => {
    const hook = async (_request: unknown, _reply: unknown, payload: unknown) => payload
    assert.deepEqual(await answerOf((app) => app.addHook('onSend', hook)), [404, undefined, undefined])
  })

  test('gets an error response without these headers when an onSend hook reads the stream', async () => {
    const hook = async (_request: unknown, _reply: unknown, payload: unknown) =>
      payload instanceof Readable ? pipeline(payload, new PassThrough(), () => {}) : payload
    assert.deepEqual(await answerOf((app) => app.addHook('onSend', hook)), [404, undefined, undefined])
  })

  test('keeps the Cache-Control that its handler has set', async () => {
    const prepare = (reply: Anything) => reply.header('cache-control', 'no-cache')
    assert.deepEqual(await answerOf(() => {}, prepare), [404, 'no-cache', undefined])
  })

  test('keeps the Cache-Control that an onSend hook or an error handler has set', async () => {
    const hook = async (_request: unknown, reply: Anything, payload: unknown) => {
      if (reply.statusCode === 200) reply.header('cache-control', 'no-store')
      return payload
    }
    assert.deepEqual(await answerOf((app) => app.addHook('onSend', hook)), [404, 'no-store', undefined])
    const handler = (error: unknown, _request: unknown, reply: Anything) =>
      reply.header('cache-control', 'no-cache').send(error)
    assert.deepEqual(await answerOf((app) => app.setErrorHandler(handler)), [404, 'no-cache', undefined])
  })
})

test('TCP keep-alive probes of a silent client start before the next heartbeat', async (t) => {
  const asked: unknown[] = []
  const { app, port } = await serve(t, silent, { events: { heartbeat: 15_000 } })
  app.server.on('connection', (socket: Socket) => {
    const { setKeepAlive } = socket
    socket.setKeepAlive = (...args) => {
      asked.push(args)
      return setKeepAlive.apply(socket, args)
    }
  })
  const { socket, seen } = ask(port)
  await until(() => seen.text.includes('event-stream'), 'the head has come')
  assert.deepEqual(asked, [[true, 4000]])
  socket.destroy()
})
