import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { Agent, get } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import type { Anything, Line } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'

const boom = () => new Error('boom')
const next = () => new Promise(setImmediate)

/** Waits for a condition, and fails after 20 seconds. */
async function until(isThere: () => unknown): Promise<void> {
  const end = Date.now() + 20_000
  while (!isThere()) {
    assert.ok(Date.now() < end, `in vain: ${isThere}`)
    await next()
  }
}

const told = (lines: Line[]) =>
  lines
    .filter(({ msg }) => !/^(incoming request|request completed|Server listening)/.test(String(msg)))
    .map(({ level, msg }) => [level, msg])

/** Sources that give one chunk and then fail on request. */
const sources: Record<string, () => { payload: unknown; fail(error: unknown): void }> = {
  'a stream': () => {
    const payload = new PassThrough()
    payload.write('part')
    return { payload, fail: (error) => void payload.destroy(error as Error) }
  },
  'a stream with a length': () => {
    const payload = new PassThrough()
    payload.write('part')
    return { payload, fail: (error) => void payload.destroy(error as Error) }
  },
  'a web stream': () => {
    let control: Anything
    const payload: Anything = new ReadableStream({
      cancel() {
        payload.destroyed = true
      },
      start(controller) {
        control = controller
        controller.enqueue(new TextEncoder().encode('part'))
      }
    })
    return { payload, fail: (error) => control.error(error) }
  }
}

for (const [what, make] of Object.entries(sources)) {
  const withLength = (reply: Anything) => (what.endsWith('length') ? reply.header('content-length', '9') : reply)

  test(`${what} that fails after its first chunk is logged once, and aborts the response`, async (t) => {
    let source: ReturnType<typeof make> | undefined
    const { port, lines } = await serve(t, {}, (app) =>
      app.get('/', (_request: Anything, reply: Anything) => {
        source = make()
        return withLength(reply).send(source.payload)
      })
    )
    const connection = new Connection(port).send(request('/'))
    await once(connection.socket, 'data')
    source?.fail(boom())
    assert.equal(await connection.read(), null)
    const sentence = 'response terminated with an error with headers already sent'
    await until(() => lines.some(({ msg }) => msg === sentence))
    await next()
    assert.deepEqual(
      told(lines).filter(([, msg]) => msg !== 'request errored'),
      [[40, sentence]]
    )
    assert.equal(lines.find(({ msg }) => msg === sentence)?.err?.message, 'boom')
  })

  test(`${what} whose client disconnects is logged once as closed prematurely`, async (t) => {
    const { port, lines } = await serve(t, {}, (app) =>
      app.get('/', (_request: Anything, reply: Anything) => withLength(reply).send(make().payload))
    )
    const connection = new Connection(port).send(request('/'))
    await once(connection.socket, 'data')
    connection.destroy()
    await until(() => lines.some(({ msg }) => msg === 'stream closed prematurely'))
    await next()
    assert.deepEqual(told(lines), [[30, 'stream closed prematurely']])
  })

  test(`${what} after reply.raw.writeHead is sent, and logs a warning`, async (t) => {
    const { port, lines } = await serve(t, {}, (app) =>
      app.get('/', (_request: Anything, reply: Anything) => {
        reply.raw.writeHead(200, { 'content-length': '4' })
        const { payload } = make()
        if (payload instanceof PassThrough) payload.end()
        return withLength(reply).send(payload)
      })
    )
    const connection = new Connection(port).send(request('/'))
    assert.equal((await connection.read())?.body, 'part')
    connection.destroy()
    assert.deepEqual(told(lines)[0], [40, "response will send, but you shouldn't use res.writeHead in stream mode"])
  })

  test(`${what} that fails before its first chunk gets a 500 with its error`, async (t) => {
    const { send, lines } = await serve(t, {}, (app) =>
      app.get('/', (_request: Anything, reply: Anything) => {
        const payload =
          what === 'a web stream'
            ? new ReadableStream({ start: (control) => control.error(boom()) })
            : new PassThrough()
        if (payload instanceof PassThrough) setImmediate(() => payload.destroy(boom()))
        return withLength(reply).send(payload)
      })
    )
    const answer = await send('/')
    assert.deepEqual([answer?.status, JSON.parse(String(answer?.body)).message], [500, 'boom'])
    assert.deepEqual(told(lines), [[50, 'boom']])
  })

  test(`${what} is destroyed for a HEAD request, and nothing is logged`, async (t) => {
    const held: Anything[] = []
    const { send, lines } = await serve(t, {}, (app) => {
      app.head('/', (_request: Anything, reply: Anything) => {
        const { payload } = make()
        held.push(payload)
        return withLength(reply).send(payload)
      })
    })
    const answer = await send('/', { method: 'HEAD' })
    assert.deepEqual([answer?.status, answer?.body], [200, ''])
    await until(() => held[0].destroyed)
    assert.deepEqual(told(lines), [])
  })

  test(`${what} may have trailers`, async (t) => {
    const { port } = await serve(t, {}, (app) =>
      app.get('/', (_request: Anything, reply: Anything) => {
        const payload = what === 'a web stream' ? new Blob(['part']).stream() : Readable.from(['part'])
        return withLength(reply)
          .trailer('x-sum', async () => 'sum')
          .send(payload)
      })
    )
    const connection = new Connection(port).send(request('/'))
    let text = ''
    connection.socket.on('data', (bytes) => {
      text += bytes
    })
    await until(() => text.endsWith('\r\n\r\n') && text.includes('\r\n0\r\n'))
    connection.destroy()
    assert.match(text, /\r\n4\r\npart\r\n0\r\nx-sum: sum\r\n\r\n$/i)
  })
}

