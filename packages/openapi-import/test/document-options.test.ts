import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import { optionsOf } from '../src/document-options.ts'
import { toModule } from '../src/module/module.ts'
import { answerOf, documentOf, info, withOperation } from './documents.ts'

const optionsIn = (document: Readonly<Record<string, unknown>>) => optionsOf(document, toModule(document))

test('parts with an option of openapi() are options, and patch has the rest', async () => {
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
  assert.deepEqual(await optionsIn(document), {
    options: { info, servers, tags, externalDocs, securitySchemes },
    patch: {
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

test('a 3.2 document keeps its version', async () => {
  const { options } = await optionsIn({
    ...documentOf({ '/a': { query: { responses: { 200: { description: 'b' } } } } }),
    openapi: '3.2.0'
  })
  assert.equal(options.version, '3.2')
})

test('a document that no app can implement rejects', async () => {
  const twice = { get: { responses: {} } }
  await assert.rejects(optionsIn(documentOf({ '/{a}': twice, '/{b}': twice })), ArgumentError)
  await assert.rejects(
    optionsIn(documentOf({ '/a': { additionalOperations: { LINK: { responses: {} } } } })),
    /^Error: paths → \/a → link: LINK method is not supported\. .* after app\.addHttpMethod\(\)/
  )
})

test('a document without a title or with a wrong info type rejects with advice', async () => {
  const nameless = { ...withOperation({}), info: { title: 'a' } }
  await assert.rejects(
    optionsIn(nameless),
    /^Error: The document has no title or no version: it must say 'info: \{ title: Books, version: 1\.0\.0 \}'\.$/
  )
  for (const [told, sentence] of [
    [
      { title: 'a', version: 1 },
      /^Error: The document's version is the number 1, and must be a text\. Write it in quotes, as in version: '1\.0'\.$/
    ],
    [{ title: 7, version: 'a' }, /title is the number 7, .* as in title: '7'\.$/]
  ] as const)
    await assert.rejects(optionsIn({ ...withOperation({}), info: told }), sentence)
})

test('values of an unexpected type are in the patch', async () => {
  const tags = [{ name: 'a', externalDocs: { url: 'https://a.example', description: null } }, { name: 1 }]
  const { options, patch } = await optionsIn({ ...withOperation({}), tags })
  assert.deepEqual(options.tags, [{ name: 'a', externalDocs: { url: 'https://a.example' } }])
  assert.deepEqual(patch.tags, tags)
})
