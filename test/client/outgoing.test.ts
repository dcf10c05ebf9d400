import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { isStream, toRequest, toUrl } from '../../src/client/outgoing.ts'
import { makeTarget } from '../../src/contract/make-target.ts'

const post = makeTarget({ method: 'POST', path: '/a/:b', schema: {} })

test('a URL contains the params and the defined query values', () => {
  assert.equal(toUrl('https://x/', post, { params: { b: 'é/' } }), 'https://x/a/%C3%A9%2F')
  const query = { one: 1, none: undefined, many: ['a', 'b'], no: null }
  const at = new Date(0)
  assert.match(toUrl('', post, { params: { b: at }, query: { at, n: 2n ** 64n } }), /Z\?at=.*Z&n=18446744073709551616$/)
  assert.equal(toUrl('', post, { params: { b: 1 }, query }), '/a/1?one=1&many=a&many=b&no=null')
  assert.equal(toUrl('', post, { params: { b: 1 }, query: {} }), '/a/1')
})

test('a body is sent as JSON, except for bytes, forms, streams and texts with a content type', () => {
  const typeAndBody = (body: unknown, headers?: Record<string, unknown>) => {
    const made = toRequest(post, { body, ...(headers && { headers }) }, undefined)
    return [new Headers(made.headers).get('content-type'), made.body]
  }
  assert.deepEqual(typeAndBody({ a: 1 }), ['application/json', '{"a":1}'])
  assert.deepEqual(typeAndBody('a'), ['application/json', '"a"'])
  assert.deepEqual(typeAndBody(null), ['application/json', 'null'])
  assert.deepEqual(typeAndBody('a', { 'content-type': 'text/plain' }), ['text/plain', 'a'])
  assert.deepEqual(typeAndBody({ a: 1 }, { 'Content-Type': 'application/merge-patch+json' }), [
    'application/merge-patch+json',
    '{"a":1}'
  ])
  for (const body of [
    new FormData(),
    new URLSearchParams('a=1'),
    new Blob(['a']),
    new Uint8Array(1),
    new ArrayBuffer(1)
  ])
    assert.deepEqual(typeAndBody(body), [null, body])
  assert.equal(toRequest(post, {}, undefined).body, undefined)
})

test('streams are detected by their methods', async () => {
  assert.ok(isStream(new ReadableStream()) && isStream((async function* () {})()))
  for (const body of [null, undefined, 'a', {}, [], new Blob([])]) assert.ok(!isStream(body))
  const { duplex } = toRequest(post, { body: new ReadableStream() }, undefined) as { duplex?: string }
  assert.equal(duplex, 'half')
  assert.ok(toRequest(post, { body: Readable.from(['a']) }, undefined).body instanceof Readable)
})

test('bigints are sent as digits, and an event id as its bytes', () => {
  const { body } = toRequest(post, { body: { n: 2n ** 64n, at: new Date(0) } }, undefined)
  assert.equal(body, '{"n":"18446744073709551616","at":"1970-01-01T00:00:00.000Z"}')
  const { headers } = toRequest(
    post,
    { headers: { a: new Date(0), b: undefined, c: ['1', '2'] } },
    { A: 'x', b: 'y' },
    { 'last-event-id': 'Ã©' }
  )
  const sent = Object.fromEntries(headers as Headers)
  assert.deepEqual(sent, { a: '1970-01-01T00:00:00.000Z', b: 'y', c: '1, 2', 'last-event-id': 'Ã©' })
})

test('undefined is omitted in arrays, client headers and call headers', () => {
  assert.equal(
    toUrl('', post, { params: { b: 1 }, query: { tag: ['a', undefined, 'b'], all: [undefined] } }),
    '/a/1?tag=a&tag=b'
  )
  const common = { authorization: undefined, a: '1' } as unknown as Record<string, string>
  const { headers } = toRequest(post, { headers: { b: undefined, c: ['1', undefined] } }, common)
  assert.deepEqual(Object.fromEntries(headers as Headers), { a: '1', c: '1' })
  const pairs = toRequest(post, {}, [
    ['a', '1'],
    ['a', '2']
  ]).headers
  assert.deepEqual(Object.fromEntries(pairs as Headers), { a: '1, 2' })
})

test('the Last-Event-ID of the caller is sent until an event has been read', () => {
  const given = { headers: { 'Last-Event-ID': '3' } }
  const idOf = (last?: object) =>
    new Headers(toRequest(post, given, undefined, last as Record<string, unknown>).headers).get('last-event-id')
  assert.equal(idOf(), '3')
  assert.equal(idOf({ 'last-event-id': '4' }), '4')
  assert.equal(idOf({ 'last-event-id': [] }), null)
})