/** Functions that end a stream, each with its own arguments. Old streams have no `destroy`. */
for (const ways of [['destroy'], ['close'], ['abort'], ['destroy', 'close', 'abort'], ['close', 'abort'], []]) {
  test(`a disconnect ends a stream with ${ways.join(', ') || 'no such method'} by the first of destroy, close and abort`, async (t) => {
    const called: unknown[] = []
    const { port, lines } = await serve(t, {}, (app) =>
      app.get('/', (_request: Anything, reply: Anything) => {
        const stream: Anything = new PassThrough()
        stream.write('part')
        for (const name of ['destroy', 'close', 'abort'])
          stream[name] = ways.includes(name) ? (...given: unknown[]) => called.push([name, typeof given[0]]) : undefined
        return reply.send(stream)
      })
    )
    const connection = new Connection(port).send(request('/'))
    await once(connection.socket, 'data')
    connection.destroy()
    await until(() => lines.some(({ msg }) => msg === 'stream closed prematurely'))
    await next()
    const [first] = ways
    const expected = first === undefined ? [] : [[first, first === 'close' ? 'function' : 'undefined']]
    assert.deepEqual(called, expected)
    const warned = told(lines).filter(([level]) => level === 40)
    assert.deepEqual(warned, first === undefined ? [[40, 'stream payload does not end properly']] : [])
  })
}

test('a stream that a 204 response omits is destroyed, whether or not it has data', async (t) => {
  const left: Anything[] = []
  let isCancelled = false
  const { send, lines } = await serve(t, {}, (app) => {
    app.get('/begun', (_request: Anything, reply: Anything) => {
      const stream = new PassThrough()
      stream.write('part')
      left.push(stream)
      reply.code(204).send(stream)
    })
    app.get('/idle', (_request: Anything, reply: Anything) => {
      const stream = new PassThrough()
      left.push(stream)
      setImmediate(() => setImmediate(() => stream.emit('error', boom())))
      reply.code(204).send(stream)
    })
    app.get('/web', (_request: Anything, reply: Anything) => {
      const cancel = () => {
        isCancelled = true
        throw boom()
      }
      reply.code(204).send(new ReadableStream({ cancel }))
    })
    app.get('/odd', (_request: Anything, reply: Anything) =>
      reply.code(204).send({
        pipe() {},
        on() {
          throw boom()
        }
      })
    )
  })
  for (const target of ['/begun', '/idle', '/web', '/odd']) assert.equal((await send(target))?.status, 204, target)
  await until(() => left.every(({ destroyed }) => destroyed) && isCancelled)
  assert.deepEqual(told(lines), [])
})

