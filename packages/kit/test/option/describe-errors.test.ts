import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, Type } from 'espalier'
import { openapi } from 'espalier/openapi'
import { describeErrors } from '../../src/option/describe-errors.ts'

test('a document has the statuses of a described hook', async () => {
  const hasStatus = async (hook: () => Promise<void>) => {
    const app = espalier()
    app.get('/', { onRequest: hook, schema: { response: { 200: Type.String() } } }, () => 'yes')
    await app.ready()
    return JSON.stringify(openapi(app, { info: { title: 'x', version: '1' } }).paths).includes('"409"')
  }
  const hook = async () => {}
  assert.equal(await hasStatus(hook), false)
  describeErrors(hook, [409])
  assert.equal(await hasStatus(hook), true)
})
