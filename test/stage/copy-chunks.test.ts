import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'

/** A stream without an end. */
const endless = () =>
  new Readable({
    read() {
      this.push('part')
    }
  })

test('a stream longer than its Content-Length aborts the response, is closed, and is logged', async (t) => {
  const source = endless()
  const isClosed = once(source, 'close')
  const { port, lines } = await serve(t, {}, (app) =>
    app.get('/', (_request: Anything, reply: Anything) => reply.header('content-length', '6').send(source))
  )
  assert.equal(await new Connection(port).send(request('/')).read(), null)
  await isClosed
  assert.equal(lines.find(({ err }) => err !== undefined)?.err?.code, 'ESP_ERR_REP_CONTENT_LENGTH_MISMATCH')
})

test('a stream in object mode and a stream of bytes send the same body', async (t) => {
  const parts = ['a', Buffer.from('b'), '', new Uint8Array([0x63])]
  const { send } = await serve(t, {}, (app) => {
    app.get('/true', () => Readable.from(parts, { objectMode: true }))
    app.get('/false', () =>
      Readable.from(
        parts.filter((part) => part !== ''),
        { objectMode: false }
      )
    )
  })
  for (const target of ['/true', '/false']) assert.equal((await send(target))?.body, 'abc', target)
})
