import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { contextOf, toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import { type Anything, createApp } from '../../security/wild.ts'

const address = 'https://shop.test'

const serve = (declare: (app: Anything) => void, options: object = {}) => {
  const { app } = createApp({ exposeErrors: false, ...options })
  declare(app)
  return { app, handle: toFetchHandler(app as Anything) }
}

const ask = (path: string, init?: object) => new Request(address + path, init)

/** A body that counts the chunks that were read from it. */
function counted(chunks: number, size: number) {
  const state = { taken: 0, isCancelled: false }
  const body = new ReadableStream(
    {
      pull(controller) {
        if (state.taken === chunks) return controller.close()
        state.taken++
        controller.enqueue(new Uint8Array(size).fill(97))
      },
      cancel() {
        state.isCancelled = true
      }
    },
    { highWaterMark: 0 }
  )
  return { body, state }
}

test('the first request boots the app', async () => {
  const { app, handle } = serve((app) => app.register(async (inner: Anything) => inner.get('/', () => 'late')))
  assert.equal(await (await handle(ask('/'))).text(), 'late')
  assert.throws(() => app.get('/more', () => 1), { code: 'FST_ERR_INSTANCE_ALREADY_LISTENING' })
})

test('a failed boot rejects every request with its error', async () => {
  const { handle } = serve((app) =>
    app.register(async () => {
      throw new Error('no database')
    })
  )
  for (const _ of [1, 2]) await assert.rejects(handle(ask('/')), { message: 'no database' })
})

test('toFetchHandler throws for an argument that is not a root app', async () => {
  for (const given of [undefined, null, 1, {}, () => {}])
    assert.throws(() => toFetchHandler(given as never), { code: 'ESP_ERR_ARGUMENT_INVALID' })
})

test('target, host and protocol come from the URL', async () => {
  const { handle } = serve((app) =>
    app.get('/a/:name', ({ params, query, host, protocol, url }: Anything) => ({ params, query, host, protocol, url }))
  )
  assert.deepEqual(await (await handle(ask('/a/%C3%A9?q=1#part'))).json(), {
    params: { name: 'é' },
    query: { q: '1' },
    host: 'shop.test',
    protocol: 'https',
    url: '/a/%C3%A9?q=1'
  })
  const bare = await handle(new Request('https://shop.test?q=2'))
  assert.equal(bare.status, 404)
})

test('a text without a content type is sent without one', async () => {
  const { handle } = serve((app) =>
    app.get(
      '/',
      { onSend: async (_request: Anything, reply: Anything) => void reply.removeHeader('content-type') },
      () => 'é'
    )
  )
  const response = await handle(ask('/'))
  assert.equal(response.headers.get('content-type'), null)
  assert.equal(response.headers.get('content-length'), '2')
  assert.equal(await response.text(), 'é')
})

test('each cookie has its own Set-Cookie field', async () => {
  const { handle } = serve((app) =>
    app.get('/', (_request: Anything, reply: Anything) => reply.header('set-cookie', ['a=1', 'b=2']).send())
  )
  assert.deepEqual((await handle(ask('/'))).headers.getSetCookie(), ['a=1', 'b=2'])
})

for (const isDeclared of [true, false])
  test(`a body over bodyLimit with${isDeclared ? '' : 'out'} Content-Length gets 413 and is not read further`, async () => {
    const { handle } = serve((app) => app.post('/', ({ body }: Anything) => body), { bodyLimit: 10 })
    const { body, state } = counted(1000, 4)
    const headers = { 'content-type': 'text/plain', ...(isDeclared && { 'content-length': '4000' }) }
    const response = await handle(ask('/', { method: 'POST', body, headers, duplex: 'half' }))
    assert.equal(response.status, 413)
    assert.ok(state.taken <= 4, String(state.taken))
  })

test('a body that errors gets 400, and the handler is not called', async () => {
  let calls = 0
  const { handle } = serve((app) => app.post('/', () => ++calls))
  const body = Readable.toWeb(
    Readable.from(
      (async function* () {
        yield Buffer.from('{"a"')
        throw new Error('gone')
      })()
    )
  )
  const headers = { 'content-type': 'application/json' }
  const response = await handle(ask('/', { method: 'POST', body, headers, duplex: 'half' }))
  assert.equal(response.status, 400)
  assert.equal(calls, 0)
})

test('a body that errors while unread does not affect the response', async () => {
  const { handle } = serve((app) =>
    app.post(
      '/',
      { preParsing: (...[, , , done]: Anything[]) => done(null, Readable.from(['"put in its place"'])) },
      ({ body }: Anything) => body
    )
  )
  let fail: (error: Error) => void = () => {}
  const body = new ReadableStream({
    start(controller) {
      fail = (error) => controller.error(error)
    }
  })
  const headers = { 'content-type': 'application/json' }
  const response = await handle(ask('/', { method: 'POST', body, headers, duplex: 'half' }))
  assert.equal(await response.text(), 'put in its place')
  fail(new Error('gone'))
  // An unhandled rejection is reported on a later turn, and fails the run.
  for (let count = 0; count < 5; count++) await turn()
})

test('a body is streamed in and out at the pace of the response reader', async () => {
  const { handle } = serve((app) => {
    app.addContentTypeParser('application/x-bytes', (_request: Anything, payload: Anything, done: Anything) =>
      done(null, payload)
    )
    app.post('/', ({ body }: Anything) => body)
  })
  const { body, state } = counted(200, 64 * 1024)
  const headers = { 'content-type': 'application/x-bytes' }
  const response = await handle(ask('/', { method: 'POST', body, headers, duplex: 'half' }))
  const reader = (response.body as Anything).getReader()
  const first = await reader.read()
  for (let count = 0; count < 50; count++) await turn()
  assert.ok(state.taken < 20, `${state.taken} chunks were taken for one that was read`)
  let length = first.value.length
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
  }
  assert.equal(length, 200 * 64 * 1024)
})

