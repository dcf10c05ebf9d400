import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toModule, writeModule } from '../../src/module/module.ts'
import { answerOf, bodyOf, documentOf, withOperation } from '../documents.ts'
import { evaluate, toJson } from './evaluate.ts'

type Said = Readonly<Record<string, unknown>>

const write = (document: Said) => writeModule(toModule(document), 'a.yml', { options: {}, patch: {} })

const endpointIn = (document: Said) => /^export const \w+ = endpoint\(.*?\)\n$/ms.exec(write(document))?.[0].trimEnd()

const text = { type: 'string' }

for (const [what, operation, written] of [
  ['no keys', {}, "export const postBooks = endpoint('POST /books')"],
  [
    'a name',
    { operationId: 'books/add' },
    "export const booksAdd = endpoint('POST /books', { operationId: 'books/add' })"
  ],
  [
    'documentation',
    {
      summary: 'Adds',
      tags: ['a'],
      deprecated: true,
      security: [],
      externalDocs: { url: 'x' },
      'x-a': 1,
      servers: [{ url: '/' }]
    },
    "export const postBooks = endpoint('POST /books', {\n  tags: ['a'],\n  summary: 'Adds',\n  deprecated: true,\n  externalDocs: { url: 'x' },\n  security: [],\n  servers: [{ url: '/' }],\n  'x-a': 1\n})"
  ],
  ['a body', bodyOf(text), "export const postBooks = endpoint('POST /books', { body: Type.String() })"],
  [
    'an optional body',
    bodyOf(text, { required: false }),
    "export const postBooks = endpoint('POST /books', { body: Type.Union([Type.String(), Type.Null()]) })"
  ],
  [
    'a body of another type',
    { requestBody: { required: true, description: 'a', content: { 'text/plain': { schema: text, example: 'b' } } } },
    "export const postBooks = endpoint('POST /books', {\n  body: { description: 'a', content: { 'text/plain': { schema: Type.String(), example: 'b' } } }\n})"
  ],
  [
    'parameters',
    {
      parameters: [
        { name: 'a', in: 'query', schema: { type: 'integer', default: 1 }, description: 'b' },
        { name: 'c', in: 'query', required: true, deprecated: true, schema: text },
        { name: 'X-D', in: 'header', schema: { ...text, default: 1 } },
        { name: 'e', in: 'cookie', content: { 'application/json': {} } }
      ]
    },
    "export const postBooks = endpoint('POST /books', {\n  querystring: { a: withDefault(Type.Integer({ description: 'b' }), 1), c: Type.String({ deprecated: true }) },\n  headers: { 'X-D': Type.Optional(Type.String({ default: 1 })) },\n  cookies: { e: Type.Optional(Type.String()) }\n})"
  ],
  [
    'a response',
    answerOf(text),
    "export const postBooks = endpoint('POST /books', {\n  response: { 200: { description: 'A book.', content: { 'application/json': { schema: Type.String() } } } }\n})"
  ],
  [
    'responses without content',
    { responses: { 204: { description: 'a' }, '4XX': { description: 'b', content: {} }, default: {}, 'x-c': {} } },
    "export const postBooks = endpoint('POST /books', {\n  response: { 204: Type.Null({ description: 'a' }), '4xx': Type.Null({ description: 'b' }), default: Type.Null() }\n})"
  ],
  [
    'response headers, and content without a schema',
    {
      responses: {
        200: {
          description: 'a',
          headers: { Age: { schema: { type: 'integer' }, description: 'b' } },
          content: { 'image/*': {} }
        }
      }
    },
    "export const postBooks = endpoint('POST /books', {\n  response: {\n    200: {\n      description: 'a',\n      headers: { Age: Type.Integer({ description: 'b' }) },\n      content: { 'image/*': { schema: Type.Unknown() } }\n    }\n  }\n})"
  ],
  [
    'events',
    {
      responses: {
        200: {
          content: {
            'text/event-stream': {
              itemSchema: {
                type: 'object',
                oneOf: [
                  {
                    properties: {
                      event: { const: 'tick' },
                      data: { contentMediaType: 'application/json', contentSchema: text }
                    }
                  }
                ]
              }
            }
          }
        }
      }
    },
    "export const postBooks = endpoint('POST /books', { response: { 200: events({ tick: Type.String() }) } })"
  ]
] as const)
  test(`an operation with ${what} is written as idiomatic code`, () => {
    const document = withOperation(operation)
    assert.equal(endpointIn(document), written)
    evaluate(write(document))
  })

