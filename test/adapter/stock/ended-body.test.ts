/** The law: no timer keeps a message whose body ends in the turn of its response. */
import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { espalier } from '../../../src/index.ts'

/** Sent in pieces, so that Node's parser reads it. */
const size = 100_000
/** In milliseconds: the interval of `unread-body.ts`. */
const interval = 250

/** Resolves in the turn of the last byte, before Node's parser has reached the end of the message. */
const toLastByte = (body: Readable): Promise<number> =>
  new Promise((resolve) => {
    let received = 0
    body.on('data', ({ length }: Buffer) => {
      received += length
      if (received === size) resolve(received)
    })
  })

for (const exchange of ['auto', 'stock'] as const)
  test(`a response at the last byte of a body does not start a timer: ${exchange}`, async (t) => {
    const app = espalier({ exchange })
    app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    app.post('/', async ({ body }) => ({ received: await toLastByte(body as Readable) }))
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    t.after(() => app.close())
    const intervals = t.mock.method(globalThis, 'setInterval')
    for (let turn = 0; turn < 3; turn++) {
      const headers = { 'content-type': 'application/octet-stream' }
      const answer = await fetch(address, { method: 'POST', headers, body: Buffer.alloc(size) })
      assert.deepEqual(await answer.json(), { received: size })
    }
    const looks = intervals.mock.calls.filter(({ arguments: [, period] }) => period === interval)
    assert.equal(looks.length, 0)
  })
