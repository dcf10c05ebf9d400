// No other bytes get into a response: late interim responses, refusals of later requests, and codings without an end (RFC 9112 §6.1, RFC 9110 §15.2).
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'
import { until } from '../until.ts'
import { lastRequest, talk } from './raw.ts'

for (const exchange of ['auto', 'stock']) {
  test(`a transfer coding without its own end is sent in chunks (${exchange})`, { timeout: 600_000 }, async (t) => {
    const { port } = await serve(t, { exchange }, (app) => {
      app.get('/text', (_request: Anything, reply: Anything) => reply.header('transfer-encoding', 'gzip').send('text'))
      app.get('/stream', (_request: Anything, reply: Anything) =>
        reply.header('Transfer-Encoding', 'gzip').send(Readable.from(['text']))
      )
      app.get('/raw', (_request: Anything, reply: Anything) => {
        reply.raw.setHeader('transfer-encoding', 'gzip')
        reply.send('text')
      })
    })
    for (const path of ['/text', '/stream', '/raw']) {
      const connection = new Connection(port).send(request(path))
      await until(() => connection.rest.endsWith('0\r\n\r\n') || connection.isClosed, path)
      assert.match(connection.rest, /transfer-encoding: gzip, chunked\r\n/i, path)
      assert.ok(connection.rest.endsWith('\r\n4\r\ntext\r\n0\r\n\r\n'), `${path}: ${JSON.stringify(connection.rest)}`)
      connection.destroy()
    }
  })

  test(`chunked is the last transfer coding, once, whatever a handler sets (${exchange})`, async (t) => {
    const given: Record<string, string | string[]> = {
      'x-chunked': 'x-chunked, chunked',
      'gzip, Chunked': 'gzip, chunked',
      'chunked, gzip': 'gzip, chunked',
      'chunked,chunked': 'chunked',
      'identity, deflate;q="a b" ,': 'deflate;q="a b", chunked',
      identity: 'chunked'
    }
    const { port, lines } = await serve(t, { exchange }, (app) => {
      app.get('/list', (_request: Anything, reply: Anything) =>
        reply.header('transfer-encoding', ['chunked', 'gzip']).send('text')
      )
      app.get('/trailer', (_request: Anything, reply: Anything) =>
        reply
          .header('transfer-encoding', 'gzip')
          .trailer('x-sum', async () => '1')
          .send('text')
      )
      app.get('/none', (_request: Anything, reply: Anything) => reply.header('transfer-encoding', ' , ').send('text'))
      app.get('/broken', (_request: Anything, reply: Anything) =>
        reply.header('transfer-encoding', 'gzip x').send('text')
      )
      app.get('/*', ({ query }: Anything, reply: Anything) =>
        reply.header('transfer-encoding', query.coding).send('text')
      )
    })
    const codingOf = async (path: string) => {
      const head = (await talk(`http://127.0.0.1:${port}`, lastRequest('GET', path))).split('\r\n\r\n', 1)[0] as string
      const [status] = /\d{3}/.exec(head) ?? []
      const codings = [...head.matchAll(/^transfer-encoding: (.*)$/gim)].map(([, coding]) => coding)
      return [Number(status), codings.join('|'), /^content-length: /im.test(head)]
    }
    for (const [coding, expected] of Object.entries(given)) {
      assert.deepEqual(await codingOf(`/?coding=${encodeURIComponent(coding)}`), [200, expected, false], coding)
    }
    assert.deepEqual(await codingOf('/list'), [200, 'gzip, chunked', false])
    assert.deepEqual(await codingOf('/trailer'), [200, 'gzip, chunked', false])
    assert.deepEqual(await codingOf('/none'), [200, '', true])
    lines.length = 0
    assert.deepEqual(await codingOf('/broken'), [500, '', true])
    assert.equal(lines.find(({ err }) => err !== undefined)?.err?.code, 'ESP_ERR_ARGUMENT_INVALID')
  })

  test(`early hints after the head of a response are not sent (${exchange})`, async (t) => {
    const { port, lines } = await serve(t, { exchange }, (app) =>
      app.get('/', (_request: Anything, reply: Anything) => {
        reply.send('text')
        reply.writeEarlyHints({ link: '</a.css>; rel=preload' })
      })
    )
    const connection = new Connection(port).send(request('/'))
    assert.equal((await connection.read())?.body, 'text')
    await sleep(30)
    assert.equal(connection.rest, '')
    assert.equal(lines.filter(({ msg }) => msg?.includes('early hints')).length, 1)
    connection.destroy()
  })

  test(`early hints are not sent to an HTTP/1.0 client (${exchange})`, async (t) => {
    const { port } = await serve(t, { exchange }, (app) =>
      app.get('/', (_request: Anything, reply: Anything) => {
        reply.writeEarlyHints({ link: '</a.css>; rel=preload' })
        reply.send('text')
      })
    )
    const connection = new Connection(port).send('GET / HTTP/1.0\r\n\r\n')
    await connection.closed
    assert.match(connection.rest, /^HTTP\/1\.1 200 /)
  })

  test(`malformed bytes abort a response in progress and add no bytes to it (${exchange})`, async (t) => {
    const { port, send } = await serve(t, { exchange }, (app) => {
      app.get('/', (_request: Anything, reply: Anything) => {
        const stream = new Readable({ read() {} })
        stream.push('part')
        reply.header('content-length', 1000).send(stream)
      })
      app.get('/fine', () => 'fine')
    })
    const connection = new Connection(port).send(request('/'))
    await until(() => connection.rest.endsWith('part'), 'the part')
    connection.send('no request\r\n\r\n')
    await connection.closed
    assert.ok(connection.rest.endsWith('part'), JSON.stringify(connection.rest))
    assert.equal((await send('/fine'))?.body, 'fine')
  })
}
