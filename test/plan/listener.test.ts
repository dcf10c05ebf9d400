import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdClock } from '../held-clock.ts'
import { type Anything, createApp } from '../security/wild.ts'

test('rewriteUrl decides the route, and originalUrl keeps the sent target', async () => {
  const { app } = createApp({
    rewriteUrl(this: Anything, raw: Anything) {
      return raw.url === '/old' ? `/new?by=${this === app}` : raw.url
    }
  })
  app.get('/new', ({ url, originalUrl, query }: Anything) => ({ url, originalUrl, by: query.by }))
  assert.deepEqual((await app.inject('/old')).json(), { url: '/new?by=true', originalUrl: '/old', by: 'true' })
})

for (const target of [undefined, null, 1, {}, Symbol('x')]) {
  test(`a rewriteUrl that returns ${String(target)} is a 500, and the log names the type`, async () => {
    const { app, lines } = createApp({ rewriteUrl: ({ url }: Anything) => (url === '/bad' ? target : url) })
    app.get('/', () => 'fine')
    assert.equal((await app.inject('/bad')).statusCode, 500)
    const told = lines.map(({ err }) => err).filter((err) => err !== undefined)
    assert.equal(told.length, 1)
    assert.equal(told[0]?.code, 'FST_ERR_ROUTE_REWRITE_NOT_STR')
    assert.match(told[0]?.message ?? '', new RegExp(`\\/bad.*${typeof target}`))
    assert.equal((await app.inject('/')).body, 'fine')
  })
}

test('a failing asynchronous constraint reaches frameworkErrors with its cause', async () => {
  let seen: Anything
  const { app } = createApp({
    frameworkErrors: (error: Anything, _request: Anything, reply: Anything) => {
      seen = error
      reply.code(418).send('told')
    },
    routerOptions: {
      constraints: {
        later: {
          name: 'later',
          storage: () => ({ get: () => null, set() {} }),
          deriveConstraint: (_raw: unknown, _context: unknown, done: Anything) => done(new Error('no'))
        }
      }
    }
  })
  app.get('/', { constraints: { later: 'x' } }, () => '')
  assert.equal((await app.inject('/')).statusCode, 418)
  assert.deepEqual([seen.code, seen.cause?.message], ['FST_ERR_ASYNC_CONSTRAINT', 'no'])
})

test('an async rewriteUrl is a 500, and the log names it', async () => {
  const { app, lines } = createApp({ rewriteUrl: async () => '/' })
  app.get('/', () => 'fine')
  assert.equal((await app.inject('/')).statusCode, 500)
  const told = lines.map(({ level, msg, err }) => [level, msg, err?.code, err?.message?.startsWith('rewriteUrl ')])
  assert.deepEqual(told, [[50, 'a request could not be accepted', 'ESP_ERR_PROMISE_RETURNED', true]])
})

const later = (derive: (done: Anything) => unknown) => ({
  name: 'later',
  storage: () => ({ get: () => null, set() {} }),
  deriveConstraint: (_raw: unknown, _context: unknown, done: unknown) => derive(done)
})

test('a rejecting defaultRoute is a 500 without its message, which is logged', async () => {
  for (const constraints of [undefined, { later: later((done) => done(null, 'x')) }]) {
    const { app, lines } = createApp({
      routerOptions: {
        ...(constraints && { constraints }),
        defaultRoute: async () => Promise.reject(new Error('of the default route'))
      }
    })
    app.get('/', { constraints: constraints ? { later: 'y' } : {} }, () => 'fine')
    const { statusCode, body } = await app.inject('/nothing')
    const expected = '{"statusCode":500,"error":"Internal Server Error","message":"Internal Server Error"}'
    assert.deepEqual([statusCode, body], [500, expected])
    assert.deepEqual(
      lines.map(({ msg, err }) => [msg, err?.message]),
      [['a request could not be accepted', 'of the default route']]
    )
  }
})

test('a constraint that exceeds handlerTimeout has an error code of its own', async (t) => {
  const wind = holdClock(t, 'setTimeout')
  for (const [derive, code, cause] of [
    [() => {}, 'ESP_ERR_CONSTRAINT_TIMEOUT', undefined],
    [(done: Anything) => done(new Error('no')), 'FST_ERR_ASYNC_CONSTRAINT', 'no'],
    [(done: Anything) => done(0), 'FST_ERR_ASYNC_CONSTRAINT', 'Undefined error has occurred']
  ] as const) {
    let seen: Anything
    const { app } = createApp({
      handlerTimeout: 100,
      frameworkErrors: (error: Anything, _request: unknown, reply: Anything) => {
        seen = error
        reply.code(418).send('told')
      },
      routerOptions: { constraints: { later: later(derive) } }
    })
    app.get('/', { constraints: { later: 'x' } }, () => '')
    const answer = app.inject('/')
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    wind(100)
    assert.equal((await answer).statusCode, 418)
    assert.deepEqual([seen.code, seen.cause?.message], [code, cause])
  }
})

test('a request with an invalid Host does not reach a catch-all route', async () => {
  const { app } = createApp()
  app.all('*', () => 'found')
  assert.equal((await app.inject('/x')).body, 'found')
  const { statusCode, body } = await app.inject({ url: '/', headers: { host: 'a b' } })
  assert.equal(statusCode, 400)
  assert.match(body, /ESP_ERR_INVALID_HOST/)
})
