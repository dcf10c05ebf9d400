import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const fn = () => {}
const declarations: [verb: string, ...given: unknown[]][] = [
  ...['setValidatorCompiler', 'setSerializerCompiler', 'setReplySerializer', 'setSchemaErrorFormatter'].map(
    (verb): [string, unknown] => [verb, fn]
  ),
  ...['setGenReqId', 'setChildLoggerFactory', 'setErrorHandler', 'setNotFoundHandler'].map(
    (verb): [string, unknown] => [verb, fn]
  ),
  ['setSchemaController', {}],
  ['withTypeProvider', {}],
  ['addSchema', { $id: 'a' }],
  ['addHook', 'onRequest', fn],
  ['addConstraintStrategy', {}]
]

for (const [verb, ...given] of declarations) {
  test(`${verb} throws after ready in every context, and the message names it`, async () => {
    const { app } = createApp()
    let child: Anything
    app.register(async (given: Anything) => {
      child = given
    })
    await app.ready()
    for (const context of [app, child])
      assert.throws(() => context[verb](...given), {
        code: 'FST_ERR_INSTANCE_ALREADY_LISTENING',
        message: new RegExp(
          `^${verb}\\(\\) came too late: the app has started\\. Declare everything before ready\\(\\)`
        )
      })
  })
}

for (const verb of ['addContentTypeParser', 'removeContentTypeParser', 'removeAllContentTypeParsers']) {
  test(`${verb} throws after ready, and the message names it`, async () => {
    const { app } = createApp()
    await app.ready()
    assert.throws(() => app[verb]('a/b', fn), {
      code: 'FST_ERR_CTP_INSTANCE_ALREADY_STARTED',
      message: new RegExp(`'${verb}'`)
    })
  })
}

for (const verb of ['decorate', 'decorateRequest', 'decorateReply']) {
  test(`${verb} throws after ready, and the message names the decorator`, async () => {
    const { app } = createApp()
    await app.ready()
    assert.throws(() => app[verb]('late', 1), {
      code: 'FST_ERR_DEC_AFTER_START',
      message: "The decorator 'late' has been added after start!",
      stack:
        /^FastifyError: The decorator 'late' came too late: the app has started\. Declare everything before ready\(\)/
    })
  })
}

for (const verb of ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'all']) {
  test(`${verb} and the same method by route() throw after ready`, async () => {
    const { app } = createApp()
    await app.ready()
    const refusal = {
      code: 'FST_ERR_INSTANCE_ALREADY_LISTENING',
      message: /^A route came too late: the app has started\. Declare/
    }
    assert.throws(() => app[verb]('/', fn), refusal)
    assert.throws(() => app.route({ method: verb, url: '/', handler: fn }), refusal)
  })
}

test('withTypeProvider() without an argument is allowed after ready', async () => {
  const { app } = createApp()
  await app.ready()
  assert.equal(app.withTypeProvider(), app)
})

test('a route after listen() throws the message of Fastify, and the stack has that of espalier', async () => {
  const { app } = createApp()
  await app.listen()
  assert.throws(
    () => app.get('/', fn),
    ({ code, message, stack }: Anything) => {
      assert.equal(code, 'FST_ERR_INSTANCE_ALREADY_LISTENING')
      assert.equal(message, 'Fastify instance is already listening. Cannot add route!')
      assert.match(stack, /A route came too late: the app has started\. Declare everything before ready\(\)/)
      assert.doesNotMatch(stack, /Fastify instance/)
      return true
    }
  )
  await app.close()
})
