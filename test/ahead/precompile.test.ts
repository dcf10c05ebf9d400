import assert from 'node:assert/strict'
import { test } from 'node:test'
import { precompile } from '../../src/ahead/precompile.ts'
import { espalier, Type } from '../../src/index.ts'

const bookApp = (options: Parameters<typeof espalier>[0] = {}) => {
  const app = espalier(options)
  app.post(
    '/books',
    { schema: { body: Type.Object({ title: Type.String() }), response: { 200: Type.Null() } } },
    () => null
  )
  return app
}

test('the module contains every function if no path for parts is given', async () => {
  const { module, parts, types, validators, serializers, unwritable } = await precompile(bookApp)
  assert.deepEqual([validators, serializers, parts.length, unwritable], [1, 1, 0, []])
  assert.match(module, /from "espalier\/compiled"/)
  assert.match(types, /export declare const validators/)
})

test('a schema of an app with a custom keyword is listed as unwritable', async () => {
  const keywords = [{ keyword: 'isEven', validate: () => true }]
  const { unwritable } = await precompile(() => bookApp({ ajv: { customOptions: { keywords } } }))
  assert.deepEqual(unwritable, ['POST /books: body'])
})

test('an app that fails to start rejects, and the next app compiles its own schemas', async () => {
  const failing = precompile(() => espalier().register(async () => Promise.reject(new Error('no database'))))
  await assert.rejects(failing, /no database/)
  const app = bookApp()
  assert.equal((await app.inject({ method: 'POST', url: '/books', payload: {} })).statusCode, 400)
})
