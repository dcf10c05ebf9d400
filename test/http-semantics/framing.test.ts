// Framing (RFC 9110 §6.4.1 and §8.6, RFC 9112 §6): every status with every method and kind of payload, on both exchanges and through inject.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { espalier } from 'espalier'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type LooseApp, serveRoute } from './app.ts'
import { ask, fieldOf, lastRequest, type RawResponse, readAnswer, talk } from './raw.ts'

const statuses = [200, 201, 203, 204, 205, 206, 226, 301, 304, 308, 400, 404, 410, 417, 500, 503, 599]
const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'] as const
const content = 'a body of some bytes: ä'
const bytes = Buffer.from(content)

interface Kind {
  readonly make: (status: number) => unknown
  readonly body: string
  readonly isStream?: boolean
}

const nullBody = new Set([204, 205, 304])
const webStream = () => new Blob([bytes.subarray(0, 5), bytes.subarray(5)]).stream()
const kinds: Readonly<Record<string, Kind>> = {
  text: { make: () => content, body: content },
  'empty text': { make: () => '', body: '' },
  bytes: { make: () => bytes, body: content },
  object: { make: () => ({ a: 1 }), body: '{"a":1}' },
  null: { make: () => null, body: 'null' },
  nothing: { make: () => undefined, body: '' },
  stream: { make: () => Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]), body: content, isStream: true },
  'empty stream': { make: () => Readable.from([]), body: '', isStream: true },
  'web stream': { make: webStream, body: content, isStream: true },
  response: {
    make: (status) => new Response(nullBody.has(status) ? null : webStream(), { status }),
    body: content,
    isStream: true
  },
  'empty response': { make: (status) => new Response(null, { status }), body: '' }
}

function serveMatrix(app: LooseApp): LooseApp {
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const { status, kind } = request.query as { status: string; kind: string }
    reply.code(Number(status)).send(kinds[kind]?.make(Number(status)))
  }
  app.route({ method: [...methods], url: '/', exposeHeadRoute: false, handler: answer } as never)
  return app
}

interface Seen {
  readonly status: number
  readonly length: string | undefined
  readonly coding: string | undefined
  readonly body: string
}

function check(seen: Seen, status: number, method: string, kind: Kind, version: string): void {
  const { length, coding, body } = seen
  assert.equal(seen.status, status)
  assert.ok(length === undefined || coding === undefined, 'both a length and a coding')
  assert.ok(length === undefined || /^\d+$/.test(length))
  if (status === 204) assert.deepEqual([length, coding, body], [undefined, undefined, ''])
  else if (status === 205) assert.deepEqual([length, coding, body], ['0', undefined, ''])
  else if (status === 304) {
    // RFC 9110 §8.6: the length of the omitted content, or none.
    const left = kind.isStream === true ? 0 : Buffer.byteLength(kind.body)
    assert.deepEqual([length, coding, body], [left === 0 ? undefined : String(left), undefined, ''])
  } else if (method === 'HEAD') {
    assert.deepEqual([coding, body], [undefined, ''])
    if (length !== undefined) assert.equal(length, String(Buffer.byteLength(kind.body)))
  } else {
    assert.equal(body, kind.body)
    if (kind.isStream !== true) assert.equal(length, String(Buffer.byteLength(kind.body)))
    if (version === '1.0') assert.equal(coding, undefined)
  }
}

function see({ status, headers, body }: RawResponse): Seen {
  const { 'content-length': length = [], 'transfer-encoding': coding = [] } = headers
  assert.ok(length.length <= 1 && coding.length <= 1, 'a framing field came twice')
  return { status, length: length[0], coding: coding[0], body: Buffer.from(body, 'latin1').toString() }
}

const make = espalier as unknown as (options: object) => LooseApp
const origins: Record<string, string> = {}
const apps = { auto: serveMatrix(make({})), stock: serveMatrix(make({ exchange: 'stock' })) }

describe('the framing of responses', () => {
  before(async () => {
    for (const [name, app] of Object.entries(apps)) origins[name] = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => Promise.all(Object.values(apps).map((app) => app.close())))

  for (const method of methods) {
    for (const status of statuses) {
      test(`a ${status} to ${method} has one correct Content-Length, chunks or no content for each kind of payload`, async () => {
        for (const [name, kind] of Object.entries(kinds)) {
          const target = `/?status=${status}&kind=${encodeURIComponent(name)}`
          for (const exchange of ['auto', 'stock']) {
            for (const version of ['1.1', '1.0']) {
              const answer = await ask(String(origins[exchange]), lastRequest(method, target, version), method)
              check(see(answer), status, method, kind, version)
            }
          }
          const { statusCode, headers, body } = await apps.auto.inject({ method, url: target })
          const [length, coding] = [headers['content-length'], headers['transfer-encoding']] as (string | undefined)[]
          check({ status: statusCode, length, coding, body }, status, method, kind, '1.1')
        }
      })
    }
  }
})

test('an interim status set by a handler gets 500 FST_ERR_BAD_STATUS_CODE', async (t) => {
  for (const exchange of ['auto', 'stock'] as const) {
    const app = make(exchange === 'stock' ? { exchange } : {})
    t.after(() => app.close())
    for (const status of [100, 101, 102, 103, 199])
      app.get(`/${status}`, (_request: FastifyRequest, reply: FastifyReply) => reply.code(status).send('text'))
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    for (const status of [100, 101, 102, 103, 199]) {
      const answer = await ask(origin, lastRequest('GET', `/${status}`))
      assert.deepEqual([answer.status, JSON.parse(answer.body).code], [500, 'FST_ERR_BAD_STATUS_CODE'])
    }
  }
})

test('early hints are sent before the response, as 103 without content (RFC 8297)', async (t) => {
  const { origin } = await serveRoute(t, (_request, reply) => {
    reply.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => {})
    reply.send('x')
  })
  const [hints, rest] = readAnswer(await talk(origin, lastRequest('GET', '/')), 'GET')
  assert.deepEqual([hints.status, fieldOf(hints, 'content-length')], [103, null])
  const [answer, end] = readAnswer(rest, 'GET')
  assert.deepEqual([answer.status, answer.body, end], [200, 'x', ''])
})

test('an error response to HEAD has the Content-Length of the one to GET and no content', async (t) => {
  const { origin } = await serveRoute(t, () => Promise.reject(Object.assign(new Error('gone'), { statusCode: 410 })))
  const [get, head] = [await ask(origin, lastRequest('GET', '/')), await ask(origin, lastRequest('HEAD', '/'))]
  assert.deepEqual([head.status, head.body], [410, ''])
  assert.equal(fieldOf(head, 'content-length'), fieldOf(get, 'content-length'))
})
