import assert from 'node:assert/strict'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { createLightServer } from '../../../src/adapter/light/index.ts'
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
    passesSelfTest((options, listener) => createServer(options, listener)),
    false
  )
  assert.equal(
    createLightServer({}, () => {}),
    null,
    'the verdict is remembered'
  )
})
