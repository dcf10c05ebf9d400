import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

test('requests are routed by the target that rewriteUrl makes, and keep the one that they were sent', async () => {
  const { app } = createApp({
    rewriteUrl(this: Anything, raw: Anything) {
      return raw.url === '/old' ? `/new?by=${this === app}` : raw.url
    }
  })
  app.get('/new', ({ url, originalUrl, query }: Anything) => ({ url, originalUrl, by: query.by }))
  assert.deepEqual((await app.inject('/old')).json(), { url: '/new?by=true', originalUrl: '/old', by: 'true' })
})

for (const target of [undefined, null, 1, {}, Symbol('x')]) {
  test(`a rewriteUrl that returns ${String(target)} costs one request, and the log says what it was`, async () => {
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

test('a constraint that fails later is an error of the framework, with its cause', async () => {
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

test('a rewriteUrl that is async costs one request, and the log names it', async () => {
  const { app, lines } = createApp({ rewriteUrl: async () => '/' })
  app.get('/', () => 'fine')
  assert.equal((await app.inject('/')).statusCode, 500)
  assert.ok(lines.some(({ err }) => err?.message?.includes('rewriteUrl')))
})
