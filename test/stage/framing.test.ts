import assert from 'node:assert/strict'
import { connect } from 'node:http2'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { ask, lastRequest, talk } from '../http-semantics/raw.ts'
import { serve } from '../security/serve.ts'
import { type Anything, createApp } from '../security/wild.ts'

type Answer = (reply: Anything) => unknown

/** The framing of a response: its length, its transfer coding, its content type and its body. */
type Framing = [length: string | undefined, coding: string | undefined, type: string | undefined, body: string]

const text = 'text/plain; charset=utf-8'
const stream = (...parts: string[]) => Readable.from(parts, { objectMode: false })
const octets = 'application/octet-stream'

const answers: [what: string, answer: Answer, framing: Framing][] = [
  ['a text', (reply) => reply.send('ä'), ['2', undefined, text, 'ä']],
  ['bytes', (reply) => reply.send(Buffer.from('ab')), ['2', undefined, octets, 'ab']],
  ['nothing', (reply) => reply.send(), ['0', undefined, undefined, '']],
  ['a length that is wrong', (reply) => reply.header('content-length', '9').send('a'), ['1', undefined, text, 'a']],
  ['a stream', (reply) => reply.send(stream('a')), [undefined, 'chunked', undefined, 'a']],
  [
    'a stream and its length',
    (reply) => reply.header('content-length', '1').send(stream('a')),
    ['1', undefined, undefined, 'a']
  ],
  [
    'a stream and no length',
    (reply) => reply.header('content-length', 'one').send(stream('a')),
    [undefined, 'chunked', undefined, 'a']
  ],
  ['204 and a text', (reply) => reply.code(204).send('a'), [undefined, undefined, undefined, '']],
  ['204 and its type', (reply) => reply.code(204).type('text/csv').send('a'), [undefined, undefined, undefined, '']],
  [
    '204 and nothing, with a type',
    (reply) => reply.code(204).type('text/csv').send(),
    [undefined, undefined, 'text/csv', '']
  ],
  [
    '204 and nothing, which it says',
    (reply) => reply.code(204).header('content-length', '0').send(),
    ['0', undefined, undefined, '']
  ],
  [
    '204 and a length',
    (reply) => reply.code(204).header('content-length', '7').send(),
    [undefined, undefined, undefined, '']
  ],
  [
    '204 and a stream',
    (reply) => reply.code(204).header('content-length', '0').send(stream('a')),
    [undefined, undefined, undefined, '']
  ],
  ['205 and a text', (reply) => reply.code(205).send('a'), ['0', undefined, undefined, '']],
  ['205 and nothing', (reply) => reply.code(205).type('text/csv').send(), ['0', undefined, 'text/csv', '']],
  ['304 and a text', (reply) => reply.code(304).header('content-length', '9').send('ä'), ['2', undefined, text, '']],
  ['304 and bytes', (reply) => reply.code(304).send(Buffer.from('abc')), ['3', undefined, octets, '']],
  ['304 and no bytes', (reply) => reply.code(304).send(Buffer.alloc(0)), [undefined, undefined, octets, '']],
  ['304 and an empty text', (reply) => reply.code(304).send(''), [undefined, undefined, text, '']],
  [
    '304 and an empty text with a length',
    (reply) => reply.code(304).header('content-length', '9').send(''),
    ['9', undefined, text, '']
  ],
  [
    '304 and a length',
    (reply) => reply.code(304).header('content-length', '9').send(),
    ['9', undefined, undefined, '']
  ],
  [
    '304 and no length',
    (reply) => reply.code(304).header('content-length', 'nine').send(),
    [undefined, undefined, undefined, '']
  ],
  [
    '304 and a length that only begins as one',
    (reply) => reply.code(304).header('content-length', '9b').send(),
    [undefined, undefined, undefined, '']
  ],
  [
    '304 and a length that only ends as one',
    (reply) => reply.code(304).header('content-length', 'b9').send(),
    [undefined, undefined, undefined, '']
  ],
  [
    '304 and a stream with a length',
    (reply) => reply.code(304).header('content-length', '9').send(stream('a')),
    ['9', undefined, undefined, '']
  ],
  [
    '304 and a coding',
    (reply) => reply.code(304).header('transfer-encoding', 'chunked').send(),
    [undefined, undefined, undefined, '']
  ]
]

const codings: [given: unknown, framed: string | undefined][] = [
  ['chunked', 'chunked'],
  ['Chunked', 'chunked'],
  ['identity', 'chunked'],
  ['gzip', 'gzip, chunked'],
  ['gzip, chunked', 'gzip, chunked'],
  ['chunked, gzip', 'gzip, chunked'],
  [['gzip', 'deflate'], 'gzip, deflate, chunked'],
  [' gzip ,\tdeflate ', 'gzip, deflate, chunked'],
  ['gzip;level=9', 'gzip;level=9, chunked'],
  ['gzip ; level=9', 'gzip ; level=9, chunked'],
  ['x-chunked', 'x-chunked, chunked'],
  ['gzip,,deflate', 'gzip, deflate, chunked'],
  ['', undefined],
  [' , ', undefined]
]

