import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../security/wild.ts'

const answerOf = async (compiled: unknown, options = {}) => {
  const { app } = createApp(options)
  app.setSerializerCompiler(() => compiled)
  app.get('/', { schema: { response: { 200: { type: 'object' } } } }, () => ({ a: 1 }))
  await app.ready()
  return app.inject('/')
}

for (const compiled of [undefined, null]) {
  test(`a serializer compiler that returns ${compiled} leaves payloads to JSON.stringify`, async () => {
    for (const options of [{}, { compat: 'fastify' }]) assert.equal((await answerOf(compiled, options)).body, '{"a":1}')
  })
}

for (const compiled of [1, 'text', true, false, {}]) {
  test(`a serializer compiler that returns ${JSON.stringify(compiled)} fails the boot with a message that names the status`, async () => {
    await assert.rejects(answerOf(compiled), {
      code: 'FST_ERR_SCH_SERIALIZATION_BUILD',
      message: /'200'.*must return a function/
    })
  })
}

test('a serializer compiler that throws or returns a promise fails the boot', async () => {
  for (const compile of [
    () => {
      throw new Error('cannot')
    },
    async () => () => ''
  ]) {
    const { app } = createApp()
    app.setSerializerCompiler(compile)
    app.get('/', { schema: { response: { 200: { type: 'object' } } } }, () => ({ a: 1 }))
    await assert.rejects(async () => await app.ready(), { code: 'FST_ERR_SCH_SERIALIZATION_BUILD' })
  }
})

for (const [declared, expected] of [
  ['200', 500],
  ['299', 500],
  ['2xx', 202],
  ['default', 202],
  ['300', 202],
  ['304', 202],
  ['404', 202],
  ['4xx', 202]
] as const) {
  test(`a response map of only ${declared} ${expected === 500 ? 'refuses' : 'accepts'} a response with status 202`, async () => {
    const { app } = createApp()
    const schema = { response: { [declared]: { type: 'object', properties: { a: { type: 'integer' } } } } }
    app.get('/', { schema }, (_request: unknown, reply: { code(status: number): { send(payload: object): unknown } }) =>
      reply.code(202).send({ a: 1 })
    )
    assert.equal((await app.inject('/')).statusCode, expected)
  })
}
