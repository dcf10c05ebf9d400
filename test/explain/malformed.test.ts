import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from '../../src/index.ts'

test('the explanation of a malformed target has no hooks, only framework functions and error handlers', async () => {
  const namesOf = async (options: object) => {
    const app = espalier(options)
    app.addHook('onRequest', async function early() {})
    app.setErrorHandler(function onFault() {
      return 'failed'
    })
    app.get('/books/:id', async () => 'ok')
    const paths = ['/%zz', `/books/${'x'.repeat(200)}`]
    const explained = await Promise.all(paths.map((path) => app.explain({ path })))
    await app.close()
    return explained.map(({ found, steps }) => [found, ...steps.map(({ name }) => name)])
  }
  const own = 'the framework’s error handler'
  assert.deepEqual(await namesOf({}), [
    ['bad url', 'onFault', own],
    ['long parameter', 'onFault', own]
  ])
  assert.deepEqual(await namesOf({ compat: 'fastify' }), [
    ['bad url', own],
    ['long parameter', own]
  ])
  const refuse = { frameworkErrors: function refuse() {}, routerOptions: { onMaxParamLength: function shorten() {} } }
  assert.deepEqual(await namesOf(refuse), [
    ['bad url', 'refuse', 'onFault', own],
    ['long parameter', 'shorten']
  ])
})
