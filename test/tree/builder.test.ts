import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const registered = Symbol.for('registered-plugin')
const named = (name: string, plugin: Anything) => Object.assign(plugin, { [Symbol.for('plugin-meta')]: { name } })

test('a context shows the plugins that it and those above have registered, in a list of its own', async () => {
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

test('an app names the release of Fastify whose plugins it runs, and the methods that it serves', () => {
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
