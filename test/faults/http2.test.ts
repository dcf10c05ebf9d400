/** Handlers that fail over HTTP/2: one response or a closed stream, one log line with the cause, and a session that serves the next stream. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { type Anything, createApp, type Line, type Wild, warn } from '../security/wild.ts'
import { catchCrashes } from './crash.ts'
import { values } from './fault.ts'

interface Answer {
  readonly status: number | null
  readonly body: string
  /** Whether the stream was closed before its response was complete. */
  readonly isBroken: boolean
}

/** Sends one request on its own stream and waits until the stream is closed. */
async function ask(client: ClientHttp2Session, path: string): Promise<Answer> {
  const stream = client.request({ ':path': path })
  let status: number | null = null
  let body = ''
  let answers = 0
  stream.setEncoding('utf8').on('error', () => {})
  stream.on('response', (headers) => {
    answers++
    status = headers[':status'] ?? null
  })
  stream.on('data', (text) => {
    body += text
  })
  await new Promise<void>((resolve) => stream.once('close', resolve))
  assert.ok(answers <= 1, `${answers} answers on one stream`)
  return { status, body, isBroken: stream.rstCode !== constants.NGHTTP2_NO_ERROR }
}

async function serve(
  t: TestContext,
  declare: (app: Wild) => void
): Promise<{ client: ClientHttp2Session; lines: Line[] }> {
  const crashes = catchCrashes(t)
  const { app, lines } = createApp({ http2: true, exposeErrors: false })
  app.get('/', () => 'fine')
  declare(app)
  const client = connect(await app.listen({ port: 0, host: '127.0.0.1' })).on('error', () => {})
  t.after(async () => {
    client.destroy()
    await app.close()
    assert.deepEqual(crashes, [])
  })
  return { client, lines }
}

/** A response whose error headers cannot be sent logs a second line, and JSON cannot hold every cause. */
const isCause = ({ err, level }: Line) => level > warn || (err !== undefined && level < warn)

const isFailure = ({ err, level }: Line) => err !== undefined || level >= warn

const handlers: Record<string, (make: () => unknown) => (...args: Anything[]) => unknown> = {
  'a handler that throws': (make) => () => {
    throw make()
  },
  'a handler that rejects': (make) => () => Promise.reject(make())
}

for (const [name, toHandler] of Object.entries(handlers)) {
  test(`${name} with any value gets one error response and one log line`, async (t) => {
    const routes = Object.entries(values)
    const { client, lines } = await serve(t, (app) => {
      for (const [index, [, make]] of routes.entries()) app.get(`/${index}`, toHandler(make))
    })
    for (const [index, [value]] of routes.entries()) {
      lines.length = 0
      const { status, isBroken } = await ask(client, `/${index}`)
      assert.ok(!isBroken && status !== null && status >= 400, `${value}: ${status}`)
      assert.equal(lines.filter(isCause).length, 1, value)
      assert.deepEqual(await ask(client, '/'), { status: 200, body: 'fine', isBroken: false }, value)
    }
  })
}

async function* failing() {
  yield 'part'
  await new Promise(setImmediate)
  throw new Error('the disk is gone')
}

const toWebStream = () => ReadableStream.from(failing())

for (const [name, toBody] of Object.entries({
  'a stream': () => Readable.from(failing()),
  'a web stream': toWebStream,
  'a Response': () => new Response(toWebStream().pipeThrough(new TextEncoderStream()))
})) {
  test(`${name} that fails in the middle resets its stream and logs one line`, async (t) => {
    const { client, lines } = await serve(t, (app) => app.get('/broken', toBody))
    const { body, isBroken } = await ask(client, '/broken')
    assert.ok(isBroken, `a complete answer: ${body}`)
    assert.equal(lines.filter(isFailure).length, 1)
    assert.equal((await ask(client, '/')).body, 'fine')
  })

  test(`${name} whose client resets it is destroyed, and the next request is served`, async (t) => {
    const seen = new EventEmitter()
    const source = async function* () {
      try {
        for (;;) {
          yield 'part'
          await new Promise(setImmediate)
        }
      } finally {
        seen.emit('closed')
      }
    }
    const endless = name === 'a stream' ? () => Readable.from(source()) : () => ReadableStream.from(source())
    const { client } = await serve(t, (app) => app.get('/endless', endless))
    const closed = once(seen, 'closed')
    const stream = client.request({ ':path': '/endless' })
    stream.on('error', () => {}).once('data', () => stream.close(constants.NGHTTP2_CANCEL))
    await closed
    assert.equal((await ask(client, '/')).body, 'fine')
  })
}

