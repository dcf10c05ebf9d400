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
  ['a reference to nothing', { querystring: { $ref: 'nothing#' } }],
  [
    'a pattern that can take exponential time',
    { params: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } }
  ],
  ['a response status that is none', { response: { ok: { type: 'string' } } }],
  ['a response schema that refers to nothing', { response: { 200: { $ref: '#/definitions/a' } } }],
  ['an unknown key', { bodi: { type: 'string' } }],
  ['an unknown keyword among several media types', { body: { content: { 'a/b': { schema: { typ: 'string' } } } } }],
  ['a keyword that a plugin of Ajv does not bring', { body: { typ: 'string' } }, { ajv: { plugins: [() => {}] } }]
] as [string, object, ServerOptions?][]) {
  test(`a schema with ${what} stops the start of a lazy app as of any other`, async () => {
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

test('compilers of the application compile at boot, also in a lazy app', async () => {
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

test('a lazy route runs the hooks that were declared before it was closed, and answers HEAD and what is not found', async () => {
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
