import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStream, toRequest, toUrl } from '../../src/client/outgoing.ts'
import { makeTarget } from '../../src/contract/make-target.ts'

const post = makeTarget({ method: 'POST', path: '/a/:b', schema: {} })

test('the address has the parameters in their places, and of the query what is defined', () => {
  assert.equal(toUrl('https://x/', post, { params: { b: 'é/' } }), 'https://x/a/%C3%A9%2F')
  const query = { one: 1, none: undefined, many: ['a', 'b'], no: null }
  assert.equal(toUrl('', post, { params: { b: 1 }, query }), '/a/1?one=1&many=a&many=b&no=null')
  assert.equal(toUrl('', post, { params: { b: 1 }, query: {} }), '/a/1')
})

test('a body is JSON unless it is bytes, a form or a stream, or the headers say what a text is', () => {
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
  assert.ok(!('body' in toRequest(post, {}, undefined)))
})

test('streams are known by what they do', async () => {
  assert.ok(isStream(new ReadableStream()) && isStream((async function* () {})()))
  for (const body of [null, undefined, 'a', {}, [], new Blob([])]) assert.ok(!isStream(body))
  const { duplex } = toRequest(post, { body: new ReadableStream() }, undefined) as { duplex?: string }
  assert.equal(duplex, 'half')
})
