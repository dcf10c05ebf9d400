import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '../../src/contract/index.ts'
import * as main from '../../src/index.ts'

test('espalier and espalier/contract export the same functions', async () => {
  assert.equal(contract.endpoint, main.endpoint)
  assert.equal(contract.endpoints, main.endpoints)
  assert.equal(contract.withDefault, main.withDefault)
  const app = main.espalier()
  const Book = contract.Type.Object({ title: contract.Type.String() }, { $id: 'book' })
  const find = contract.endpoint('GET /books/:id', { response: { 200: contract.Type.Ref(Book) } })
  app.route(find, ({ params }) => ({ title: params.id }))
  const answer = await app.inject(find, { params: { id: 'emma' } })
  assert.deepEqual([answer.statusCode, answer.json()], [200, { title: 'emma' }])
})
