import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { test } from 'node:test'
import { lastRequest, talk } from '../http-semantics/raw.ts'
import { serve } from '../security/serve.ts'
import { type Anything, createApp } from '../security/wild.ts'

const singular = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  ':status'
]

for (const name of singular) {
  test(`over HTTP/2 the trailer ${name} is left out and told in the log, and the others arrive`, async (t) => {
    const { app, lines } = createApp({ http2: true })
    t.after(() => app.close())
    app.get('/', (_request: Anything, reply: Anything) => {
      try {
        reply.trailer(name, async () => 'x')
      } catch (error) {
        reply.log.error({ err: error }, 'refused')
      }
      reply.trailer('x-kept', async () => 'kept')
      reply.send('text')
    })
    const client = connect(await app.listen({ port: 0, host: '127.0.0.1' })).on('error', () => {})
    t.after(() => client.destroy())
    const stream = client.request({ ':path': '/' })
    const trailers = once(stream, 'trailers')
    let body = ''
    for await (const part of stream.setEncoding('utf8')) body += part
    const [fields] = await trailers
    assert.equal(body, 'text')
    assert.deepEqual(Object.keys(fields), ['x-kept'])
    assert.equal(lines.filter(({ level }) => level >= 50).length, 1)
  })
}

for (const exchange of ['light', 'stock']) {
  test(`trailers follow a body of any kind, and a body of nothing (${exchange})`, async (t) => {
    const { port } = await serve(t, exchange === 'stock' ? { exchange } : {}, (app) => {
      for (const [name, payload] of Object.entries({ text: 'text', bytes: Buffer.from('text'), nothing: undefined }))
        app.get(`/${name}`, (_request: Anything, reply: Anything) =>
          reply.trailer('x-sum', async () => '7').send(payload)
        )
    })
    for (const [name, body] of Object.entries({ text: '4\r\ntext\r\n', bytes: '4\r\ntext\r\n', nothing: '' })) {
      const got = await talk(`http://127.0.0.1:${port}`, lastRequest('GET', `/${name}`))
      assert.ok(got.toLowerCase().endsWith(`\r\n\r\n${body}0\r\nx-sum: 7\r\n\r\n`), got)
    }
  })
}
