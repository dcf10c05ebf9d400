import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastifyPlugin from 'fastify-plugin'
import { within } from '../environment.ts'
import { createApp, type Wild } from '../security/wild.ts'

const database = async function database(app: Wild) {
  app.decorate('db', () => 'rows')
  app.decorateRequest('user', null)
  app.decorateReply('page', null)
}

/** Returns the message of the error that fails the boot. */
async function refusal(declare: (app: Wild) => void, NODE_ENV = 'development'): Promise<string> {
  const { app } = createApp({}, 'silent')
  app.register(database)
  declare(app)
  const error = await within({ NODE_ENV }, () =>
    app.ready().then(
      () => undefined,
      (thrown: Error) => thrown
    )
  )
  await app.close().catch(() => {})
  assert.ok(error, 'the application boots')
  return error.message.replaceAll(/\.[jt]s:\d+\)/g, '.ts:1)')
}

const beside =
  "The context 'database' declares it (declared-elsewhere.test.ts:1) for itself and those below. Share it with 'app', by shared() or fastify-plugin."
const needing = (decorators: object) => fastifyPlugin(async () => {}, { name: 'users', decorators })

for (const [what, declare, begin] of [
  [
    'a plugin that needs a decorator of the app',
    (app) => app.register(needing({ fastify: ['db'] })),
    "The decorator 'db' required by 'users' is not present in Fastify."
  ],
  [
    'a plugin that needs a decorator of requests',
    (app) => app.register(needing({ request: ['user'] })),
    "The decorator 'user' required by 'users' is not present in Request."
  ],
  [
    'a plugin that needs a decorator of replies',
    (app) => app.register(needing({ reply: ['page'] })),
    "The decorator 'page' required by 'users' is not present in Reply."
  ],
  [
    'a decorator that depends on another',
    (app) => app.register(async (other: Wild) => other.decorate('users', () => [], ['db'])),
    "The decorator is missing dependency 'db'."
  ],
  [
    'a decorator of requests that depends on another',
    (app) => app.register(async (other: Wild) => other.decorateRequest('admin', null, ['user'])),
    "The decorator is missing dependency 'user'."
  ],
  [
    'getDecorator',
    (app) => app.register(async (other: Wild) => other.getDecorator('db')),
    "No decorator 'db' has been declared on instance."
  ]
] as readonly (readonly [string, (app: Wild) => void, string])[]) {
  test(`${what}: the message names the declaring context in development`, async () => {
    assert.equal(await refusal(declare), `${begin} ${beside}`)
  })

  for (const environment of ['production', 'test', ''])
    test(`${what}: the message is that of Fastify with NODE_ENV='${environment}'`, async () => {
      assert.ok([begin, begin.slice(0, -1)].includes(await refusal(declare, environment)))
    })
}

test('an undeclared decorator has the message of Fastify', async () => {
  assert.equal(
    await refusal((app) => app.register(async (other: Wild) => other.getDecorator('none'))),
    "No decorator 'none' has been declared on instance."
  )
})

test('the message suggests the deepest context above both', async () => {
  const message = await refusal((app) =>
    app.register(async function area(inner: Wild) {
      inner.register(async function store(child: Wild) {
        child.decorate('cache', () => 1)
      })
      inner.register(needing({ fastify: ['cache'] }))
    })
  )
  assert.match(message, /The context 'store' declares it .* Share it with 'area', by/)
})
