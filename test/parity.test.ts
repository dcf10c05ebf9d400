/** Usage of Fastify that applications bring along and that the public test suite of Fastify does not cover. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { espalier } from 'espalier'

test('close waits for async preClose and onClose hooks that take done', async () => {
  const app = espalier()
  const trace: string[] = []
  app.addHook('preClose', (async (done: () => void) => {
    await null
    trace.push('preClose')
    done()
  }) as never)
  app.addHook('onClose', (async (_instance: unknown, done: () => void) => {
    await null
    trace.push('onClose')
    done()
  }) as never)
  await app.ready()
  await app.close()
  assert.deepEqual(trace, ['preClose', 'onClose'])
})

test('close rejects with the error of an async onClose hook that takes done', async () => {
  const app = espalier()
  app.addHook('onClose', (async (_instance: unknown, _done: () => void) => {
    throw new Error('the pool is stuck')
  }) as never)
  await app.ready()
  await assert.rejects(() => app.close(), /the pool is stuck/)
})

test('a HEAD route sends the status and headers of a web Response', async () => {
  const app = espalier()
  app.get('/made', async () => new Response('hi', { status: 201, headers: { 'x-a': '1' } }))
  const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: '/made' })
  assert.deepEqual([statusCode, headers['x-a'], body], [201, '1', ''])
})

test('HEAD gets a 500 like GET for a payload that cannot be sent', async () => {
  const app = espalier()
  app.get('/wrong', (_request, reply) => reply.type('text/plain').send({ a: 1 } as never))
  for (const method of ['GET', 'HEAD'] as const)
    assert.equal((await app.inject({ method, url: '/wrong' })).statusCode, 500)
})

test('the not-found handler reads the limits of the app from request.routeOptions', async () => {
  const app = espalier({ bodyLimit: 1234, handlerTimeout: 4321 })
  app.setNotFoundHandler(async ({ routeOptions }, reply) => {
    const { url, bodyLimit, handlerTimeout, logLevel, handler } = routeOptions
    return reply.code(404).send([url === undefined, bodyLimit, handlerTimeout, logLevel, typeof handler] as never)
  })
  assert.deepEqual((await app.inject('/none')).json(), [true, 1234, 4321, '', 'function'])
})

test('a handler that is not a function throws when its route is declared', () => {
  const app = espalier()
  for (const handler of [5, 'x', {}]) {
    assert.throws(() => app.get('/a', {}, handler as never), { code: 'FST_ERR_ROUTE_MISSING_HANDLER' })
  }
})

test('removing an unknown content type parser keeps the parser of application/json', () => {
  const app = espalier()
  app.removeContentTypeParser('nonsense')
  app.removeContentTypeParser(['', 'other nonsense'])
  assert.equal(app.hasContentTypeParser('application/json'), true)
})

test('an incomplete constraint strategy is refused with the name of the missing function', () => {
  const app = espalier()
  assert.throws(() => app.addConstraintStrategy({ name: 'secret', storage: () => ({}) } as never), /deriveConstraint/)
})

test('a preParsing hook that passes null to done leaves the body unchanged', async () => {
  const app = espalier()
  app.addHook('preParsing', (_request, _reply, _payload, done) => done(null, null as never))
  app.post('/a', async ({ body }) => body as never)
  assert.deepEqual((await app.inject({ method: 'POST', url: '/a', payload: { b: 1 } })).json(), { b: 1 })
})

test('callNotFound bypasses the reply serializer and the onSend hooks of the context of the route', async () => {
  const app = espalier()
  app.register(async (child) => {
    child.setReplySerializer((payload) => JSON.stringify({ wrapped: payload }))
    child.addHook('onSend', async (_request, reply, payload) => {
      reply.header('x-child', '1')
      return payload
    })
    child.get('/a', (_request, reply) => reply.callNotFound())
  })
  const { headers, body } = await app.inject('/a')
  assert.equal(headers['x-child'], undefined)
  assert.equal(body, '{"message":"Route GET:/a not found","error":"Not Found","statusCode":404}')
})

test('a context may have a catch-all parser of its own', async () => {
  const app = espalier()
  app.addContentTypeParser('*', { parseAs: 'string' }, async () => 'above')
  app.register(async (child) => {
    child.addContentTypeParser('*', { parseAs: 'string' }, async () => 'below')
    child.post('/below', ({ body }) => String(body))
  })
  app.post('/above', ({ body }) => String(body))
  const ask = async (url: string) =>
    (await app.inject({ method: 'POST', url, headers: { 'content-type': 'text/x' }, payload: 'x' })).body
  assert.deepEqual([await ask('/above'), await ask('/below')], ['above', 'below'])
})
