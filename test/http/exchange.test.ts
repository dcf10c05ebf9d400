import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Exchange, mediaTypeOf, type PlanView } from '../../src/http/exchange.ts'
import type { Transport } from '../../src/http/transport.ts'

function createExchange(contentType: string | undefined) {
  const headers = { 'content-type': contentType }
  let reads = 0
  const readField = (name: 'content-type') => {
    reads++
    return headers[name]
  }
  const exchange = new Exchange({} as PlanView, { readField } as unknown as Transport)
  return { exchange, headers, reads: () => reads }
}

test('the media type is read once, and later changes of the header have no effect', () => {
  const { exchange, headers, reads } = createExchange('application/json; charset=utf-8')
  const mediaType = mediaTypeOf(exchange)
  headers['content-type'] = 'text/plain'
  assert.equal(mediaTypeOf(exchange), mediaType)
  assert.equal(mediaType.essence, 'application/json')
  assert.equal(reads(), 1)
})

test('exchanges do not share their headers object', () => {
  const [one, other] = [createExchange(undefined).exchange, createExchange(undefined).exchange]
  Object.assign(one.headers, { 'x-one': '1' })
  assert.deepEqual({ ...other.headers }, {})
})
