/** `reply.callNotFound()`: which handler it calls, and when it comes too late. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { type Anything, createApp, warn } from '../../security/wild.ts'
import { until } from '../../until.ts'

test('callNotFound in a not-found handler sends a plain 404 and logs a warning', async () => {
  const { app, lines } = createApp()
  app.setNotFoundHandler((_request: unknown, reply: Anything) => {
    reply.code(410).callNotFound()
  })
  const { statusCode, body } = await app.inject('/')
  assert.deepEqual([statusCode, body], [404, '404 Not Found'])
  assert.deepEqual(
    lines.filter(({ level }) => level === warn).map(({ msg }) => msg),
    ['Trying to send a NotFound error inside a 404 handler. Sending basic 404 response.']
  )
})

test('callNotFound in an onError hook throws', async () => {
  const { app, lines } = createApp()
  let thrown: Anything
  app.addHook('onError', async (_request: unknown, reply: Anything) => {
    try {
      reply.callNotFound()
    } catch (error) {
      thrown = error
    }
  })
  app.get('/', () => {
    throw new Error('of the handler')
  })
  assert.equal((await app.inject('/')).json().message, 'of the handler')
  assert.equal(thrown.code, 'FST_ERR_SEND_INSIDE_ONERR')
  assert.deepEqual(
    lines.filter(({ level }) => level === warn),
    []
  )
})

test('callNotFound after a sent or begun response has no effect and logs a warning', async () => {
  for (const answer of [
    (reply: Anything) => void reply.send('x'),
    (reply: Anything) => {
      reply.hijack()
      reply.raw.end('x')
    },
    async (reply: Anything) => {
      const body = new PassThrough()
      reply.send(body)
      body.write('x')
      await until(() => reply.raw.headersSent, 'the head')
      assert.ok(!reply.sent)
      setImmediate(() => body.end())
    }
  ]) {
    const { app, lines } = createApp()
    app.get('/', async (_request: unknown, reply: Anything) => {
      await answer(reply)
      reply.callNotFound()
      return reply
    })
    const { statusCode, body } = await app.inject('/')
    assert.deepEqual([statusCode, body], [200, 'x'])
    const told = lines.filter(({ level }) => level === warn).map(({ err }) => err?.code)
    assert.deepEqual(told, ['FST_ERR_REP_ALREADY_SENT'])
  }
})

test('callNotFound in an onSend hook replaces the payload that was sent', async () => {
  const { app } = createApp()
  app.get('/sent', (_request: unknown, reply: Anything) => {
    reply.send('x')
    return reply
  })
  app.addHook('onSend', async (request: Anything, reply: Anything, payload: unknown) => {
    if (request.url === '/sent' && payload === 'x') reply.callNotFound()
    return payload
  })
  const { statusCode, body } = await app.inject('/sent')
  assert.equal(statusCode, 404)
  assert.match(body, /Route GET:\/sent not found/)
})

test('an error of the not-found handler reaches the error handler that called callNotFound', async () => {
  const { app } = createApp()
  const seen: string[] = []
  app.setErrorHandler((error: Error, _request: unknown, reply: Anything) => {
    seen.push(`root ${error.message}`)
    if (error.message === 'nothing') return reply.send('handled')
    return reply.callNotFound()
  })
  app.setNotFoundHandler(() => {
    throw new Error('nothing')
  })
  app.get('/', () => {
    throw new Error('first')
  })
  assert.equal((await app.inject('/')).body, 'handled')
  assert.deepEqual(seen, ['root first', 'root nothing'])
})

test('callNotFound calls the not-found handler of the context of the route', async () => {
  const { app } = createApp()
  app.setNotFoundHandler(() => 'root')
  const callNotFound = (_request: unknown, reply: Anything) => void reply.callNotFound()
  app.get('/', callNotFound)
  app.register(
    async (child: Anything) => {
      child.setNotFoundHandler(() => 'child')
      child.get('/', callNotFound)
      child.register(async (inner: Anything) => void inner.get('/inner', callNotFound))
    },
    { prefix: '/child' }
  )
  const bodies = await Promise.all(['/', '/child', '/child/inner'].map(async (url) => (await app.inject(url)).body))
  assert.deepEqual(bodies, ['root', 'child', 'child'])
})
