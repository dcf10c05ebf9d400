import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { DetachedTransport } from '../../src/adapter/detached-transport.ts'
import { StockTransport } from '../../src/adapter/stock/transport.ts'
import type { ReplyHeaders } from '../../src/http/headers.ts'

class Sample extends DetachedTransport {
  readonly socket = null
  readonly pairs = ['Host', 'x']
  readonly made: string[] = []
  readonly isClosed = false
  readonly isLost = false

  constructor() {
    super('GET', '/a')
  }
  readHeaders() {
    return { host: 'x' }
  }
  respond(statusCode: number, _headers: ReplyHeaders): void {
    this.status = statusCode
    this.isAnswered = true
  }
  onFinished(): void {}
  onClose(): () => void {
    return () => {}
  }
  onAbort(): void {}
  #make(how: string): StockTransport {
    this.made.push(how)
    const raw = Object.assign(new IncomingMessage(new Socket()), {
      method: 'GET',
      url: this.target,
      headers: this.headers
    })
    return new StockTransport(raw, new ServerResponse(raw))
  }
  continueOnStock(): StockTransport {
    const node = this.#make('join')
    node.statusCode = this.status
    return node
  }
  recreateStock(): StockTransport {
    return this.#make('recall')
  }
}

test('the objects of a running exchange are created once and share its state', () => {
  const exchange = new Sample()
  exchange.statusCode = 202
  exchange.url = '/b'
  assert.deepEqual([exchange.response, exchange.rawHeaders, exchange.made], [null, ['Host', 'x'], []])
  const raw = exchange.exposeRequest()
  assert.equal(exchange.exposeRequest(), raw)
  assert.equal(exchange.response, exchange.exposeResponse())
  assert.deepEqual([exchange.made, raw.url, exchange.exposeResponse().statusCode], [['join'], '/b', 202])
  exchange.statusCode = 404
  exchange.url = '/c'
  assert.deepEqual([raw.url, exchange.exposeResponse().statusCode, exchange.isEnded], ['/c', 404, false])
})

test('the objects of a finished exchange are created in its final state, and it stays finished', () => {
  const exchange = new Sample()
  exchange.respond(204, {})
  assert.deepEqual([exchange.isBegun, exchange.isEnded, exchange.response], [true, true, null])
  const rawReply = exchange.exposeResponse()
  assert.deepEqual([exchange.exposeResponse() === rawReply, exchange.response === rawReply], [true, true])
  assert.deepEqual([exchange.made, exchange.isEnded, exchange.statusCode], [['recall'], true, 204])
})
