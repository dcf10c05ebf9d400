import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const registered = Symbol.for('registered-plugin')
const named = (name: string, plugin: Anything) => Object.assign(plugin, { [Symbol.for('plugin-meta')]: { name } })

test('the registered-plugin symbol of a context holds a copy of the plugin names there and above', async () => {
  const { app }: { app: Anything } = createApp()
  await app.register(named('above', async () => {}))
  await app.register(async (child: Anything) => {
    await child.register(named('below', async () => {}))
    assert.deepEqual([...child[registered]].sort(), ['above', 'below'])
  })
  assert.deepEqual(app[registered], ['above'])
  app[registered].push('by somebody')
  assert.deepEqual(app[registered], ['above'])
})

test('app.version is a release of Fastify 5, and supportedMethods lists built-in and added methods', () => {
  const { app } = createApp()
  assert.match(app.version, /^5\.\d+\.\d+$/)
  const methods = ['GET', 'HEAD', 'TRACE', 'DELETE', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'QUERY']
  assert.deepEqual(app.supportedMethods, methods)
  app.addHttpMethod('LOCK')
  assert.deepEqual([...app.supportedMethods].sort(), [...methods, 'LOCK'].sort())
})

for (const [what, hook] of [
  ['onReady hooks run in the order of their contexts, before listening', 'onReady'],
  ['onListen hooks run in the order of their contexts, once the app listens', 'onListen']
] as const) {
  test(what, async (t) => {
    const { app } = createApp()
    t.after(() => app.close())
    const seen: string[] = []
    const note = (name: string) => async () => void seen.push(`${name} ${app.server.listening}`)
    app.addHook(hook, note('root'))
    app.register(async (child: Anything) => child.addHook(hook, note('child')))
    app.register(async (child: Anything) =>
      child.addHook(hook, (done: () => void) => {
        seen.push('callback')
        setImmediate(done)
      })
    )
    await app.ready()
    assert.deepEqual(seen, hook === 'onReady' ? ['root false', 'child false', 'callback'] : [])
    await app.listen({ port: 0, host: '127.0.0.1' })
    assert.deepEqual(
      seen,
      hook === 'onReady' ? ['root false', 'child false', 'callback'] : ['root true', 'child true', 'callback']
    )
  })
}

test('a second error handler of a context runs before the first, with a warning', async () => {
  const seen: string[] = []
  const listener = (warning: Error & { code?: string }) => void seen.push(`${warning.code}`)
  process.on('warning', listener)
  const { app } = createApp()
  const calls: string[] = []
  const handler = (name: string) => (error: Error, _request: unknown, reply: Anything) => {
    calls.push(name)
    if (name === 'first') reply.send('handled')
    else throw error
  }
  app.setErrorHandler(handler('first'))
  app.setErrorHandler(handler('second'))
  const marker = once(process, 'warning')
  process.emitWarning('the last one')
  await marker
  process.off('warning', listener)
  assert.deepEqual(
    seen.filter((code) => code !== 'undefined'),
    ['FSTWRN004']
  )
  app.get('/', () => {
    throw new Error('x')
  })
  assert.equal((await app.inject('/')).body, 'handled')
  assert.deepEqual(calls, ['second', 'first'])
})

test('an app parses JSON in UTF-8 and plain text by default', async () => {
  const { app } = createApp()
  app.post('/', async (request: Anything) => ({ body: request.body }))
  const ask = async (type: string, payload: Buffer | string) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': type },
      payload
    })
    return [statusCode, JSON.parse(body).code ?? JSON.parse(body).body]
  }
  const notUtf8 = Buffer.from([0x22, 0xff, 0x22])
  assert.deepEqual(await ask('application/json', '{"a":1}'), [200, { a: 1 }])
  assert.deepEqual(await ask('application/json', notUtf8), [400, 'ESP_ERR_CTP_INVALID_UTF8'])
  assert.deepEqual(await ask('text/plain', 'a'), [200, 'a'])
  assert.equal((await ask('text/plain', notUtf8))[0], 200)
  assert.deepEqual(await ask('text/html', 'a'), [415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE'])
})

test('hasPlugin finds the plugin of a context inside that context only', async () => {
  const { app } = createApp()
  assert.deepEqual([app.hasPlugin('fastify'), app.hasPlugin('shop'), app.hasPlugin('')], [true, false, false])
  await app.register(async function shop(child: Anything) {
    assert.deepEqual([child.hasPlugin('shop'), child.hasPlugin('fastify')], [true, false])
  })
  assert.equal(app.hasPlugin('shop'), false)
})

test('getters of an app can be redefined, and each context has its own prefix and pluginName', async () => {
  const { app } = createApp()
  Object.defineProperty(app, 'version', { get: () => 'mine', configurable: true })
  assert.equal(app.version, 'mine')
  await app.register(
    async function shop(child: Anything) {
      assert.deepEqual([child.prefix, child.pluginName, app.prefix, app.pluginName], ['/p', 'shop', '', 'fastify'])
    },
    { prefix: '/p' }
  )
})
