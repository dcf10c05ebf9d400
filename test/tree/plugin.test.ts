import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plugin, requires, shared } from '../../src/tree/plugin.ts'
import { type Anything, createApp } from '../security/wild.ts'

const define = plugin as (definition: unknown) => Anything
const setup = () => {}

for (const [what, definition, says] of [
  ['without a name', { setup }, /'name' of a plugin must be a string, not undefined/],
  ['with an empty name', { name: '', setup }, /'name' of a plugin must be a string, not ''/],
  ['whose name is a number', { name: 1, setup }, /'name' of a plugin must be a string, not 1/],
  ['without a setup', { name: 'a' }, /'setup' of plugin 'a' must be a function, not undefined/],
  ['whose setup is not a function', { name: 'a', setup: {} }, /'setup' of plugin 'a' must be a function, not {}/],
  [
    'whose needs are null',
    { name: 'a', needs: null, setup },
    /'needs' of plugin 'a' must be a list of plugins, or what requires\(\) answers, not null/
  ],
  [
    'whose needs are a string',
    { name: 'a', needs: 'b', setup },
    /'needs' of plugin 'a' must be a list of plugins, or what requires\(\) answers, not 'b'/
  ],
  [
    'whose needs are a plain object',
    { name: 'a', needs: {}, setup },
    /'needs' of plugin 'a' must be a list of plugins, or what requires\(\) answers, not {}/
  ],
  [
    'whose name is a nested object',
    { name: { a: { b: 1 } }, setup },
    /'name' of a plugin must be a string, not \{ a: \[Object\] \}/
  ],
  [
    'that needs undefined',
    { name: 'a', needs: [setup, undefined], setup },
    /'needs\[1\]' of plugin 'a' must be a plugin, not undefined\. Its module has no export of that name, or files/
  ]
] as [string, object, RegExp][]) {
  test(`plugin() throws for a definition ${what}`, () => {
    assert.throws(() => define(definition), { code: 'ESP_ERR_ARGUMENT_INVALID', message: says })
  })
}

test('register rejects for a plugin whose need is not registered', async () => {
  const first = define({ name: 'first', setup })
  const second = define({ name: 'second', needs: [first], setup })
  const { app } = createApp()
  await assert.rejects(async () => await app.register(second), { code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED' })
  const { app: other } = createApp()
  await other.register(first)
  await other.register(second)
})

test('needs of Fastify plugins become their display name or function name', async () => {
  const named = Object.assign(() => {}, { [Symbol.for('fastify.display-name')]: 'shown' })
  function byFunction() {}
  const second = define({ name: 'second', needs: [named, byFunction], setup })
  assert.deepEqual(second[Symbol.for('plugin-meta')].dependencies, ['shown', 'byFunction'])
})

for (const [missing, has] of [
  ['app', []],
  ['request', ['decorate', 'decorateReply']],
  ['reply', ['decorate', 'decorateRequest']]
] as const) {
  test(`register rejects for a plugin when the ${missing} lacks a required decorator`, async () => {
    const needs = requires({ app: ['known'], request: ['known'], reply: ['known'] })
    const { app } = createApp()
    for (const declare of has) app[declare]('known', 1)
    const target = `the ${missing}`
    const lacks = async () => await app.register(define({ name: 'needy', needs, setup }))
    await assert.rejects(lacks, (error: Anything) => {
      assert.equal(error.code, 'FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE')
      assert.match(error.message, /'known' required by 'needy'/)
      assert.match(error.message, new RegExp(`in ${target}$`))
      return true
    })
  })
}

test('the error of an unregistered need names both plugins and says how to fix it', async () => {
  const { app } = createApp()
  const needed = (shared as typeof define)({ name: 'database', setup })
  const register = async () => await app.register(define({ name: 'books', needs: [needed], setup }))
  await assert.rejects(register, {
    code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED',
    message:
      "The dependency 'database' of plugin 'books' is not registered. Register it first, in the same context or above."
  })
})

test('requires() without names accepts any app', async () => {
  const { app } = createApp()
  await app.register(define({ name: 'modest', needs: requires(), setup }))
  await app.register(define({ name: 'modest too', needs: requires({}), setup }))
})

test('setup gets its context and options, and register waits for it', async () => {
  const seen: unknown[] = []
  const { app } = createApp()
  const slow = define({
    name: 'slow',
    async setup(this: Anything, child: Anything, options: Anything) {
      await new Promise(setImmediate)
      seen.push(this === child, options.size, child.prefix)
      return 'nothing that anybody reads'
    }
  })
  await app.register(slow, { size: 3, prefix: '/p' })
  assert.deepEqual(seen, [true, 3, '/p'])
})

test('register waits for a thenable that setup returns, and not for the returned context', async () => {
  const { app } = createApp({ pluginTimeout: 2000 })
  const seen: string[] = []
  await app.register(define({ name: 'itself', setup: (child: Anything) => child }))
  const waited = () => void seen.push('waited')
  // biome-ignore lint/suspicious/noThenProperty: a thenable need not be a promise of Node
  const thenable = { then: (resolve: (result: unknown) => void) => void setImmediate(() => resolve(waited())) }
  await app.register(define({ name: 'thenable', setup: () => thenable }))
  assert.deepEqual(seen, ['waited'])
  await app.register(define({ name: 'null', setup: () => null }))
})

test('decorators of a plugin stay in its context, and those of a shared plugin do not', async () => {
  const declare = (name: string) => (app: Anything) => void app.decorate(name, 1)
  const { app } = createApp()
  await app.register(define({ name: 'own', setup: declare('own') }))
  await app.register((shared as typeof define)({ name: 'shared', setup: declare('handedOn') }))
  assert.deepEqual([app.hasDecorator('own'), app.hasDecorator('handedOn')], [false, true])
})

test('plugin() and shared() throw for an unknown member of a definition', () => {
  for (const make of [plugin, shared] as unknown as ((definition: unknown) => unknown)[])
    assert.throws(() => make({ name: 'x', need: [], setup() {} }), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: "The definition of plugin 'x' must be name, needs, params and setup, not 'need'."
    })
})
