import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { espalier } from 'espalier'

for (const exchange of ['auto', 'stock'] as const) {
  test(`an async handler can continue a reply.raw response after it resolved (exchange: '${exchange}')`, async (t) => {
    const app = espalier({ exchange })
    t.after(() => app.close())
    const done: number[] = []
    const end = async (raw: NodeJS.WritableStream) => {
      await wait(5)
      raw.end('second')
    }
    app.addHook('onResponse', async (_request, reply) => void done.push(reply.statusCode))
    app.get('/written', async (_request, { raw }) => {
      raw.writeHead(202, { 'content-type': 'text/event-stream' })
      raw.write('first, ')
      end(raw)
    })
    app.get('/head', async (_request, { raw }) => {
      raw.writeHead(202)
      await wait(1)
      end(raw)
    })
    app.get('/failed', () => {
      throw new Error('first')
    })
    app.setErrorHandler(async (_error, _request, { raw }) => {
      raw.writeHead(202)
      end(raw)
    })
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })

    for (const [url, body] of [
      ['/written', 'first, second'],
      ['/head', 'second'],
      ['/failed', 'second']
    ] as const) {
      const answer = await fetch(origin + url)
      assert.deepEqual([answer.status, await answer.text()], [202, body])
      const injected = await app.inject(url)
      assert.deepEqual([injected.statusCode, injected.body], [202, body])
    }
    assert.deepEqual(done, Array(6).fill(202))
  })
}
