import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint } from '../../src/contract/endpoint.ts'
import { toInjectOptions, toRouteOptions } from '../../src/tree/endpoint.ts'

test("toRouteOptions takes options from the endpoint, with emptyBody 'none' without a body schema", () => {
  const handler = () => {}
  const get = endpoint('GET /a', { response: {} })
  const target = { method: 'GET', url: '/a', path: '/a', schema: { response: {} }, handler }
  assert.deepEqual(toRouteOptions(get, '', handler), { emptyBody: 'none', ...target })
  assert.deepEqual(toRouteOptions(get, '', { config: 1 }, handler), { emptyBody: 'none', config: 1, ...target })
  assert.deepEqual(toRouteOptions(get, '', { emptyBody: 'parse' }, handler), { emptyBody: 'parse', ...target })
  const put = endpoint('PUT /a', { body: { type: 'string' } })
  assert.ok(!('emptyBody' in toRouteOptions(put, '', handler)))
  assert.ok(!('emptyBody' in toRouteOptions(put, '', {}, handler)))
  for (const given of [null, undefined, 'text', 1])
    assert.throws(() => toRouteOptions(put, '', given, handler), {
      code: 'FST_ERR_ROUTE_OPTIONS_NOT_OBJ',
      message: /'PUT:\/a'/
    })
  for (const name of ['method', 'url', 'path', 'schema', 'handler'])
    assert.throws(() => toRouteOptions(put, '', { config: 1, [name]: undefined }, handler), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message:
        'The argument of route() after the endpoint PUT /a must be options beside its method, path, schema and handler, ' +
        `not '${name}'.`
    })
})

test('toInjectOptions fills in the path parameters', () => {
  assert.equal(toInjectOptions(endpoint('GET /:a/x-:b'), { params: { a: 'é', b: 1 } }).url, '/%C3%A9/x-1')
})

test('toInjectOptions leaves out undefined query and header values', () => {
  const post = endpoint('POST /')
  const base = { method: 'POST', url: '/', headers: {} }
  assert.deepEqual(toInjectOptions(post), base)
  assert.deepEqual(toInjectOptions(post, {}), base)
  assert.deepEqual(toInjectOptions(post, { query: { a: 1, b: undefined }, headers: { c: 'x', d: undefined } }), {
    ...base,
    query: { a: 1 },
    headers: { c: 'x' }
  })
})

test('a body that is not an object is sent as JSON, unless its headers set a content type', () => {
  const post = endpoint('POST /')
  const json = { 'content-type': 'application/json' }
  const sent = (input: object) => {
    const { headers, payload } = toInjectOptions(post, input) as { headers: object; payload?: unknown }
    return [headers, payload]
  }
  assert.deepEqual(sent({ body: 'text' }), [json, '"text"'])
  assert.deepEqual(sent({ body: 0, headers: { a: 'b' } }), [{ a: 'b', ...json }, '0'])
  assert.deepEqual(sent({ body: null }), [json, 'null'])
  assert.deepEqual(sent({ body: false }), [json, 'false'])
  assert.deepEqual(sent({ body: { a: 1 } }), [{}, { a: 1 }])
  assert.deepEqual(sent({ body: undefined }), [{}, undefined])
  for (const name of ['content-type', 'Content-Type'])
    assert.deepEqual(sent({ body: 'a,b', headers: { [name]: 'text/csv' } }), [{ [name]: 'text/csv' }, 'a,b'])
})

test('dates and bigints are sent as text', () => {
  const at = new Date(0)
  const options = toInjectOptions(endpoint('POST /:at'), {
    params: { at },
    query: { at, all: [at, 1n] },
    headers: { n: 1n },
    body: { n: [1n], at }
  })
  const text = at.toJSON()
  assert.deepEqual(options, {
    method: 'POST',
    url: `/${encodeURIComponent(text)}`,
    query: { at: text, all: [text, 1n] },
    headers: { n: 1n },
    payload: { n: ['1'], at }
  })
})
