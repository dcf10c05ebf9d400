import assert from 'node:assert/strict'
import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Http2Transport } from '../../../src/adapter/http2/transport.ts'

test('bytes are still to come of a request whose head did not end it, and of no other', async (t) => {
  const received: unknown[] = []
  const server = http2.createServer((raw, rawReply) => {
    received.push(new Http2Transport(raw as never, rawReply as never).received)
    rawReply.end()
  })
  t.after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const session = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  t.after(() => session.close())
  for (const method of ['GET', 'POST']) {
    const request = session.request({ ':method': method }, { endStream: method === 'GET' })
    await once(request.resume(), 'response')
    request.end()
    await once(request, 'close')
  }
  assert.deepEqual([received[0], typeof received[1]], [null, 'number'])
})
