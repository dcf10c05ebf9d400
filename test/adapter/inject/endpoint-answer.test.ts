import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerError } from '../../../src/client/index.ts'
import { endpoint, espalier, Type } from '../../../src/index.ts'

const find = endpoint('GET /books/:id', {
  params: { id: Type.Integer() },
  response: {
    200: { id: Type.Integer() },
    204: Type.Null(),
    404: { content: { 'text/plain': { schema: Type.String() } } }
  }
})

function createApp() {
  const app = espalier()
  app.route(find, ({ params: { id } }, reply) => {
    if (id === 1) return { id }
    reply.header('set-cookie', ['a=1', 'b=2'])
    return id === 2 ? reply.code(204).send(null) : reply.code(404).type('text/plain').send('None.')
  })
  return app
}

test('expect with the status of the response resolves with the body', async () => {
  const app = createApp()
  assert.deepEqual(await app.inject(find, { params: { id: 1 } }).expect(200), { id: 1 })
  assert.equal(await app.inject(find, { params: { id: 2 } }).expect(204), undefined)
  assert.equal(await app.inject(find, { params: { id: 3 } }).expect(404), 'None.')
  assert.equal((await app.inject(find, { params: { id: 1 } })).statusCode, 200)
})

test('path parameters that would match another route throw, and no handler runs', () => {
  const app = espalier()
  const [clear, drop, rest] = [endpoint('DELETE /books/'), endpoint('DELETE /books/:id'), endpoint('PUT /books/:a-:b')]
  for (const one of [clear, drop, rest]) app.route(one, () => assert.fail('reached'))
  for (const id of ['', '.', '..', undefined, null, {}, []])
    assert.throws(() => app.inject(drop, { params: { id: id as string } }), { name: 'TypeError' })
  assert.throws(() => app.inject(rest, { params: { a: '1', b: '2-3' } }), { name: 'TypeError' })
})

test('undefined values are omitted from queries, lists and headers', async () => {
  const echo = endpoint('GET /echo', {
    query: { tag: Type.Optional(Type.Array(Type.String())), a: Type.Optional(Type.String()) }
  })
  const app = espalier()
  app.route(echo, ({ query, headers }) => ({ query, one: headers['x-one'], two: headers['x-two'] ?? 'none' }))
  const tag = ['a', undefined, 'b'] as string[]
  const input = { query: { tag, a: undefined }, headers: { 'x-one': '1', 'x-two': undefined } }
  const { payload } = await app.inject(echo, input as never)
  assert.deepEqual(JSON.parse(payload), { query: { tag: ['a', 'b'] }, one: '1', two: 'none' })
})

test('expect with another status rejects with the status, headers and body of the response', async () => {
  const app = createApp()
  await assert.rejects(app.inject(find, { params: { id: 3 } }).expect(200), (error: AnswerError) => {
    assert.ok(error instanceof AnswerError)
    assert.equal(error.message, 'GET /books/:id was answered with 404, not 200.')
    assert.deepEqual([error.code, error.status, error.body], ['ESP_ERR_STATUS_UNEXPECTED', 404, 'None.'])
    assert.deepEqual(error.headers.getSetCookie(), ['a=1', 'b=2'])
    return true
  })
  await assert.rejects(app.inject(find, { params: { id: 1 } }).expect(204), { status: 200, body: { id: 1 } })
  await assert.rejects(app.inject(find, { params: { id: 2 } }).expect(200), { status: 204, body: '' })
  await app.close()
  await assert.rejects(app.inject(find, { params: { id: 1 } }).expect(200), { code: 'FST_ERR_REOPENED_CLOSE_SERVER' })
})
