import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '../../src/base/usage-error.ts'
import { toModule } from '../../src/document/module/module.ts'
import { restOf } from '../../src/document/rest.ts'
import { answerOf, documentOf, info, withOperation } from './documents.ts'

const restIn = (document: Readonly<Record<string, unknown>>) => restOf(document, toModule(document))

test('what openapi() has options for is an option, what else no endpoint says is the rest', () => {
  const servers = [{ url: '/' }]
  const tags = [{ name: 'a' }]
  const externalDocs = { url: 'b' }
  const securitySchemes = { token: { type: 'http', scheme: 'bearer' } }
  const operation = { operationId: 'c', ...answerOf({ type: 'string', example: 'd' }) }
  const document = withOperation(operation, {
    openapi: '3.1.0',
    servers,
    tags,
    externalDocs,
    components: { securitySchemes }
  })
  assert.deepEqual(restIn(document), {
    ...{ info, servers, tags, externalDocs, securitySchemes },
    rest: {
      paths: {
        '/books': {
          post: {
            summary: undefined,
            responses: { 200: { content: { 'application/json': { schema: { example: 'd' } } } } }
          }
        }
      },
      security: undefined
    }
  })
})

test('a document of 3.2 stays one', () => {
  const { version } = restIn({
    ...documentOf({ '/a': { query: { responses: { 200: { description: 'b' } } } } }),
    openapi: '3.2.0'
  })
  assert.equal(version, '3.2')
})

test('what no app can implement is told', () => {
  const twice = { get: { responses: {} } }
  assert.throws(() => restIn(documentOf({ '/{a}': twice, '/{b}': twice })), ArgumentError)
})

test('a document without a title is refused with what to write, and one that is something else with what tells', () => {
  const nameless = { ...withOperation({}), info: { title: 'a' } }
  assert.throws(
    () => restIn(nameless),
    /^Error: The document has no title or no version: it must say 'info: \{ title: Books, version: 1\.0\.0 \}'\.$/
  )
  for (const [told, sentence] of [
    [
      { title: 'a', version: 1 },
      /^Error: The document's version is the number 1, and must be a text\. Write it in quotes, as in version: '1\.0'\.$/
    ],
    [{ title: 7, version: 'a' }, /title is the number 7, .* as in title: '7'\.$/]
  ] as const)
    assert.throws(() => restIn({ ...withOperation({}), info: told }), sentence)
  assert.throws(
    () => restIn({ ...withOperation({}), tags: [null] }),
    /The document is not as OpenAPI has it, .* npx @redocly\/cli lint$/
  )
})
