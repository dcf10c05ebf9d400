import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shared as define, plugin } from '../../../src/tree/plugin.ts'
import { type Anything, createApp } from '../../security/wild.ts'

const shared = define as Anything
const again: Record<string, [code: string, says: string, declare: (app: Anything) => unknown]> = {
  decorate: [
    'FST_ERR_DEC_ALREADY_PRESENT',
    "The decorator 'db' has already been added!",
    (app) => app.decorate('db', 1)
  ],
  decorateRequest: [
    'FST_ERR_DEC_ALREADY_PRESENT',
    "The decorator 'db' has already been added!",
    (app) => app.decorateRequest('db', 1)
  ],
  decorateReply: [
    'FST_ERR_DEC_ALREADY_PRESENT',
    "The decorator 'db' has already been added!",
    (app) => app.decorateReply('db', 1)
  ],
  addSchema: [
    'FST_ERR_SCH_ALREADY_PRESENT',
    "Schema with id 'db' already declared!",
    (app) => app.addSchema({ $id: 'db', type: 'string' })
  ],
  addContentTypeParser: [
    'FST_ERR_CTP_ALREADY_PRESENT',
    "Content type parser 'a/db' already present.",
    (app) => app.addContentTypeParser('a/db', async () => {})
  ],
  'addContentTypeParser with a pattern': [
    'FST_ERR_CTP_ALREADY_PRESENT',
    "Content type parser '/^db/' already present.",
    (app) => app.addContentTypeParser(/^db/, async () => {})
  ]
}

for (const [verb, [code, says, setup]] of Object.entries(again)) {
  const refusalOf = async (declare: (app: Anything) => unknown) => {
    const { app } = createApp()
    try {
      await declare(app)
      await app.ready()
    } catch (error) {
      assert.equal((error as Anything).code, code)
      assert.ok((error as Error).stack?.includes((error as Error).message), 'the stack says it too')
      return (error as Error).message
    }
    return undefined
  }

  test(`${verb}: the error names both plugins that declare one name`, async () => {
    const told = await refusalOf((app) => {
      app.register(shared({ name: 'one', setup }))
      app.register(shared({ name: 'between', setup: () => {} }))
      app.register(shared({ name: 'two', setup }))
    })
    const end = 'Leave one of the two out, or keep them in contexts of their own.'
    assert.equal(told, `${says} The plugin 'one' declared it first, and now the plugin 'two' does. ${end}`)
  })

  test(`${verb}: the error names a nested shared plugin and the outer one`, async () => {
    const inner = shared({ name: 'inner', setup })
    const outer = shared({
      name: 'outer',
      setup: async (app: Anything) => {
        await app.register(inner)
        await null
        setup(app)
      }
    })
    const told = await refusalOf((app) => void app.register(outer))
    assert.match(String(told), /The plugin 'inner' declared it first, and now the plugin 'outer' does/)
  })

  test(`${verb}: the error names a plugin only once when it is registered twice`, async () => {
    const one = shared({ name: 'one', setup })
    const told = await refusalOf((app) => void app.register(one).register(one))
    assert.equal(told, `${says} The plugin 'one' declares it twice, or is registered twice.`)
  })

  test(`${verb}: the error distinguishes the application from a plugin`, async () => {
    const first = await refusalOf((app) => {
      setup(app)
      app.register(shared({ name: 'two', setup }))
    })
    assert.match(String(first), /The application declared it first, and now the plugin 'two' does/)
    const second = await refusalOf(async (app) => {
      await app.register(shared({ name: 'one', setup }))
      setup(app)
    })
    assert.match(String(second), /The plugin 'one' declared it first, and now the application does/)
  })

  test(`${verb}: the error names no plugin when only the application declares`, async () => {
    assert.equal(
      await refusalOf((app) => {
        setup(app)
        setup(app)
      }),
      says
    )
  })

  test(`${verb}: sibling contexts can declare the same name`, async () => {
    const own = (name: string) => (plugin as Anything)({ name, setup })
    assert.equal(await refusalOf((app) => void app.register(own('one')).register(own('two'))), undefined)
  })
}

test('the error for a built-in name says that every app, request or reply has it', () => {
  const { app } = createApp()
  for (const [verb, name, owner] of [
    ['decorate', 'listen', 'app'],
    ['decorateRequest', 'body', 'request'],
    ['decorateReply', 'raw', 'reply']
  ] as const)
    assert.throws(() => app[verb](name, 1), {
      message: `The decorator '${name}' has already been added! Every ${owner} has it.`
    })
})

test('addSchema throws for an $id of a child context, and the message names its plugin', async () => {
  const { app } = createApp()
  const schema = { $id: 'book', type: 'object' }
  await app.register((plugin as Anything)({ name: 'books', setup: (child: Anything) => void child.addSchema(schema) }))
  assert.throws(() => app.addSchema(schema), {
    message: /already declared! The plugin 'books' declared it first, and now the application does/
  })
})