for (const exchange of ['auto', 'stock']) {
  const options = exchange === 'stock' ? { exchange } : {}

  test(`the framing and the content type of a response fit its status and payload (${exchange})`, async (t) => {
    const { app } = createApp(options)
    t.after(() => app.close())
    for (const [index, [, answer]] of answers.entries())
      app.get(`/${index}`, (_request: Anything, reply: Anything) => answer(reply))
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    for (const [index, [what, , framing]] of answers.entries()) {
      const got = await ask(origin, lastRequest('GET', `/${index}`))
      const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type } = got.headers
      const body = Buffer.from(got.body, 'latin1').toString()
      assert.deepEqual([length?.join(), coding?.join(), type?.join(), body], framing, what)
    }
  })

  test(`transfer codings set by the application precede chunked, and are dropped over HTTP/1.0 (${exchange})`, async (t) => {
    const { app } = createApp(options)
    t.after(() => app.close())
    for (const [index, [given]] of codings.entries()) {
      app.get(`/${index}`, (_request: Anything, reply: Anything) =>
        reply.header('transfer-encoding', given).header('content-length', '4').send('text')
      )
      app.get(`/raw/${index}`, (_request: Anything, reply: Anything) => {
        reply.raw.setHeader('Transfer-Encoding', given)
        reply.send('text')
      })
    }
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    for (const [index, [given, framed]] of codings.entries()) {
      for (const path of ['', '/raw']) {
        const target = `${path}/${index}`
        for (const [version, coding] of [
          ['1.1', framed],
          ['1.0', undefined]
        ] as const) {
          const got = await talk(origin, lastRequest('GET', target, version))
          const found = (pattern: RegExp) => pattern.exec(got)?.[1]
          const length = coding === undefined ? '4' : undefined
          assert.deepEqual(
            [found(/^transfer-encoding: (.*)\r$/im), found(/^content-length: (.*)\r$/im)],
            [coding, length],
            `${given} over ${version}`
          )
          assert.ok(got.endsWith(coding === undefined ? '\r\n\r\ntext' : '\r\n\r\n4\r\ntext\r\n0\r\n\r\n'), got)
        }
      }
    }
  })

  test(`an invalid Transfer-Encoding is refused with a 500 that quotes it (${exchange})`, async (t) => {
    const { app } = createApp(options)
    t.after(() => app.close())
    const wrong = ['gz ip', 'gzip/1', '"gzip"', 'gzip, =', ';level=9', 'gzip level']
    for (const [index, given] of wrong.entries())
      app.get(`/${index}`, (_request: Anything, reply: Anything) =>
        reply.header('transfer-encoding', given).send('text')
      )
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    for (const [index, given] of wrong.entries()) {
      const got = await ask(origin, lastRequest('GET', `/${index}`))
      assert.deepEqual([got.status, got.headers['transfer-encoding']], [500, undefined])
      const { code, message } = JSON.parse(got.body)
      assert.equal(code, 'ESP_ERR_ARGUMENT_INVALID')
      assert.ok(message.startsWith("The header 'transfer-encoding'"), message)
      assert.ok(message.includes('a list of codings') && message.includes(given), message)
    }
  })
}

test('the content type stays when an onSend hook removes the payload', async () => {
  const { app } = createApp()
  app.addHook('onSend', async () => null)
  app.get('/', (_request: Anything, reply: Anything) => reply.code(204).type('text/csv').send('a'))
  const { headers } = await app.inject('/')
  assert.deepEqual([headers['content-type'], headers['content-length']], ['text/csv', undefined])
})

test('a HEAD response has the Content-Length that is set, or that of the omitted body', async () => {
  const { app } = createApp()
  const rows: [Answer, string | undefined][] = [
    [(reply) => reply.send('text'), '4'],
    [(reply) => reply.header('content-length', '9').send('text'), '9'],
    [(reply) => reply.header('content-length', 'nine').send('text'), '4'],
    [(reply) => reply.header('content-length', '9').send(), '9'],
    [(reply) => reply.header('content-length', 'nine').send(), undefined],
    [(reply) => reply.send(), undefined]
  ]
  for (const [index, [answer]] of rows.entries())
    app.head(`/${index}`, (_request: Anything, reply: Anything) => answer(reply))
  for (const [index, [, length]] of rows.entries()) {
    const { headers, body } = await app.inject({ method: 'HEAD', url: `/${index}` })
    assert.deepEqual([headers['content-length'], body], [length, ''], `${index}`)
  }
})

for (const [parts, taken, status] of [
  [['abcd'], 'at least 4', 500],
  [[], '0', 500],
  [['ab', 'cd'], 'at least 4', undefined],
  [['a'], '1', undefined]
] as const) {
  test(`a stream of ${taken} bytes in ${parts.length} chunks with Content-Length 3 is an error with route and lengths`, async (t) => {
    const { send, lines } = await serve(t, {}, (app) =>
      app.get('/:id', (_request: Anything, reply: Anything) =>
        reply.header('content-length', '3').send(stream(...parts))
      )
    )
    assert.equal((await send('/1'))?.status, status)
    const line = lines.find(({ err }) => err?.code === 'ESP_ERR_REP_CONTENT_LENGTH_MISMATCH')
    for (const said of ['/:id', 'GET', `${taken} `, '3'])
      assert.ok(line?.err?.message?.includes(said), line?.err?.message)
  })
}

test('connection-specific fields are left out over HTTP/2', async (t) => {
  const { app } = createApp({ http2: true })
  t.after(() => app.close())
  const fields = { connection: 'close', 'keep-alive': '5', 'proxy-connection': 'x', upgrade: 'h2c', te: 'gzip' }
  app.get('/', (_request: Anything, reply: Anything) =>
    reply.headers({ ...fields, 'http2-settings': 'x', 'x-kept': '1' }).send('text')
  )
  const client = connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.after(() => client.destroy())
  const request = client.request({ ':path': '/' })
  let headers: Anything
  request.on('response', (given) => {
    headers = given
  })
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  assert.equal(body, 'text')
  assert.deepEqual(
    Object.keys(headers)
      .filter((name) => !name.startsWith(':'))
      .sort(),
    ['content-length', 'content-type', 'date', 'x-kept']
  )
})
