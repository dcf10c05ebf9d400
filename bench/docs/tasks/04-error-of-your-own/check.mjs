import assert from 'node:assert/strict'

export default async function check({ load }) {
  const app = (await load('app.ts')).createApp()
  assert.deepEqual((await app.inject('/books/1')).json(), { title: 'Emma' })
  const { statusCode, code, message } = (await app.inject('/books/9')).json()
  assert.deepEqual([statusCode, code, message], [404, 'BOOK_UNKNOWN', 'There is no book 9.'])
  assert.equal((await app.inject('/books/0')).statusCode, 500)
  await app.close()
}
