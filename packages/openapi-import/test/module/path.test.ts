import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from 'espalier'
import { toPath } from '../../src/module/path.ts'

for (const [template, path, request, params] of [
  ['/', '/', '/', {}],
  ['/books/{id}', '/books/:id', '/books/1', { id: '1' }],
  ['/books/{book-id}/pages', '/books/:bookId/pages', '/books/1/pages', { bookId: '1' }],
  ['/books/{id}.json', '/books/:id.json', '/books/1.json', { id: '1' }],
  ['/books/{a}-{b}', '/books/:a-:b', '/books/1-2', { a: '1', b: '2' }],
  ['/books/{id}:sell', '/books/:id([^/:]+)::sell', '/books/1:sell', { id: '1' }],
  ['/books:all', '/books::all', '/books:all', {}],
  ['/{a-b}/{aB}', '/:aB/:aB2', '/1/2', { aB: '1', aB2: '2' }]
] as const)
  test(`${template} is ${path}`, async () => {
    assert.equal(toPath(template).path, path)
    const app = espalier()
    app.get(path, (request) => request.params)
    assert.deepEqual((await app.inject(request)).json(), params)
    await app.close()
  })
