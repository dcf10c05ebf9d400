import assert from 'node:assert/strict'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { besideHttp2, createLightServer, overTcp, overTls } from '../../../src/adapter/light/index.ts'
import { passesSelfTest } from '../../../src/adapter/light/self-test.ts'

test('message classes of the caller are not replaced', () => {
  class MyRequest extends IncomingMessage {}
  class MyResponse extends ServerResponse {}
  assert.equal(
    createLightServer({ IncomingMessage: MyRequest }, () => {}),
    null
  )
  assert.equal(
    createLightServer({ ServerResponse: MyResponse as never }, () => {}),
    null
  )
})

test('a Node on which light exchanges do not stay light gets stock servers', () => {
  assert.equal(
    passesSelfTest((options, listener) => createServer(options, listener), overTcp),
    false
  )
  assert.equal(
    createLightServer({}, () => {}),
    null,
    'the verdict is remembered'
  )
})

for (const [name, kind] of Object.entries({ overTls, besideHttp2 })) {
  test(`this Node has light exchanges ${name}, whatever the verdict on others`, () => {
    assert.ok(createLightServer({}, () => {}, kind))
  })
}
