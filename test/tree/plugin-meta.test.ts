import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const metaKey = Symbol.for('plugin-meta')
const withMeta = (meta: object, plugin: Anything = async () => {}) => Object.assign(plugin, { [metaKey]: meta })
const admit = async (meta: object, options: Record<string, unknown> = {}, plugin?: Anything) => {
  const { app } = createApp(options)
  await app.register(withMeta(meta, plugin))
  return app
}

for (const [what, meta, says] of [
  ['invalid dependencies', { name: 'a', dependencies: 'b' }, /'dependencies'.*'a'|dependencies.*a/],
  ['invalid decorators of the app', { name: 'a', decorators: { fastify: 'x' } }, /decorators\.fastify/],
  ['invalid decorators of requests', { name: 'a', decorators: { request: {} } }, /decorators\.request/],
  ['invalid decorators of replies', { decorators: { reply: 1 } }, /decorators\.reply.*anonymous/],
  ['invalid dependencies and no name', { dependencies: 1 }, /dependencies.*anonymous/]
] as [string, object, RegExp][]) {
  test(`register rejects for a plugin with ${what}`, async () => {
    await assert.rejects(admit(meta), { code: 'ESP_ERR_PLUGIN_META_INVALID', message: says })
  })
}

test('register rejects for a plugin whose range excludes Fastify 5', async () => {
  for (const range of ['5.x', '>=4', '^5.0.0', '', undefined]) await admit({ name: 'a', fastify: range })
  for (const range of ['4.x', '>=6', '3'])
    await assert.rejects(admit({ name: 'a', fastify: range }), {
      code: 'FST_ERR_PLUGIN_VERSION_MISMATCH',
      message: new RegExp(`a.*${range.replace('.', '\\.')}`)
    })
})

test('a prerelease accepts the range of earlier releases, and not of later ones', async () => {
  const admitOn = async (version: string, fastify: string) => {
    const { app } = createApp()
    Object.defineProperty(app, 'version', { value: version })
    await app.register(withMeta({ name: 'a', fastify }))
  }
  await admitOn('6.0.0-rc.1', '5.x')
  await admitOn('6.0.0-rc.1', '>=6.0.0-rc.0')
  await assert.rejects(admitOn('6.0.0-rc.1', '7.x'), { code: 'FST_ERR_PLUGIN_VERSION_MISMATCH' })
  await assert.rejects(admitOn('6.0.0', '5.x'), { code: 'FST_ERR_PLUGIN_VERSION_MISMATCH' })
})

test('the error of an async plugin with done names its metadata, or its function', async () => {
  const impatient = async function own(_app: unknown, _options: unknown, _done: unknown) {}
  const { app } = createApp()
  await assert.rejects(async () => await app.register(impatient), {
    code: 'FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER',
    message: /own/
  })
  const named = async (_app: unknown, _options: unknown, _done: unknown) => {}
  await assert.rejects(admit({ name: 'given' }, {}, named), {
    code: 'FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER',
    message: /given/
  })
})

test('pluginName is the display name, the function name, or the first lines', async () => {
  const names: string[] = []
  const note = async (child: Anything) => void names.push(child.pluginName)
  const { app } = createApp()
  app.register(Object.assign(async (child: Anything) => note(child), { [Symbol.for('fastify.display-name')]: 'shown' }))
  app.register(async function byFunction(child: Anything) {
    await note(child)
  })
  app.register(
    (() => async (child: Anything) => {
      await note(child)
    })()
  )
  await app.ready()
  assert.deepEqual(names.slice(0, 2), ['shown', 'byFunction'])
  assert.match(names[2] ?? '', /^async \(child\) => \{ -- await note\(child\)/)
})

test('a dependency is found in the context and those above, and not in siblings', async () => {
  const { app } = createApp()
  app.register(withMeta({ name: 'above' }))
  app.register(async (child: Anything) => {
    child.register(withMeta({ name: 'below', dependencies: ['above'] }))
  })
  await app.ready()
  const { app: other } = createApp()
  other.register(async (child: Anything) => void child.register(withMeta({ name: 'inside' })))
  other.register(withMeta({ name: 'outside', dependencies: ['inside'] }))
  await assert.rejects(async () => await other.ready(), {
    code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED',
    message: /'inside'.*'outside'/
  })
})

test('the error of a missing decorator has no plugin name for an unnamed plugin', async () => {
  for (const [kind, where] of [
    ['fastify', 'Fastify'],
    ['reply', 'Reply'],
    ['request', 'Request']
  ] as const) {
    const isRight = ({ code, message }: Anything) =>
      code === 'FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE' && message === `The decorator 'db' is not present in ${where}`
    await assert.rejects(admit({ decorators: { [kind]: ['db'] } }), isRight)
  }
})
