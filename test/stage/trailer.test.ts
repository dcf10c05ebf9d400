import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { test } from 'node:test'
import { holdClock } from '../held-clock.ts'
import { lastRequest, talk } from '../http-semantics/raw.ts'
import { serve } from '../security/serve.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { arrival, until } from '../until.ts'

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
  test(`over HTTP/2 the trailer ${name} is left out and logged, and the other trailer is sent`, async (t) => {
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

for (const exchange of ['auto', 'stock']) {
  test(`trailers follow a text, bytes and an empty body (${exchange})`, async (t) => {
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

for (const exchange of ['auto', 'stock']) {
  test(`a response whose trailers were all removed is sent with Content-Length (${exchange})`, async (t) => {
    const { send } = await serve(t, exchange === 'stock' ? { exchange } : {}, (app) =>
      app.get('/', (_request: Anything, reply: Anything) => {
        reply.trailer('x-sum', async () => '7')
        reply.removeTrailer('x-sum').send('text')
      })
    )
    const answer = await send('/')
    const framing = ['content-length', 'trailer', 'transfer-encoding'].map((name) => answer?.headers.get(name)?.join())
    assert.deepEqual([answer?.body, ...framing], ['text', '4', undefined, undefined])
  })
}

test('a trailer that settles after 60 seconds is sent', async (t) => {
  const look = holdClock(t, 'setInterval')
  const { app } = createApp()
  let finish: ((value: string) => void) | undefined
  app.get('/', (_request: Anything, reply: Anything) => {
    const sum = () => new Promise((resolve) => (finish = resolve))
    return reply.trailer('x-sum', sum).send('text')
  })
  const answer = app.inject('/')
  await until(() => finish !== undefined, 'the trailer')
  for (let second = 0; second < 60; second++) look(1000)
  finish?.('7')
  const { trailers }: Anything = await answer
  assert.equal(trailers['x-sum'], '7')
})

for (const [what, options, milliseconds] of [
  ['a handlerTimeout of 5 seconds', { handlerTimeout: 5000 }, 5000],
  ['the default of 120 seconds', {}, 120_000]
] as const)
  test(`a trailer that never settles aborts the response after ${what}`, async (t) => {
    const look = holdClock(t, 'setInterval')
    const { app } = createApp(options)
    let isAsked = false
    app.get('/', (_request: Anything, reply: Anything) => {
      const sum = () => {
        isAsked = true
        return new Promise(() => {})
      }
      return reply.trailer('x-sum', sum).send('text')
    })
    const answer = app.inject('/').then(
      () => 'whole',
      () => 'broken'
    )
    await until(() => isAsked, 'the trailer')
    look(milliseconds + 2000)
    assert.equal(await arrival(answer, 'the end'), 'broken')
  })

test('a rejected promise in the value of a trailer, or in a second call of done, is handled', async () => {
  const { app, lines } = createApp()
  const broken = () => Promise.reject(new Error('forgotten'))
  app.get('/', (_request: Anything, reply: Anything) =>
    reply
      .trailer('x-list', async () => [broken()])
      .trailer('x-twice', (_reply: Anything, _payload: Anything, done: Anything) => {
        done(null, '7')
        done(null, broken())
      })
      .send('text')
  )
  const { trailers }: Anything = await app.inject('/')
  await new Promise(setImmediate)
  assert.deepEqual(trailers, { 'x-twice': '7' })
  assert.ok(
    lines.some(({ err, msg }) => msg === "the trailer 'x-list' failed" && err?.code === 'ESP_ERR_REP_HEADER_PROMISE')
  )
})