test('endpoints with duplicate or reserved names are renamed', () => {
  const document = documentOf({
    '/a': { get: { operationId: 'delete' }, put: { operationId: 'a b' }, post: { operationId: 'aB' } },
    '/b': { get: { operationId: 'Ab' } }
  })
  const { document: _rest, ...exported } = evaluate(write(document))
  assert.deepEqual(Object.keys(exported), ['delete2', 'aB', 'aB2', 'ab'])
})

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('only referenced schemas are written, before their references', () => {
  const schemas = { a: { type: 'array', items: ref('b') }, b: text, c: text }
  const written = write(withOperation(bodyOf({ ...ref('a'), description: 'd' }), { components: { schemas } }))
  assert.match(
    written,
    /export const B = Type\.String\(\{ \$id: 'b' \}\)\n\nexport const A = Type\.Array\(Type\.Ref\(B\), \{ \$id: 'a' \}\)/
  )
  assert.match(written, /body: Type\.Ref\(A, \{ description: 'd' \}\)/)
  assert.doesNotMatch(written, /const C/)
})

test('recursive schemas have explicit types and attach each other', async () => {
  const schemas = {
    tree: { type: 'object', properties: { left: ref('tree'), leaf: ref('leaf') } },
    leaf: { type: 'object', properties: { of: ref('tree'), name: text }, required: ['name'] }
  }
  const written = write(withOperation(bodyOf(ref('leaf')), { components: { schemas } }))
  assert.match(
    written,
    /^export type Tree = \{ left\?: Tree; leaf\?: Leaf \}\nexport const Tree: SchemaOf<Tree, 'tree'> = Type\.Object\($/m
  )
  assert.match(written, /left: Type\.Optional\(Type\.Ref\('tree', \(\) => Tree\)\)/)
  const { postBooks } = evaluate(written) as { postBooks: never }
  const { espalier } = await import('espalier')
  const app = espalier()
  app.route(postBooks, ({ body }) => body)
  const send = async (payload: object) => (await app.inject({ method: 'POST', url: '/books', payload })).statusCode
  assert.equal(await send({ name: 'a', of: { left: { leaf: { name: 'b' } } } }), 200)
  assert.equal(await send({ name: 'a', of: { left: { leaf: { name: {} } } } }), 400)
  await app.close()
})

test('named parts of the document are constants', () => {
  const components = {
    parameters: { limit: { name: 'limit', in: 'query', schema: text } },
    requestBodies: { Book: { required: true, content: { 'application/json': { schema: text } } } },
    responses: { Problem: { description: 'a', content: { 'application/json': { schema: text } } } }
  }
  const operation = {
    parameters: [{ $ref: '#/components/parameters/limit' }],
    requestBody: { $ref: '#/components/requestBodies/Book' },
    responses: { 400: { $ref: '#/components/responses/Problem' }, 404: { $ref: '#/components/responses/Problem' } }
  }
  const written = write(withOperation(operation, { components }))
  assert.match(written, /^const limit = Type\.Optional\(Type\.String\(\)\)$/m)
  assert.match(written, /querystring: \{ limit \},\n {2}body: book,\n {2}response: \{ 400: problem, 404: problem \}/)
})

test('annotations for tools, and defaults or formats that the validator refuses, are left out', () => {
  const schema = {
    anyOf: [{ type: 'string', default: 'a', format: 'my-format' }, ref('b')],
    discriminator: { propertyName: 'c' },
    'x-d': 1
  }
  const components = { schemas: { b: { type: 'integer', default: 1, xml: {}, format: 'int64' } } }
  const { postBooks } = evaluate(write(withOperation(bodyOf(schema), { components }))) as {
    postBooks: { schema: object }
  }
  assert.deepEqual(toJson(postBooks.schema), { body: { anyOf: [{ type: 'string' }, { $ref: 'b' }] } })
})

test('ignored headers and bodies of GET and HEAD are left to the document', () => {
  const header = (name: string) => ({ name, in: 'header', required: true, schema: text })
  const components = { parameters: { Auth: header('Authorization') } }
  const parameters = [header('accept'), header('Content-Type'), { $ref: '#/components/parameters/Auth' }, header('X-A')]
  const operation = { responses: {}, parameters, ...bodyOf(text) }
  const written = write(documentOf({ '/a': { get: operation, head: operation } }, { components }))
  assert.match(written, /^export const getA = endpoint\('GET \/a', \{ headers: \{ 'X-A': Type\.String\(\) \} \}\)$/m)
  assert.match(written, /^export const headA = endpoint\('HEAD \/a', \{ headers: \{ 'X-A': Type\.String\(\) \} \}\)$/m)
  assert.doesNotMatch(written, /const auth/)
})
