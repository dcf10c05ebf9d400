import assert from 'node:assert/strict'
import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Http2Transport } from '../../../src/adapter/http2/transport.ts'

test('received is a number for a request with a body to come, and null without one', async (t) => {
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

// Node 24 looped in the session forever, with growing memory.
test('a stream aborted after two writes in one turn ends with INTERNAL_ERROR, and the session stays usable', async (t) => {
  const server = http2.createServer((raw, rawReply) => {
    const transport = new Http2Transport(raw as never, rawReply as never)
    const body = transport.open()
    body.write('one')
    queueMicrotask(() => {
      body.write('two')
      transport.abort()
    })
  })
  t.after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const session = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  t.after(() => session.close())
  for (let turn = 0; turn < 2; turn++) {
    const request = session.request({ ':path': '/' }).on('error', () => {})
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    await new Promise((resolve) => request.on('close', resolve))
    assert.deepEqual([text, request.rstCode], ['onetwo', http2.constants.NGHTTP2_INTERNAL_ERROR])
  }
})
