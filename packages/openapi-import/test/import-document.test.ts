import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importDocument } from '../src/import-document.ts'
import { answerOf, documentOf, withOperation } from './documents.ts'

test('the module has an endpoint for each operation, and names the document in its first line', async () => {
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

test('schemas in a row of thousands end with a sentence', async () => {
  let schema: object = { type: 'string' }
  for (let depth = 0; depth < 20_000; depth++) schema = { type: 'array', items: schema }
  await assert.rejects(importDocument(withOperation(answerOf(schema)), 'a.json'), {
    exitCode: 2,
    message: /^a\.json is too large/
  })
})
