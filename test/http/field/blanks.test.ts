/**
 * The law: spaces and tabs at the ends of a field value are not part of it (RFC 9110 §5.5), over every protocol and in both directions. HTTP/2
 * recipients drop fields with such a value (RFC 9113 §8.2.1).
 */
import assert from 'node:assert/strict'
import { connect } from 'node:http2'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { trimReceived } from '../../../src/http/field.ts'
import { budget } from '../../fuzz/budget.ts'
import type { Anything } from '../../security/wild.ts'
import { closeOf } from '../../until.ts'
import { type Carrier, carriers } from '../transport/carriers.ts'

const blanks = fc.string({ unit: fc.constantFrom(' ', '\t'), maxLength: 3 })
const inner = fc.string({ unit: fc.constantFrom('a', '"', ';', ' ', '\t', '\xa0', '\xe9'), maxLength: 6 })
const value = fc.tuple(blanks, inner, blanks).map((parts) => parts.join(''))
const values = fc.array(value, { minLength: 1, maxLength: 3 })

// Node encodes a head like the text of its body.
const body = () => Buffer.from('x')
const ascii = ([one = '']: readonly string[]) => one.replace(/[\x80-\xff]/g, '')

const withoutBlanks = (text: string) => text.replace(/^[\t ]+/, '').replace(/[\t ]+$/, '')

interface Way {
  readonly send: (reply: Anything, given: readonly string[]) => unknown
  readonly field: string
  readonly read?: (given: readonly string[]) => unknown
}

const first = ([one = '']: readonly string[]) => withoutBlanks(one)

const ways: Readonly<Record<string, Way>> = {
  header: { send: (reply, [one]) => reply.header('x-value', one).send(body()), field: 'x-value', read: first },
  'a stream': {
    send: (reply, [one]) => reply.header('x-value', one).send(new Blob(['x']).stream()),
    field: 'x-value',
    read: first
  },
  cookies: {
    send: (reply, given) => reply.header('set-cookie', [...given]).send(body()),
    field: 'set-cookie',
    read: (given) => given.map(withoutBlanks)
  },
  raw: {
    send: (reply, [one]) => {
      reply.raw.setHeader('x-value', one)
      return reply.send(body())
    },
    field: 'x-value',
    read: first
  },
  'raw, of a stream': {
    send: (reply, [one]) => {
      reply.raw.setHeader('x-value', one)
      return reply.send(new Blob(['x']).stream())
    },
    field: 'x-value',
    read: first
  },
  'an error': {
    send: (_reply, given) =>
      Promise.reject(Object.assign(new Error('x'), { expose: true, headers: { 'x-value': ascii(given) } })),
    field: 'x-value',
    read: (given) => withoutBlanks(ascii(given))
  },
  type: {
    send: (reply, [one]) => reply.type(`${one}text/x-a${one}`.replace(/[^ \ta-z/-]/g, '')).send('x'),
    field: 'content-type',
    read: ([one = '']) => withoutBlanks(`${one}text/x-a${one}`.replace(/[^ \ta-z/-]/g, ''))
  },
  redirect: {
    send: (reply, [one = '']) => reply.redirect(one.replace(/[\t\x80-\xff]/g, '')),
    field: 'location',
    read: ([one = '']) => withoutBlanks(one.replace(/[\t\x80-\xff]/g, ''))
  },
  trailer: {
    // light-my-request also trims a character of Latin-1.
    send: (reply, given) => reply.trailer('x-value', async () => ascii(given)).send('x'),
    field: 'x-value',
    read: (given) => withoutBlanks(ascii(given))
  }
}

