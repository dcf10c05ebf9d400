import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { obstaclesOf } from '../../src/adapter/lane-obstacle.ts'
import { toAppOptions } from '../../src/app-options.ts'
import { https } from '../shared-key.ts'

const causesOf = (options: object) => {
  const found = obstaclesOf({ ...toAppOptions(options), exchange: 'auto', ...options })
  assert.ok(found.every(({ decided, why }) => decided === 'boot' && /^[A-Z].*\.$/.test(why)))
  return found.map(({ cause }) => cause)
}

test('obstaclesOf names each option that keeps requests out of the lane, and no other', () => {
  assert.deepEqual(causesOf({}), [])
  assert.deepEqual(causesOf({ https, bodyLimit: 7, connectionTimeout: 1000 }), [])
  assert.deepEqual(causesOf({ http: { maxHeaderSize: 9000, keepAlive: true } }), [])
  assert.deepEqual(causesOf({ exchange: 'stock' }), ['exchange'])
  assert.deepEqual(causesOf({ serverFactory: () => {} }), ['serverFactory'])
  assert.deepEqual(causesOf({ http2: true, https, exchange: 'stock' }), ['exchange', 'http2'])
  assert.deepEqual(causesOf({ http: { IncomingMessage, ServerResponse } }), ['classes'])
  assert.deepEqual(causesOf({ https: { ...https, ServerResponse } }), ['classes'])
  assert.deepEqual(causesOf({ http: { uniqueHeaders: ['set-cookie'] } }), ['uniqueHeaders'])
})
