/** The tricky application, called without a client: what its paths, bodies and answers are on the wire. */
import { askWrongly, checkedFetch, expect, finish } from './checked.ts'

const baseUrl = process.argv[2] ?? ''
const headers = { 'content-type': 'application/json' }
const book = {
  title: 'Emma',
  subtitle: null,
  isbn: '9780141439587',
  size: [1, 2],
  kind: 'book',
  sequel: { title: 'More' }
}
const body = JSON.stringify(book)

for (const [target, status, init] of [
  ['GET /admin/item', 200, { headers: { authorization: 'Bearer key' } }],
  ['GET /shop/item', 200, {}],
  ['GET /shop/mine', 200, { headers: { cookie: 'sid=1' } }],
  ['POST /books', 201, { headers, body }],
  ['PUT /books/9780141439587', 204, { headers, body }],
  ['GET /tree', 200, {}],
  ['GET /at/10h30m', 200, {}],
  ['GET /maybe', 200, {}],
  ['GET /maybe/1', 200, {}],
  ['GET /files/a', 200, {}],
  ['GET /same/1', 200, {}],
  ['DELETE /same/1', 200, {}],
  ['GET /name:verb', 200, {}],
  ['GET /search?q=a&tags=a&tags=b', 200, {}],
  ['GET /teams', 200, {}],
  ['GET /orgs/acme/members', 200, {}],
  ['GET /orgs/acme/members/1', 200, {}],
  ['GET /stream', 200, {}]
] as const) {
  const [method = '', path = ''] = target.split(' ')
  expect((await checkedFetch(`${baseUrl}${path}`, { method, ...init })).status, status, target)
}

for (const [target, status] of [
  ['GET /admin/item', 401],
  ['GET /shop/mine', 401],
  ['GET /search', 400],
  ['GET /orgs/a/members', 400]
] as const) {
  const [method = '', path = ''] = target.split(' ')
  expect((await askWrongly(`${baseUrl}${path}`, { method })).status, status, target)
}
finish()
