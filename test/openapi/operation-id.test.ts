import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOperations, numbered } from '../../src/openapi/operation-id.ts'
import { templatesOf } from '../../src/openapi/path.ts'

type Row = readonly [method: string, path: string, operationId?: string | undefined, endpointName?: string]

const name = (...rows: readonly Row[]) =>
  nameOperations(
    rows.map(([method, path, operationId, endpointName]) => {
      const [template] = templatesOf(path)
      assert.ok(template)
      return { method, template, operationId, endpointName }
    })
  )

test('an operationId is that of the route or the endpoint, or made of method and path', () => {
  assert.deepEqual(name(['GET', '/a', 'own', 'endpoint'], ['GET', '/b', undefined, 'endpoint'], ['GET', '/c']), [
    'own',
    'endpoint',
    'getC'
  ])
  for (const [method, path, id] of [
    ['GET', '/', 'getRoot'],
    ['DELETE', '/orgs/:org/tickets/:id', 'deleteOrgsByOrgTicketsById'],
    ['GET', '/a-b/c_d/é.json', 'getABCDJson'],
    ['GET', '/files/*', 'getFilesByWildcard'],
    ['M-SEARCH', '/a', 'msearchA']
  ] as const)
    assert.deepEqual(name([method, path]), [id])
})

test('a duplicate name is extended by the path, in any order', () => {
  const list = (path: string): Row => ['GET', path, undefined, 'list']
  assert.deepEqual(name(list('/a'), list('/b/:c'), ['GET', '/d', undefined, 'other']), ['listA', 'listBByC', 'other'])
  assert.deepEqual(name(list('/b/:c'), list('/a')), ['listBByC', 'listA'])
  assert.deepEqual(name(['GET', '/a', 'x'], ['POST', '/a', 'x']), ['xGetA', 'xPostA'])
})

test('the operationId of a route stays if it is the only explicit one', () => {
  assert.deepEqual(name(['GET', '/a', undefined, 'list'], ['GET', '/b', 'list']), ['listA', 'list'])
  assert.deepEqual(name(['GET', '/b'], ['POST', '/x', 'getB']), ['getB2', 'getB'])
})

test('names that remain duplicates are numbered', () => {
  assert.deepEqual(name(['GET', '/a-b'], ['GET', '/a/b']), ['getAB', 'getAB2'])
  assert.deepEqual(numbered(['a', 'a', 'a2', 'a']), ['a', 'a2', 'a22', 'a3'])
})
