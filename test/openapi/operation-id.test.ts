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

test('an operation is called what its route says, or its endpoint, or by method and path', () => {
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

test('a name that several have gets the path, whoever comes first', () => {
  const list = (path: string): Row => ['GET', path, undefined, 'list']
  assert.deepEqual(name(list('/a'), list('/b/:c'), ['GET', '/d', undefined, 'other']), ['listA', 'listBByC', 'other'])
  assert.deepEqual(name(list('/b/:c'), list('/a')), ['listBByC', 'listA'])
  assert.deepEqual(name(['GET', '/a', 'x'], ['POST', '/a', 'x']), ['xGetA', 'xPostA'])
})

test('what a route says stays, if only one says it', () => {
  assert.deepEqual(name(['GET', '/a', undefined, 'list'], ['GET', '/b', 'list']), ['listA', 'list'])
  assert.deepEqual(name(['GET', '/b'], ['POST', '/x', 'getB']), ['getB2', 'getB'])
})

test('what is called alike after all is counted', () => {
  assert.deepEqual(name(['GET', '/a-b'], ['GET', '/a/b']), ['getAB', 'getAB2'])
  assert.deepEqual(numbered(['a', 'a', 'a2', 'a']), ['a', 'a2', 'a22', 'a3'])
})
