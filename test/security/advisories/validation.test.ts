/**
 * Defects of Fastify 5.12 in validation: rules of a schema that did not hold. In each case two readings of the same input differed: the validated
 * copy and the original, the name in the schema and in the message, a schema and its truth value, or data of the client and a validator result.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json, serve } from '../serve.ts'
import type { Anything, Wild } from '../wild.ts'

const echo = (request: Anything) => ({ reached: true, body: request.body ?? null })

const whole = { type: 'integer', minimum: 1, maximum: 10 }
const values: [name: string, schema: object, body: string, value: unknown][] = [
  ['a whole number', whole, '"10"', 10],
  ['a whole number as a power', whole, '"1e1"', 10],
  ['a whole number that is too large', whole, '"11"', undefined],
  ['a number', { type: 'number', minimum: 1 }, '"1.5"', 1.5],
  ['a number that is too small', { type: 'number', minimum: 1 }, '"0.5"', undefined],
  ['true', { type: 'boolean' }, '"true"', true],
  ['false', { type: 'boolean' }, '"false"', false],
  ['an invalid boolean', { type: 'boolean' }, '"yes"', undefined],
  ['a text', { type: 'string', maxLength: 2 }, '12', '12'],
  ['a text that is too long', { type: 'string', maxLength: 2 }, '123', undefined],
  ['nothing', { type: 'null' }, '""', null],
  ['one of two types', { type: ['integer', 'null'] }, '"7"', 7]
]

// GHSA-w2qp-rph6-63g4
for (const [name, schema, body, value] of values) {
  test(`a body of a single value reaches its handler as validated: ${name}`, async (t) => {
    const show = (request: Anything) => ({ value: request.body })
    const { send } = await serve(t, {}, (app) => {
      app.post('/one', { schema: { body: schema } }, show)
      app.post('/each', { schema: { body: { content: { 'application/json': { schema } } } } }, show)
    })
    for (const target of ['/one', '/each']) {
      const answer = await send(target, { method: 'POST', headers: [json], body })
      if (value === undefined) assert.equal(answer?.status, 400, target)
      else assert.deepEqual(JSON.parse(answer?.body ?? ''), { value }, target)
    }
  })
}

const signed = { type: 'object', required: ['X-Signature'] }
const user: [string, string][] = [['X-User', 'a']]
const debug: [string, string][] = [['X-Debug', '1']]

// CVE-2026-84428, GHSA-9q9j-q6p8-xq58
const requirements: [string, object, [string, string][]][] = [
  ['a dependency', { dependencies: { 'X-User': ['X-Signature'] } }, user],
  ['a dependency that is a schema', { dependencies: { 'X-User': { required: ['X-Signature'] } } }, user],
  [
    'a dependency in a dependency',
    { dependencies: { 'X-User': { dependencies: { 'X-USER': ['X-Signature'] } } } },
    user
  ],
  ['an alternative', { anyOf: [{ required: ['X-Signature'] }, { required: ['X-Token'] }] }, []],
  [
    'one of two',
    { oneOf: [{ required: ['X-User'] }, { properties: { 'X-User': false } }], not: signed },
    [['X-Signature', '']]
  ],
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  ['a condition', { if: { required: ['X-User'] }, then: { required: ['X-Signature'] } }, [['x-user', 'a']]],
  ['a condition that does not hold', { if: { required: ['X-Token'] }, else: { required: ['X-Signature'] } }, user],
  ['a negation', { not: { required: ['X-Debug'] } }, [['X-DEBUG', '1']]],
  ['a value in every part', { allOf: [{ properties: { 'X-User': { enum: ['b'] } } }] }, user],
  ['a definition', { $ref: '#/definitions/signed', definitions: { signed } }, []],
  ['a schema of the app', { allOf: [{ $ref: 'signed#' }] }, []],
  ['a schema of the app that denies', { not: { $ref: 'debugged#' } }, debug]
]

// CVE-2026-107832
const denials: [string, object, [string, string][]][] = [
  ['names that are listed', { propertyNames: { not: { enum: ['X-Debug'] } } }, [['x-debug', '1']]],
  ['a name that is given', { propertyNames: { not: { const: 'X-Debug' } } }, debug],
  ['a name in an alternative', { propertyNames: { not: { anyOf: [{ const: 'X-Debug' }] } } }, debug],
  ['a name in another part', { allOf: [{ propertyNames: { not: { enum: ['x-other', 'X-DEBUG'] } } }] }, debug],
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  ['a name in a condition', { propertyNames: { if: { const: 'X-Debug' }, then: false } }, debug],
  [
    'names behind a reference',
    { propertyNames: { not: { $ref: '#/definitions/denied' } }, definitions: { denied: { enum: ['X-Debug'] } } },
    debug
  ]
]

for (const [name, schema, headers] of [...requirements, ...denials]) {
  test(`a rule about headers applies to names in any case: ${name}`, async (t) => {
    const { send } = await serve(t, {}, (app) => {
      app.addSchema({ $id: 'signed', ...signed })
      app.addSchema({ $id: 'debugged', type: 'object', required: ['X-Debug'] })
      app.get('/', { schema: { headers: { type: 'object', ...schema } } }, echo)
    })
    for (const change of [
      (text: string) => text,
      (text: string) => text.toLowerCase(),
      (text: string) => text.toUpperCase()
    ]) {
      const sent = headers.map(([field, value]): [string, string] => [change(field), value])
      assert.equal((await send('/', { headers: sent }))?.status, 400, JSON.stringify(sent))
    }
  })
}

test('a header name that propertyNames allows passes in any case', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    const names = ['Host', 'X-Debug']
    app.get('/', { schema: { headers: { type: 'object', propertyNames: { enum: names } } } }, echo)
  })
  assert.equal((await send('/', { headers: [['X-DEBUG', '1']] }))?.status, 200)
  assert.equal((await send('/', { headers: [['X-Other', '1']] }))?.status, 400)
})

const parts = ['body', 'querystring', 'query', 'params', 'headers']

// GHSA-hwr6-493r-vm6h
test('the schema false refuses every value', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    for (const part of parts) app.post(`/${part}/:id`, { schema: { [part]: false } }, echo)
    const refused: Record<string, object> = {
      '/property/1': { type: 'object', properties: { a: false } },
      '/alternative/1': { anyOf: [false, { type: 'object', properties: { a: false } }] },
      '/definition/1': { $ref: '#/definitions/none', definitions: { none: false } }
    }
    for (const [path, body] of Object.entries(refused)) app.post(path, { schema: { body } }, echo)
  })
  for (const part of [...parts, 'property', 'alternative', 'definition']) {
    const answer = await send(`/${part}/1?a=1`, { method: 'POST', headers: [json], body: '{"a":1}' })
    assert.equal(answer?.status, 400, part)
  }
})

test('the schema false of a content type refuses that type', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    const content = { 'application/json': { schema: false }, 'text/plain': { schema: true } }
    app.post('/', { schema: { body: { content } } }, echo)
  })
  assert.equal((await send('/', { method: 'POST', headers: [json], body: '{}' }))?.status, 400)
  const headers: [string, string][] = [['Content-Type', 'text/plain']]
  assert.equal((await send('/', { method: 'POST', headers, body: 'a' }))?.status, 200)
})

// GHSA-667r-xxjv-c9mm
test('a client cannot forge the result of an async validator in its body', async (t) => {
  const { send } = await serve(t, {}, (app) => {
    const body = { $async: true, type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
    app.post('/', { schema: { body } }, echo)
  })
  const post = (body: object) => send('/', { method: 'POST', headers: [json], body: JSON.stringify(body) })
  for (const body of [{ value: { n: 1 } }, { error: null, value: 1 }, { error: false }, { value: true }]) {
    assert.equal((await post(body))?.status, 400, JSON.stringify(body))
  }
  for (const body of [
    { n: 1, value: { n: 2 }, error: 'forged' },
    { n: 1, error: { message: 'forged', statusCode: 200 } },
    { n: 1, value: null },
    // biome-ignore lint/suspicious/noThenProperty: what a client may send
    { n: 1, then: 1, errors: [] }
  ]) {
    const answer = await post(body)
    assert.equal(answer?.status, 200, JSON.stringify(body))
    assert.deepEqual(JSON.parse(answer.body).body, body)
  }
})

// GHSA-667r-xxjv-c9mm
test('a client cannot forge the result of an async validator in its params, query or headers', async (t) => {
  const schema = { $async: true, type: 'object', required: ['n'], properties: { n: { type: 'integer' } } }
  const { send } = await serve(t, {}, (app: Wild) => {
    const show = ({ params, query, headers: { n, value, error } }: Anything) => ({
      params,
      query,
      headers: { n, value, error }
    })
    app.get('/params/:n/:value/:error', { schema: { params: schema } }, show)
    app.get('/query', { schema: { querystring: schema } }, show)
    app.get('/headers', { schema: { headers: schema } }, show)
  })
  const named: [string, string][] = [
    ['value', 'v'],
    ['error', 'e']
  ]
  const whole = { n: 1, value: 'v', error: 'e' }
  assert.deepEqual(JSON.parse((await send('/params/1/v/e'))?.body ?? '').params, whole)
  assert.deepEqual(JSON.parse((await send('/query?n=1&value=v&error=e'))?.body ?? '').query, whole)
  const answer = await send('/headers', { headers: [['n', '1'], ...named] })
  assert.deepEqual(JSON.parse(answer?.body ?? '').headers, whole)
  assert.equal((await send('/params/x/v/e'))?.status, 400)
  assert.equal((await send('/query?value=v&error='))?.status, 400)
  assert.equal((await send('/headers', { headers: named }))?.status, 400)
})
