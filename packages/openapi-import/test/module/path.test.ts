import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { toPath, unroutable } from '../../src/module/path.ts'

for (const [template, path, request, params] of [
  ['/', '/', '/', {}],
  ['/books/{id}', '/books/:id', '/books/1', { id: '1' }],
  ['/books/{book-id}/pages', '/books/:bookId/pages', '/books/1/pages', { bookId: '1' }],
  ['/books/{id}.json', '/books/:id.json', '/books/1.json', { id: '1' }],
  ['/books/{a}-{b}', '/books/:a-:b', '/books/1-2', { a: '1', b: '2' }],
  ['/books/{id}:sell', '/books/:id([^/:]+)::sell', '/books/1:sell', { id: '1' }],
  ['/books:all', '/books::all', '/books:all', {}],
  ['/Users({id})', '/Users(:id([^/\\)]+))', '/Users(1)', { id: '1' }],
  ["/f(a={a},b='{b}')/x", "/f(a=:a([^/,]+),b=':b([^/']+)')/x", "/f(a=1,b='2')/x", { a: '1', b: '2' }],
  ['/a[{id}]', '/a[:id([^/\\]]+)]', '/a[1]', { id: '1' }],
  ['/a%20b/{id}', '/a b/:id', '/a%20b/1', { id: '1' }],
  ['/caf%C3%A9/{id}', '/café/:id', '/caf%C3%A9/1', { id: '1' }],
  ['/é%5B', '/é[', '/%C3%A9[', {}],
  ['/{a-b}/{aB}', '/:aB/:aB2', '/1/2', { aB: '1', aB2: '2' }]
] as const)
  test(`${template} becomes ${path}`, async () => {
    assert.equal(toPath(template).path, path)
    const app = espalier()
    app.get(path, (request) => request.params)
    assert.deepEqual((await app.inject(request)).json(), params)
    await app.close()
  })

test('a path with a star or an escape that the router keeps is unroutable', async () => {
  for (const [template, text] of [
    ['/star*/{id}', '*'],
    ['/up%3Adown', '%3A'],
    ['/a%2fb', '%2f'],
    ['/100%', '%'],
    ['/{a*b}/%20c', undefined]
  ] as const)
    assert.equal(unroutable(template), text, template)
  const escaped = Array.from({ length: 95 }, (_, at) => `%${(at + 32).toString(16).toUpperCase()}`)
  for (const each of escaped.filter((one) => unroutable(`/${one}`) === undefined)) {
    const app = espalier()
    app.get(toPath(`/a${each}b`).path, () => 'found')
    assert.equal((await app.inject(`/a${each}b`)).body, 'found', each)
    await app.close()
  }
})
