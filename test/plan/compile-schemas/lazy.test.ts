import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../../../src/adapter/create-app.ts'
import type { App, ServerOptions } from '../../../types/index.ts'

const create = (options: ServerOptions = {}) => createApp({ compile: 'lazy', ...options }) as unknown as App
const book = {
  type: 'object',
  properties: { title: { type: 'string' }, pages: { type: 'integer' } },
  required: ['title']
}

for (const [what, schema, options] of [
  ['an unknown keyword', { body: { type: 'object', propertees: {} } }],
  ['an unknown type', { body: { type: 'text' } }],
  ['an unresolved reference', { querystring: { $ref: 'nothing#' } }],
  [
    'a pattern that can take exponential time',
    { params: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } }
  ],
  ['an invalid response status', { response: { ok: { type: 'string' } } }],
  ['an unresolved reference in a response', { response: { 200: { $ref: '#/definitions/a' } } }],
  ['an unknown key', { bodi: { type: 'string' } }],
  ['an unknown keyword among several media types', { body: { content: { 'a/b': { schema: { typ: 'string' } } } } }],
  ['a keyword that no Ajv plugin adds', { body: { typ: 'string' } }, { ajv: { plugins: [() => {}] } }]
] as [string, object, ServerOptions?][]) {
  test(`a lazy app fails to start with the same error as others for ${what}`, async () => {
    const failures = await Promise.all(
      (['lazy', 'boot'] as const).map(async (compile) => {
        const app = create({ ...options, compile })
        app.post('/books', { schema } as never, () => 'a book')
        return app.ready().then(
          () => assert.fail(`the app with compile: '${compile}' started`),
          ({ code, message }) => ({ code, message })
        )
      })
    )
    assert.ok(failures[0]?.code)
    assert.deepEqual(failures[0], failures[1])
  })
}

test('a custom validator compiler compiles at boot in a lazy app', async () => {
  const app = create()
  const compiled: string[] = []
  app.setValidatorCompiler((({ httpPart }: { httpPart: string }) => {
    compiled.push(httpPart)
    return () => true
  }) as never)
  app.get('/books', { schema: { querystring: book, headers: book } }, () => 'a book')
  await app.ready()
  assert.deepEqual([...new Set(compiled)], ['querystring', 'headers'])
})

test('a lazy app runs its hooks for GET, HEAD and 404', async () => {
  const app = create()
  const calls: string[] = []
  app.addHook('onRequest', async () => void calls.push('hook'))
  app.get('/books', { schema: { response: { 200: book } } }, () => ({ title: 'a' }))
  await app.ready()
  const answers = [
    await app.inject('/books'),
    await app.inject({ method: 'HEAD', url: '/books' }),
    await app.inject('/')
  ]
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 404]
  )
  assert.equal(calls.length, 3)
})
