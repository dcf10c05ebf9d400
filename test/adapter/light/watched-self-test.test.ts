// The self-test runs once in a process, so this has one to itself.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { createLightServer } from '../../../src/adapter/light/index.ts'

test('a subscriber of the request channel does not see the self-test', () => {
  const seen: unknown[] = []
  const listener = (message: unknown): unknown => seen.push(message)
  subscribe('http.server.request.start', listener)
  assert.equal(
    createLightServer({}, () => {}),
    null
  )
  unsubscribe('http.server.request.start', listener)
  assert.deepEqual(seen, [])
  assert.ok(createLightServer({}, () => {}))
})
