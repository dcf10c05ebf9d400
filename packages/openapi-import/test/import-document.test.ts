import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importDocument } from '../src/import-document.ts'
import { answerOf, documentOf, withOperation } from './documents.ts'

test('the module has an endpoint for each operation and names the document in its first line', async () => {
  const { module, endpoints } = await importDocument(withOperation(answerOf({ type: 'string' })), 'folder/books.json')
  assert.equal(endpoints, 1)
  assert.match(module.split('\n', 1)[0] ?? '', /books\.json/)
  assert.doesNotMatch(module.split('\n', 1)[0] ?? '', /folder/)
})

test('a document without an operation is refused with exit code 2', async () => {
  await assert.rejects(importDocument(documentOf({}), 'a.json'), {
    exitCode: 2,
    message: 'a.json has no operation: there is no endpoint to write.'
  })
})

test('thousands of nested schemas reject with a message', async () => {
  let schema: object = { type: 'string' }
  for (let depth = 0; depth < 20_000; depth++) schema = { type: 'array', items: schema }
  await assert.rejects(importDocument(withOperation(answerOf(schema)), 'a.json'), {
    exitCode: 2,
    message: /^a\.json is too large/
  })
})

test('a document with only webhooks is written as options of openapi()', async () => {
  const webhooks = { paid: { post: { responses: {} } } }
  const { endpoints, module } = await importDocument({ ...documentOf({}), webhooks }, 'a.json')
  assert.equal(endpoints, 0)
  assert.match(
    module,
    /^import type \{ OpenApiOptions \} from 'espalier\/openapi'\n\n.*\nexport const document: OpenApiOptions = /ms
  )
  assert.doesNotMatch(module, /espalier\/contract/)
})

test('a part that the framework refuses is reported with the document and its path', async () => {
  const link = { additionalOperations: { LINK: { responses: {} } } }
  for (const [document, place] of [
    [documentOf({ '/a': link }), 'paths → /a → link'],
    [documentOf({ '/a': { get: {}, additionalOperations: { GET: {} } } }), 'paths → /a → get']
  ] as const)
    await assert.rejects(importDocument(document, 'a.json'), ({ exitCode, message }: Error & { exitCode: number }) => {
      assert.equal(exitCode, 2)
      return message.startsWith(`a.json: ${place}: `)
    })
})
