import assert from 'node:assert/strict'
import http from 'node:http'
import http2 from 'node:http2'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { checkEarlyHints } from '../../src/http/early-hints.ts'
import { budget } from '../fuzz/budget.ts'
import { type Anything, createApp, type Options } from '../security/wild.ts'

const hints = checkEarlyHints as (given: unknown) => Record<string, unknown>

for (const given of [undefined, null, 1, 'link']) {
  test(`checkEarlyHints throws for ${given}`, () => {
    assert.throws(() => hints(given), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The hints must be an object of header fields/
    })
  })
}

const forbidden = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'content-length',
  'transfer-encoding',
  'trailer'
]

for (const name of [...forbidden, 'Content-Length', 'TRAILER']) {
  test(`${name} is refused as an early hint`, () => {
    assert.throws(() => hints({ link: '</a>; rel=preload', [name]: '1' }), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: `An early hint must be a field of the final response, not '${name}'.`
    })
  })
}

test('hint values become strings, lists stay lists, and an absent link is omitted', () => {
  assert.deepEqual(hints({ link: ['</a>', '</b>'], 'x-number': 1 }), { link: ['</a>', '</b>'], 'x-number': '1' })
  for (const link of [undefined, null, []]) assert.deepEqual(hints({ link, 'x-a': 'a' }), { 'x-a': 'a' })
})

test('links in any spelling are merged into one list', () => {
  assert.deepEqual(hints({ Link: '</a>' }), { link: '</a>' })
  assert.deepEqual(hints({ link: ['</a>'], LINK: '</b>', 'X-A': 'a' }), { link: ['</a>', '</b>'], 'X-A': 'a' })
  assert.deepEqual(hints({ Link: [], lInK: undefined }), {})
})

for (const [what, given] of [
  ['a line break', { link: '</a>\r\nx-evil: 1' }],
  ['a line break in a list', { link: ['</a>', '</b>\n'] }],
  ['an invalid name', { 'x a': '1' }],
  ['an undefined value', { 'x-a': undefined }]
] as [string, object][]) {
  test(`a hint with ${what} throws`, () => {
    assert.throws(() => hints(given))
  })
}

// The law: a client gets all links of the hints in one interim response, and the callback runs once.
describe('all links of early hints arrive in one interim response, and the callback runs once', () => {
  const spelling = fc
    .tuple(...Array.from('link', (letter) => fc.constantFrom(letter, letter.toUpperCase())))
    .map((letters) => letters.join(''))
  const link = fc.nat({ max: 9 }).map((n) => `</${n}.css>; rel=preload`)
  const links = fc.oneof(link, fc.array(link, { maxLength: 3 }), fc.constantFrom(undefined, null))
  const given = fc.tuple(fc.dictionary(spelling, links, { maxKeys: 3 }), fc.constantFrom({}, { 'x-other': 'a' }))

  type Ask = (port: number, path: string) => Promise<{ interim: string[]; body: string }>

  const byHttp1: Ask = (port, path) =>
    new Promise((resolve, reject) => {
      const interim: string[] = []
      http
        .get({ port, path, host: '127.0.0.1' }, async (response) => {
          resolve({ interim, body: (await response.setEncoding('utf8').toArray()).join('') })
        })
        .on('information', ({ headers }) => interim.push(String(headers.link)))
        .on('error', reject)
    })
  const byHttp2: Ask = async (port, path) => {
    const session = http2.connect(`http://127.0.0.1:${port}`)
    const interim: string[] = []
    const stream = session.request({ ':path': path })
    stream.on('headers', (head) => interim.push(String(head.link)))
    const body = (await stream.setEncoding('utf8').toArray()).join('')
    session.close()
    return { interim, body }
  }

  const ways: [name: string, options: Options, ask: Ask][] = [
    ['auto', {}, byHttp1],
    ['stock', { exchange: 'stock' }, byHttp1],
    ['HTTP/2', { http2: true }, byHttp2]
  ]
  for (const [name, options, ask] of ways)
    test(name, async (t) => {
      const { app } = createApp(options)
      t.after(() => app.close())
      let hints: Anything = {}
      app.get('/', (_request: unknown, reply: Anything) => {
        let calls = 0
        reply.writeEarlyHints(hints, () => {
          calls++
          setImmediate(() => reply.send(`called ${calls}`))
        })
        assert.equal(calls, 0)
        return reply
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as { port: number }
      await fc.assert(
        fc.asyncProperty(given, async ([links, others]) => {
          hints = { ...links, ...others }
          const wanted = Object.values(links).flatMap((one) => one ?? [])
          const { interim, body } = await ask(port, '/')
          assert.equal(body, 'called 1')
          assert.deepEqual(interim, wanted.length === 0 ? [] : [wanted.join(', ')])
        }),
        budget(60)
      )
    })
})
