import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createApp } from './app.ts'

const app = createApp()
after(() => app.close())

test('a book is found by its number', async () => {
  const answer = await app.inject('/books/1')
  assert.deepEqual([answer.statusCode, answer.json()], [200, { id: 1, title: 'Emma' }])
})

test('a book that is not there is a 404 with a code', async () => {
  const answer = await app.inject('/books/2')
  assert.deepEqual([answer.statusCode, answer.json<{ code: string }>().code], [404, 'BOOK_UNKNOWN'])
})
