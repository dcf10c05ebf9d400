/** A request over a limit must get the status of its explanation, and a request at the limit must not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExplainedLimit, Explanation } from '../../types/explain.ts'
import { Conversation } from '../http-semantics/raw.ts'
import { createApp, type Options, type Wild } from '../security/wild.ts'
import { connectTo } from '../shared-key.ts'

const timeout = 60_000

function createBounded(options: Options): Wild {
  const { app } = createApp(
    {
      ...{ bodyLimit: 300, handlerTimeout: 1500, requestTimeout: 900, routerOptions: { maxParamLength: 9 } },
      http: { maxHeaderSize: 2000, headersTimeout: 500, connectionsCheckingInterval: 50 },
      ...options
    },
    'silent'
  )
  const parse = async (_request: unknown, body: string) => body
  app.addContentTypeParser('text/bounded', { parseAs: 'string', bodyLimit: 200 }, parse)
  app.addContentTypeParser(/^text\/by-/, { parseAs: 'buffer', bodyLimit: 250 }, parse)
  app.addContentTypeParser('text/unread', (_request: Wild, body: Wild, done: (error: null) => void) => {
    body.resume().on('end', () => done(null))
  })
  const answer = async ({ url }: Wild) => (url.endsWith('slow') ? new Promise(() => {}) : 'ok')
  app.post('/plain', answer)
  app.post('/own/:id', { bodyLimit: 100, handlerTimeout: 1200 }, answer)
  app.get('/::colon', answer)
  return app
}

type Raw = (path: string, limit: ExplainedLimit & { readonly value: number }) => string

const head = (path: string, fields: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: a.test', ...fields, '', ''].join('\r\n')

const typeOf = (when: string | null) => {
  if (when === 'a body of text/bounded') return 'text/bounded'
  return when === 'a body of /^text\\/by-/' ? 'text/by-pattern' : 'text/plain'
}

const withBody = (path: string, size: number, type: string) =>
  head(path, [`Content-Type: ${type}`, `Content-Length: ${size}`]) + 'a'.repeat(size)

const requests: Readonly<Record<string, { readonly over: Raw; readonly at?: Raw }>> = {
  maxHeaderSize: { over: (path, { value }) => head(path, [`x: ${'a'.repeat(value)}`, 'Content-Length: 0']) },
  headersTimeout: { over: (path) => `POST ${path} HTTP/1.1\r\nHost: a.test\r\n` },
  requestTimeout: { over: (path) => `${head(path, ['Content-Type: text/plain', 'Content-Length: 9'])}begins` },
  maxParamLength: {
    over: (_path, { value }) => head(`/own/${'a'.repeat(value + 1)}`, ['Content-Length: 0']),
    at: (_path, { value }) => head(`/own/${'a'.repeat(value)}`, ['Content-Length: 0'])
  },
  bodyLimit: {
    over: (path, { value, when }) => withBody(path, value + 1, typeOf(when)),
    at: (path, { value, when }) => withBody(path, value, typeOf(when))
  },
  handlerTimeout: { over: (path) => head(`${path}?slow`, ['Content-Length: 0']) }
}

async function statusOf(app: Wild, bytes: string): Promise<number> {
  const conversation = new Conversation(await connectTo({}, app.server.address()))
  try {
    const text = await conversation.send(bytes).until(/^HTTP\/1\.1 \d+ [^\r]*\r\n/)
    return Number(text.slice(9, 12))
  } finally {
    conversation.socket.destroy()
  }
}

async function holds(app: Wild, path: string, limit: ExplainedLimit): Promise<string> {
  const { name, value } = limit
  const made = requests[name]
  if (made === undefined || value === null) return `${name} is not tried`
  const bounded = { ...limit, value }
  const isSlowable = name !== 'handlerTimeout' || path !== '/nowhere'
  if (isSlowable) assert.equal(await statusOf(app, made.over(path, bounded)), limit.status, `over ${name} at ${path}`)
  if (made.at) assert.notEqual(await statusOf(app, made.at(path, bounded)), limit.status, `at ${name} at ${path}`)
  return name
}

const expected: Readonly<Record<string, readonly string[]>> = {
  '/plain': ['bodyLimit parser 200', 'bodyLimit parser 250', 'bodyLimit app 300', 'handlerTimeout app 1500'],
  '/own/1': ['maxParamLength app 9', 'bodyLimit route 100', 'handlerTimeout route 1200'],
  '/nowhere': ['handlerTimeout app 1500']
}

for (const options of [{ exchange: 'auto' }, { exchange: 'stock' }, { compat: 'fastify' }]) {
  test(`a request over a limit gets the status of its explanation with ${JSON.stringify(options)}`, {
    timeout
  }, async (t) => {
    const app = createBounded(options)
    await app.listen({ port: 0, host: '127.0.0.1' })
    t.after(() => app.close())
    for (const [path, own] of Object.entries(expected)) {
      const { limits }: Explanation = await app.explain({ method: 'POST', path })
      const ofApp = limits.filter(({ from }) => from !== 'server')
      const ofUnknown = 'compat' in options && path === '/nowhere' ? (expected['/plain'] ?? []) : own
      assert.deepEqual(
        ofApp.map(({ name, from, value }) => `${name} ${from} ${value}`),
        ofUnknown
      )
      const tried = await Promise.all(limits.map((limit) => holds(app, path, limit)))
      assert.deepEqual(tried.slice(0, 4), [
        'connectionTimeout is not tried',
        ...['maxHeaderSize', 'headersTimeout', 'requestTimeout']
      ])
    }
  })
}

test('a large body to an unknown path is a 404', {
  timeout
}, async (t) => {
  const app = createBounded({})
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  assert.equal(await statusOf(app, withBody('/nowhere', 400, 'text/plain')), 404)
})

test('a connection that is idle for longer than connectionTimeout closes without a response', {
  timeout
}, async (t) => {
  const app = createBounded({ connectionTimeout: 200 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const { limits }: Explanation = await app.explain({ path: '/plain' })
  assert.deepEqual([limits[0]?.name, limits[0]?.value, limits[0]?.status], ['connectionTimeout', 200, null])
  const conversation = new Conversation(await connectTo({}, app.server.address()))
  assert.equal(await conversation.closed(), '')
})

test('an explanation lists only the limits that apply to its method and path', async () => {
  const { app } = createApp({ routerOptions: { onMaxParamLength: () => {} } }, 'silent')
  app.get('/::colon', async () => 'ok')
  app.get('/books/:id', async () => 'ok')
  const shown = async (path: string) => {
    const { limits }: Explanation = await app.explain({ path })
    return limits.flatMap(({ name, value, when, status, from }) =>
      from === 'server' ? [] : [[name, value, when, status]]
    )
  }
  const coarse = ['handlerTimeout', 120_000, 'until the answer begins', 503]
  assert.deepEqual(await shown('/:colon'), [coarse])
  assert.deepEqual(await shown('/books/1'), [['maxParamLength', 100, null, null], coarse])
  assert.deepEqual(await shown(`/books/${'a'.repeat(101)}`), [['maxParamLength', 100, null, null]])
  assert.deepEqual(await shown('/%zz'), [])
  const { routes } = await app.explain()
  assert.deepEqual(
    routes[1].limits.map(({ name }: ExplainedLimit) => name),
    [
      ...['connectionTimeout', 'maxHeaderSize', 'headersTimeout', 'requestTimeout'],
      ...['maxParamLength', 'handlerTimeout']
    ]
  )
  await app.close()
})