test('a long stream reaches a slow client complete, with or without Content-Length, from Node.js or the web', async (t) => {
  const part = Buffer.alloc(50_000, 'x')
  const parts = () => Array.from({ length: 40 }, () => part)
  const { port } = await serve(t, {}, (app) => {
    app.get('/node', () => Readable.from(parts(), { objectMode: false }))
    app.get('/length', (_request: Anything, reply: Anything) =>
      reply.header('content-length', String(40 * part.length)).send(Readable.from(parts(), { objectMode: false }))
    )
    app.get('/objects', () => Readable.from(parts()))
    app.get('/web', () => Readable.toWeb(Readable.from(parts())))
  })
  for (const target of ['/node', '/length', '/objects', '/web']) {
    const connection = new Connection(port)
    connection.socket.pause()
    connection.send(request(target))
    await next()
    connection.socket.resume()
    assert.equal((await connection.read())?.body.length, 40 * part.length, target)
    connection.destroy()
  }
})

test('a chunk that is neither text nor bytes gets a 500 that names its type', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    for (const [index, chunk] of [7, true, { a: 1 }, Symbol('s')].entries()) {
      app.get(`/${index}`, () => Readable.from([chunk]))
      app.get(`/length/${index}`, (_request: Anything, reply: Anything) =>
        reply.header('content-length', '1').send(Readable.from([chunk]))
      )
    }
  })
  for (const [index, type] of ['number', 'boolean', 'object', 'symbol'].entries()) {
    for (const target of [`/${index}`, `/length/${index}`]) {
      const answer = await send(target)
      const { code, message } = JSON.parse(String(answer?.body))
      assert.deepEqual([answer?.status, code], [500, 'FST_ERR_REP_INVALID_PAYLOAD_TYPE'], target)
      assert.ok(message.includes(`'${type}'`), message)
    }
  }
})

test('a stream that continues after an invalid chunk gets one response', async (t) => {
  const failures: unknown[] = []
  const { port, lines } = await serve(t, {}, (app) => {
    app.setErrorHandler((error: Anything, _request: Anything, reply: Anything) => {
      failures.push(error.code)
      reply.code(500).send('refused')
    })
    // This stream writes at once to its destination and ignores backpressure.
    const pipe = (sink: Anything) => [{ odd: 1 }, 2, 'text', null].map((chunk) => sink.write(chunk))
    app.get('/', () => Object.assign(new EventEmitter(), { pipe, removeAllListeners: undefined }))
  })
  // An aborted connection could not be reused for the second request.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  for (const isReused of [false, true]) {
    const asked = get({ port, host: '127.0.0.1', agent })
    const [response] = await once(asked, 'response')
    assert.deepEqual([response.statusCode, await text(response), asked.reusedSocket], [500, 'refused', isReused])
    await next()
  }
  assert.deepEqual(failures, Array(2).fill('FST_ERR_REP_INVALID_PAYLOAD_TYPE'))
  assert.deepEqual(told(lines), Array(2).fill([40, 'stream payload does not end properly']))
})

test('a web stream shorter than its Content-Length aborts the response, and an error is logged', async (t) => {
  const { port, lines } = await serve(t, {}, (app) =>
    app.get('/', (_request: Anything, reply: Anything) => {
      const short = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('part'))
          controller.close()
        }
      })
      return reply.header('content-length', '9').send(short)
    })
  )
  assert.equal(await new Connection(port).send(request('/')).read(), null)
  await until(() => lines.some(({ level, err }) => Number(level) >= 40 && err !== undefined))
})
