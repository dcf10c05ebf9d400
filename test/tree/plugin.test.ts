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
  ['whose setup is no function', { name: 'a', setup: {} }, /'setup' of plugin 'a' must be a function, not {}/],
  [
    'whose needs are null',
    { name: 'a', needs: null, setup },
    /'needs' of plugin 'a' must be a list of plugins, or what requires\(\) answers, not null/
  ],
  [
    'whose needs are a text',
    { name: 'a', needs: 'b', setup },
    /'needs' of plugin 'a' must be a list of plugins, or what requires\(\) answers, not 'b'/
  ],
  [
    'whose needs are any object',
    { name: 'a', needs: {}, setup },
    /'needs' of plugin 'a' must be a list of plugins, or what requires\(\) answers, not {}/
  ],
  [
    'whose name is deep',
    { name: { a: { b: 1 } }, setup },
    /'name' of a plugin must be a string, not \{ a: \[Object\] \}/
  ],
  [
    'that needs undefined',
    { name: 'a', needs: [setup, undefined], setup },
    /'needs\[1\]' of plugin 'a' must be a plugin, not undefined\. Its module has no export of that name, or files/
  ]
] as [string, object, RegExp][]) {
  test(`a plugin ${what} is refused where it is defined`, () => {
    assert.throws(() => define(definition), { code: 'ESP_ERR_ARGUMENT_INVALID', message: says })
  })
}

test('a plugin is refused where a plugin that it needs has not been registered', async () => {
  const first = define({ name: 'first', setup })
  const second = define({ name: 'second', needs: [first], setup })
  const { app } = createApp()
  await assert.rejects(async () => await app.register(second), { code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED' })
  const { app: other } = createApp()
  await other.register(first)
  await other.register(second)
})

test('a plugin that needs one of Fastify needs it by the name that it shows, or that its function has', async () => {
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
  test(`a plugin is refused where the ${missing} lacks what it requires`, async () => {
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

test('a plugin whose need is not registered is refused with both names and what to do', async () => {
  const { app } = createApp()
  const needed = (shared as typeof define)({ name: 'database', setup })
  const register = async () => await app.register(define({ name: 'books', needs: [needed], setup }))
  await assert.rejects(register, {
    code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED',
    message:
      "The dependency 'database' of plugin 'books' is not registered. Register it first, in the same context or above."
  })
})

test('requirements without names ask for nothing', async () => {
  const { app } = createApp()
  await app.register(define({ name: 'modest', needs: requires(), setup }))
  await app.register(define({ name: 'modest too', needs: requires({}), setup }))
})

test('a setup is called with its context and its options, and is waited for', async () => {
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

test('a setup that returns its context does not wait for itself, and one that returns another thenable waits for that', async () => {
  const { app } = createApp({ pluginTimeout: 2000 })
  const seen: string[] = []
  await app.register(define({ name: 'itself', setup: (child: Anything) => child }))
  const waited = () => void seen.push('waited')
  // biome-ignore lint/suspicious/noThenProperty: what is waited for need not be a promise of Node
  const thenable = { then: (resolve: (result: unknown) => void) => void setImmediate(() => resolve(waited())) }
  await app.register(define({ name: 'thenable', setup: () => thenable }))
  assert.deepEqual(seen, ['waited'])
  await app.register(define({ name: 'null', setup: () => null }))
})

test('a plugin keeps what it declares, and a shared plugin hands it on', async () => {
  const declare = (name: string) => (app: Anything) => void app.decorate(name, 1)
  const { app } = createApp()
  await app.register(define({ name: 'own', setup: declare('own') }))
  await app.register((shared as typeof define)({ name: 'shared', setup: declare('handedOn') }))
  assert.deepEqual([app.hasDecorator('own'), app.hasDecorator('handedOn')], [false, true])
})

test('a definition has no other members than those that are read', () => {
  for (const make of [plugin, shared] as unknown as ((definition: unknown) => unknown)[])
    assert.throws(() => make({ name: 'x', need: [], setup() {} }), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: "The definition of plugin 'x' must be name, needs, params and setup, not 'need'."
    })
})
