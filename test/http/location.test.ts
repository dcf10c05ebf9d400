import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toLocation } from '../../src/http/location.ts'
import { createApp, listen } from '../http-semantics/app.ts'
import { ask, fieldOf, lastRequest } from '../http-semantics/raw.ts'

const leads: readonly (readonly [url: string, location: string])[] = [
  ['/münchen', '/m%C3%BCnchen'],
  ['/日本?q=é#ß', '/%E6%97%A5%E6%9C%AC?q=%C3%A9#%C3%9F'],
  ['/encoded%20already/%C3%BC', '/encoded%20already/%C3%BC'],
  ['/a b', '/a b'],
  ['/😀', '/%F0%9F%98%80'],
  ['/half \ud83d pair', '/half %EF%BF%BD pair'],
  ['https://user@example.test:8080/x?y=z&é', 'https://user@example.test:8080/x?y=z&%C3%A9'],
  ['', '']
]

test('reply.redirect percent-encodes the location as ASCII', async (t) => {
  const origin = await listen(t, (app) => {
    for (const [index, [url]] of leads.entries()) app.get(`/${index}`, (_request, reply) => reply.redirect(url))
    app.get('/object', (_request, reply) => reply.redirect(new URL('http://a.test/ü') as unknown as string))
  })
  for (const [index, [url, location]] of leads.entries()) {
    const answer = await ask(origin, lastRequest('GET', `/${index}`))
    assert.deepEqual([answer.status, fieldOf(answer, 'location')], [302, location], url)
  }
  const answer = await ask(origin, lastRequest('GET', '/object'))
  assert.equal(fieldOf(answer, 'location'), 'http://a.test/%C3%BC')
})

test('toLocation throws for a promise and names the header', () => {
  assert.throws(() => toLocation(Promise.resolve('/late')), {
    code: 'ESP_ERR_REP_HEADER_PROMISE',
    message: /location/
  })
})

test('reply.redirect throws for a control character', async (t) => {
  const app = createApp(t)
  let code: unknown
  app.get('/', (_request, reply) => {
    try {
      return reply.redirect('/a\r\nSet-Cookie: evil=1')
    } catch (error) {
      code = (error as { code: string }).code
      throw error
    }
  })
  const { statusCode, headers } = await app.inject('/')
  assert.equal(code, 'ESP_ERR_REP_LOCATION_INVALID')
  assert.deepEqual([statusCode, headers['set-cookie'], headers.location], [500, undefined, undefined])
})

test('reply.redirect sends a location of visible ASCII and spaces, or responds 500 for control characters', async (t) => {
  const app = createApp(t)
  let url = ''
  app.get('/', (_request, reply) => reply.redirect(url))
  await app.ready()
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 20 }), async (text) => {
      url = text
      const { statusCode, headers } = await app.inject('/')
      if (statusCode === 302) assert.match(String(headers.location), /^[ -~]*$/)
      else {
        assert.equal(statusCode, 500)
        assert.ok([...text].some((character) => character < ' ' || character === '\x7f'))
      }
    }),
    { numRuns: 500 }
  )
})
