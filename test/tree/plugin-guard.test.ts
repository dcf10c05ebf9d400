import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp, warn } from '../security/wild.ts'

for (const [what, given, shown] of [
  ['null', null, 'null'],
  ['undefined', undefined, 'undefined. Its module has no export of that name, or files import each other in a circle'],
  ['a number', 1, '1'],
  ['a string', 'plugin', "'plugin'"],
  ['an object', {}, '{}'],
  ['a module that exports null', { default: null }, '{ default: null }'],
  ['a promise of undefined', Promise.resolve(), 'undefined. Its module has no'],
  ['a promise of a module without a default', Promise.resolve({ books: 1 }), '{ books: 1 }']
] as [string, unknown, string][]) {
  test(`register rejects for ${what}, and the message shows the value`, async () => {
    const { app } = createApp()
    const register = async () => await app.register(given)
    await assert.rejects(register, (error: Anything) => {
      assert.equal(error.code, 'FST_ERR_PLUGIN_NOT_VALID')
      const told = `register() takes a plugin: a function, or a promise of one, not ${shown}`
      assert.ok(error.message.startsWith(told), error.message)
      return true
    })
  })
}

test('register takes a module with a default export, and a promise of one', async () => {
  const { app } = createApp()
  const declare = (name: string) => {
    const run = async (child: Anything) => void child.decorate(name, 1)
    return Object.assign(run, { [Symbol.for('skip-override')]: true })
  }
  await app.register({ default: declare('exported') })
  await app.register(Promise.resolve({ default: declare('imported') }))
  await app.register(Promise.resolve(declare('promised')))
  const itself = declare('itself') as Anything
  itself.default = itself
  await app.register(itself)
  for (const name of ['exported', 'imported', 'promised', 'itself']) assert.ok(app.hasDecorator(name), name)
})

for (const [what, fails] of [
  ['throws', () => assert.fail('broken')],
  ['rejects', async () => assert.fail('broken')],
  [
    'calls done with an error',
    (_app: unknown, _options: unknown, done: (error: Error) => void) => done(new Error('broken'))
  ]
] as [string, (...args: Anything[]) => unknown][]) {
  test(`the error of a plugin that ${what} has the plugin's name`, async () => {
    const { app } = createApp()
    Object.defineProperty(fails, 'name', { value: 'clumsy' })
    await assert.rejects(
      async () => await app.register(fails),
      (error: Anything) => {
        assert.match(error.message, /broken/)
        assert.equal(error.plugin, 'clumsy')
        return true
      }
    )
  })
}

for (const [what, reason] of [
  ['undefined', undefined],
  ['null', null],
  ['false', false]
] as [string, unknown][]) {
  test(`register rejects for a plugin that rejects with ${what}`, async () => {
    const { app } = createApp()
    await assert.rejects(async () => await app.register(async () => Promise.reject(reason)))
  })
}

test('a second call of done is logged with the name of the plugin', async () => {
  const { app, lines } = createApp()
  app.register(function hasty(_app: unknown, _options: unknown, done: () => void) {
    done()
    done()
  })
  await app.ready()
  const told = lines.filter(({ level }) => level === warn).map(({ msg }) => msg)
  assert.deepEqual(told, ["plugin 'hasty' called done twice"])
})

test("the error of a promised plugin or of a module has the plugin's name", async () => {
  async function clumsy() {
    throw new Error('broken')
  }
  for (const given of [Promise.resolve(clumsy), Promise.resolve({ default: clumsy }), { default: clumsy }]) {
    const { app } = createApp()
    await assert.rejects(
      async () => await app.register(given),
      (error: Anything) => {
        assert.equal(error.plugin, 'clumsy')
        return true
      }
    )
  }
})

test("the error of a plugin that is its own default export has the plugin's name", async () => {
  const { app } = createApp()
  const clumsy = () => assert.fail('broken')
  clumsy.default = clumsy
  await assert.rejects(
    async () => await app.register(clumsy),
    ({ message, plugin }: Anything) => message.includes('broken') && plugin === 'clumsy'
  )
})

test('the timeout of an unnamed plugin shows its source text', async () => {
  const { app } = createApp({ pluginTimeout: 30 })
  await assert.rejects(
    async () => await app.register((() => (_app: unknown, _options: unknown, _forgotten: unknown) => {})()),
    { message: /'\(_app, _options, _forgotten\) => *\{ *\}'/ }
  )
})