test('cancelling a response cancels its source', async () => {
  const { body, state } = counted(1000, 10)
  const { handle } = serve((app) => app.get('/', () => body))
  const response = await handle(ask('/'))
  const reader = (response.body as Anything).getReader()
  await reader.read()
  await reader.cancel()
  for (let count = 0; count < 100 && !state.isCancelled; count++) await turn()
  assert.ok(state.isCancelled)
})

test('a response stream that errors rejects its reader', async () => {
  const source = async function* () {
    yield 'a'
    throw new Error('secret')
  }
  const { handle } = serve((app) => app.get('/', () => Readable.from(source())))
  const response = await handle(ask('/'))
  assert.equal(response.status, 200)
  await assert.rejects(response.text())
})

test('a client disconnect aborts request.signal and runs onRequestAbort once', async () => {
  const seen: string[] = []
  let arrive: () => void = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { handle } = serve((app) => {
    app.addHook('onRequestAbort', async (_request: Anything) => void seen.push('hook'))
    app.get('/', ({ signal }: Anything) => {
      signal.addEventListener('abort', () => seen.push('signal'))
      arrive()
      return new Promise(() => {})
    })
  })
  const client = new AbortController()
  void handle(ask('/', { signal: client.signal }))
  await arrived
  client.abort()
  client.abort()
  for (let count = 0; count < 100 && seen.length < 2; count++) await turn()
  await turn()
  assert.deepEqual(seen.sort(), ['hook', 'signal'])
})

test('a signal aborted after the response does not run onRequestAbort', async () => {
  let aborted = 0
  const { handle } = serve((app) => {
    app.addHook('onRequestAbort', async (_request: Anything) => void aborted++)
    app.get('/', () => 'whole')
  })
  const client = new AbortController()
  assert.equal(await (await handle(ask('/', { signal: client.signal }))).text(), 'whole')
  client.abort()
  await turn()
  assert.equal(aborted, 0)
})

test('request.ip comes from the platform or from options.ip', async () => {
  const { app, handle } = serve((app) =>
    app.get('/', (request: Anything) => ({ ip: request.ip, context: contextOf(request)?.length }))
  )
  const read = async (response: Promise<Response>) => (await response).json()
  assert.deepEqual(await read(handle(ask('/'))), { context: 0 })
  const bun = { requestIP: () => ({ address: '192.0.2.1' }) }
  assert.deepEqual(await read(handle(ask('/'), bun)), { ip: '192.0.2.1', context: 1 })
  const deno = { remoteAddr: { hostname: '192.0.2.2' } }
  assert.deepEqual(await read(handle(ask('/'), deno)), { ip: '192.0.2.2', context: 1 })
  const own = toFetchHandler<[string]>(app as Anything, { ip: (_request, [given]) => given })
  assert.deepEqual(await read(own(ask('/'), '192.0.2.3')), { ip: '192.0.2.3', context: 1 })
  assert.equal(contextOf({}), undefined)
})

test('contextOf is undefined for an injected request', async () => {
  const { app } = serve((app) => app.get('/', (request: Anything) => String(contextOf(request))))
  assert.equal((await app.inject('/')).body, 'undefined')
})

test('a request while the app closes gets 503', async () => {
  const { app, handle } = serve((app) => {
    app.addHook('preClose', async () => {
      assert.equal((await handle(ask('/'))).status, 503)
    })
    app.get('/', () => 'x')
  })
  await app.ready()
  await app.close()
})
