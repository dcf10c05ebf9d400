import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceOn } from './advice.ts'

for (const [what, text, expected] of [
  [
    'an error handler that sets no status',
    `app.setErrorHandler((error, request, reply) => {\n reply.header('a', 'b').send({ message: error.message })\n})`,
    /^1: This error handler sets no status.* reply\.code\(…\) before reply\.send\(…\).*\(row 6 of /
  ],
  [
    'a success status missing in the response map',
    `app.post('/', { schema: { response: { 200: a, '4xx': b } } }, async (req, reply) => reply.code(201).send({}))`,
    /^1: The response map of this route declares 200, and its handler answers 201: .*\(row 21 of /
  ],
  [
    'a success status missing in the response map of app.route()',
    `app.route({ method: 'GET', url: '/', schema: { response: { '201': a } }, handler(req, reply) { reply.status(202).send({}) } })`,
    /declares 201, and its handler answers 202/
  ],
  ['instrumentation by name', `import { F } from '@opentelemetry/instrumentation-fastify'`, /Use @fastify\/otel/]
] as const) {
  test(`${what} is reported`, () => {
    const advice = adviceOn('a.ts', text)
    assert.equal(advice.length, 1, advice.join('\n'))
    assert.match(advice[0] ?? '', expected)
  })
}

for (const [what, text] of [
  ['an error handler with a code', `app.setErrorHandler((e, _, reply) => reply.header('a', 'b').code(500).send(e))`],
  ['an error handler with a status', `app.setErrorHandler((e, _, r) => { r.status(e.statusCode ?? 500); r.send(e) })`],
  ['an error handler with statusCode', `app.setErrorHandler((e, _, r) => { r.statusCode = 500; r.send(e) })`],
  ['an error handler that passes its reply on', `app.setErrorHandler((e, _, r) => { prepare(r); r.send(e) })`],
  ['an imported error handler', 'app.setErrorHandler(handler)'],
  ['an error handler that throws', 'app.setErrorHandler((error) => { throw error })'],
  ['a declared status', `app.post('/', { schema: { response: { 201: a } } }, (q, r) => r.code(201).send({}))`],
  ['a declared class', `app.post('/', { schema: { response: { '2xx': a } } }, (q, r) => r.code(201).send({}))`],
  ['a default', `app.post('/', { schema: { response: { 200: a, default: a } } }, (q, r) => r.code(201).send({}))`],
  ['a map of errors', `app.post('/', { schema: { response: { 400: a } } }, (q, r) => r.code(201).send({}))`],
  [
    'a response map with a spread',
    `app.post('/', { schema: { response: { 200: a, ...more } } }, (q, r) => r.code(201).send({}))`
  ],
  ['a response without content', `app.delete('/', { schema: { response: { 200: a } } }, (q, r) => r.code(204).send())`],
  ['an error', `app.get('/', { schema: { response: { 200: a } } }, (q, r) => r.code(404).send({}))`]
] as const) {
  test(`${what} is not reported`, () => {
    assert.deepEqual(adviceOn('a.ts', text), [])
  })
}