for (const [name, create] of Object.entries(carriers)) {
  describe(`over ${name}`, () => {
    let carrier: Carrier
    let given: readonly string[] = []
    before(async () => {
      carrier = await create((app) => {
        for (const [index, way] of Object.values(ways).entries())
          app.get(`/${index}`, (_request: unknown, reply: Anything) => way.send(reply, given))
        app.get('/echo', (request: Anything, reply: Anything) =>
          reply.send({ value: request.headers['x-value'], raw: request.raw?.headers?.['x-value'] })
        )
      })
    })
    after(() => carrier.close())

    for (const [index, [way, { field, read }]] of Object.entries(ways).entries()) {
      if (way.startsWith('raw') && name === 'the smallest adapter') continue
      test(`a response field has no whitespace at the ends of its value: ${way}`, async () => {
        await fc.assert(
          fc.asyncProperty(values, async (some) => {
            given = some
            const answer = await carrier.ask({ method: 'GET', path: `/${index}` })
            const fields = way === 'trailer' ? answer.trailers : answer.headers
            if (way === 'trailer' && carrier.hasTrailers === false) return
            assert.deepEqual(fields[field], read?.(some))
          }),
          budget(60)
        )
      })
    }
  })
}

// Before version 22.17, Node drops such a field of an HTTP/2 request.
for (const name of Object.keys(carriers).filter((one) => one !== 'the smallest adapter')) {
  test(`a request field has no whitespace at the ends of its value over ${name}`, async (t) => {
    const carrier = await (carriers[name] as (typeof carriers)[string])((app) =>
      app.get('/', (request: Anything) => ({
        read: [request.headers['x-value'], request.raw.headers['x-value']],
        pairs: name === 'fetch' ? [] : request.raw.rawHeaders
      }))
    )
    t.after(() => carrier.close())
    await fc.assert(
      fc.asyncProperty(value, async (sent) => {
        const answer = await carrier.ask({ method: 'GET', path: '/', headers: { 'x-value': sent } })
        const { read, pairs } = JSON.parse(Buffer.from(answer.body, 'latin1').toString())
        const isDropped = name === 'HTTP/2' && read[0] === undefined && sent !== withoutBlanks(sent)
        if (isDropped || read[0] === null) return
        assert.deepEqual(read, [withoutBlanks(sent), withoutBlanks(sent)])
        const place = pairs.findIndex((one: string) => one.toLowerCase() === 'x-value')
        if (place >= 0) assert.equal(pairs[place + 1], withoutBlanks(sent))
      }),
      budget(60)
    )
  })
}

test('early hints over HTTP/2 have no whitespace at the ends of their values', async (t) => {
  let given: readonly string[] = []
  const carrier = await (carriers['HTTP/2'] as (typeof carriers)[string])((app) => {
    app.get('/', (_request: unknown, reply: Anything) =>
      reply.writeEarlyHints({ link: ' </a>; rel=preload\t', 'x-value': given[0], 'x-list': [...given] }).send('x')
    )
    app.get('/origin', (request: Anything) => request.host)
  })
  t.after(() => carrier.close())
  const { body } = await carrier.ask({ method: 'GET', path: '/origin' })
  const session = connect(`http://${body}`)
  t.after(() => session.close())
  await fc.assert(
    fc.asyncProperty(values, async (some) => {
      given = some
      const hints: Anything[] = []
      const stream = session.request({ ':path': '/' }).on('headers', (fields) => hints.push(fields))
      await closeOf(stream.resume())
      const [{ link, 'x-value': one, 'x-list': list }] = hints
      assert.deepEqual([link, one, list], ['</a>; rel=preload', first(some), some.map(withoutBlanks).join(', ')])
    }),
    budget(60)
  )
})

test('trimReceived trims spaces and tabs in headers and rawHeaders', () => {
  const list = [' a=1', 'b=2\t']
  const received = {
    headers: { plain: 'a b', blank: ' \t', 'x-value': '\ta b ', 'x-nbsp': '\xa0', 'set-cookie': list },
    rawHeaders: ['Plain', 'a b', 'X-Value', '\ta b ', 'Set-Cookie', ' a=1']
  }
  trimReceived(received)
  assert.deepEqual(received, {
    headers: { plain: 'a b', blank: '', 'x-value': 'a b', 'x-nbsp': '\xa0', 'set-cookie': ['a=1', 'b=2'] },
    rawHeaders: ['Plain', 'a b', 'X-Value', 'a b', 'Set-Cookie', 'a=1']
  })
})

test('a value with two million inner spaces is trimmed in linear time', () => {
  const rawHeaders = ['x', `a${' '.repeat(2_000_000)}a`]
  trimReceived({ headers: {}, rawHeaders })
  assert.equal(rawHeaders[1]?.length, 2_000_002)
})
