import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { Http2Transport } from '../../src/adapter/http2/transport.ts'
import { LightMyRequestTransport } from '../../src/adapter/inject/light-my-request-transport.ts'
import { StockTransport } from '../../src/adapter/stock/transport.ts'
import { toTransport, toTransportOrInjected } from '../../src/adapter/transport-of.ts'

function createMessages(version: 1 | 2) {
  const raw = Object.assign(new IncomingMessage(new Socket()), { httpVersionMajor: version, method: 'GET', url: '/' })
  return [raw, new ServerResponse(raw)] as const
}

test('toTransport chooses the transport by the HTTP version', () => {
  assert.equal(toTransport(...createMessages(1)).constructor, StockTransport)
  assert.equal(toTransport(...createMessages(2)).constructor, Http2Transport)
})

test('toTransportOrInjected accepts objects of light-my-request and of the network', () => {
  const [raw, rawReply] = createMessages(1)
  assert.equal(toTransportOrInjected(raw, rawReply).constructor, StockTransport)
  assert.equal(
    toTransportOrInjected(Object.assign(raw, { _lightMyRequest: {} }), rawReply).constructor,
    LightMyRequestTransport
  )
})
