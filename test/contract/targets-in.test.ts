import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, endpoints, Type } from '../../src/contract/index.ts'
import { targetsIn } from '../../src/contract/targets-in.ts'

const one = endpoint('GET /one')
const names = (root: object) => targetsIn(root).map(({ name }) => name)

test('endpoints of a module are found in groups and beside other values', async () => {
  const group = endpoints('/a', {}, { two: 'GET /2', three: 'GET /3' })
  const module = { one, group, deep: { group }, mixed: { one, version: '1' }, limit: 1, none: null, make: () => one }
  assert.deepEqual(names(module), ['GET /one', 'GET /a/2', 'GET /a/3', 'GET /one'])
  assert.deepEqual(
    names({
      inner: Object.assign(Object.create(null), { [Symbol.toStringTag]: 'Module', version: '1', below: { one } })
    }),
    ['GET /one']
  )
})

test('a cyclic group and shared values are visited once', () => {
  const root: Record<string, unknown> = { one }
  root.root = root
  let shared: object = {}
  for (let depth = 0; depth < 60; depth++) shared = { left: shared, right: shared }
  assert.deepEqual(names({ ...root, root, shared }), ['GET /one', 'GET /one'])
})

test('schemas and documents are not searched', () => {
  let asked = 0
  const ownKeys = () => {
    asked++
    return []
  }
  const paths = new Proxy({}, { ownKeys })
  const schema = Type.Object({ a: Type.Object({}) })
  assert.deepEqual(names({ document: { openapi: '3.1.0', paths }, schema, one }), ['GET /one'])
  assert.equal(asked, 0)
})