test('a stream reset while its handler runs aborts the signal, and the late response is discarded', async (t) => {
  const seen = new EventEmitter()
  const { client, lines } = await serve(t, (app) =>
    app.get('/late', async ({ signal }: Anything, reply: Anything) => {
      const aborted = once(signal, 'abort')
      seen.emit('entered')
      await aborted
      setImmediate(() => seen.emit('answered'))
      return reply.send('late')
    })
  )
  const entered = once(seen, 'entered')
  const stream = client.request({ ':path': '/late' }).on('error', () => {})
  await entered
  const answered = once(seen, 'answered')
  stream.close(constants.NGHTTP2_CANCEL)
  await answered
  assert.equal((await ask(client, '/')).body, 'fine')
  assert.deepEqual(
    lines.filter(({ level }) => level > warn),
    []
  )
})

test('a handler that never settles gets 503, and its name is logged', async (t) => {
  const { client, lines } = await serve(t, (app) =>
    app.get('/endless', { handlerTimeout: 30 }, async function forgetful() {
      await new Promise(() => {})
    })
  )
  assert.equal((await ask(client, '/endless')).status, 503)
  assert.equal(lines.filter(({ msg }) => msg?.includes('forgetful')).length, 1)
  assert.equal((await ask(client, '/')).body, 'fine')
})

test('a handler that fails after its response sends one response and logs one line', async (t) => {
  const { client, lines } = await serve(t, (app) => {
    app.get('/throws', (_request: unknown, reply: Anything) => {
      reply.send('early')
      throw new Error('late')
    })
    app.get('/twice', (_request: unknown, reply: Anything) => {
      reply.send('early')
      reply.send('late')
    })
  })
  for (const path of ['/throws', '/twice']) {
    lines.length = 0
    assert.deepEqual(await ask(client, path), { status: 200, body: 'early', isBroken: false })
    assert.equal(lines.filter(isFailure).length, 1, path)
    assert.equal((await ask(client, '/')).body, 'fine')
  }
})

const connectionFields = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'te',
  'http2-settings',
  'transfer-encoding'
]

// Node itself drops this one, and warns.
const rawFields = connectionFields.filter((field) => field !== 'connection')

for (const [name, make] of Object.entries<() => unknown>({
  'a text': () => 'text',
  'a stream': () => Readable.from(['text'])
})) {
  test(`${name} with HTTP/1 connection fields is sent complete`, async (t) => {
    const { client } = await serve(t, (app) => {
      for (const field of connectionFields)
        app.get(`/${field}`, (_request: Anything, reply: Anything) => reply.header(field, 'x').send(make()))
    })
    for (const field of connectionFields)
      assert.deepEqual(await ask(client, `/${field}`), { status: 200, body: 'text', isBroken: false }, field)
  })

  test(`${name} with HTTP/1 connection fields on reply.raw affects only its stream`, async (t) => {
    const { client } = await serve(t, (app) => {
      for (const field of rawFields)
        app.get(`/${field}`, (_request: Anything, reply: Anything) => {
          reply.raw.setHeader(field, 'x')
          reply.send(make())
        })
    })
    for (const field of rawFields) {
      const { status, isBroken } = await ask(client, `/${field}`)
      assert.ok(isBroken || status !== null, field)
      assert.equal((await ask(client, '/')).body, 'fine', field)
    }
  })
}
