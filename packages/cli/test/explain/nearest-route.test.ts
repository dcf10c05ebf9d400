import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExplainedRoute } from 'espalier'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { nearestRoutes, nearestSentence } from '../../src/explain/nearest-route.ts'

const routeOf = (name: string): ExplainedRoute => {
  const [methods = '', url = ''] = name.split(' ')
  return {
    ...{ name, context: 'app', place: null, methods: methods.split(','), url, constraints: {} },
    ...{ limits: [], exchange: { reader: 'lane', obstacles: [], objects: [] } },
    ...{ contexts: ['app'], node: 0, security: [], steps: [] }
  }
}

const names = ['GET /', 'GET /v1/users/:id', 'POST /v1/users', 'GET,PUT /v1/orders/:id', 'GET /files/*', 'GET /health']
const routes = names.map(routeOf)

for (const [method, path, nearest] of [
  ['GET', '/v1/usres/7', ['GET /v1/users/:id']],
  ['GET', '/users/7', ['GET /v1/users/:id']],
  ['POST', '/users', ['POST /v1/users']],
  ['DELETE', '/v1/orders/7?all=1', ['GET,PUT /v1/orders/:id']],
  ['PUT', '/', ['GET /']],
  ['GET', '/helth', ['GET /health']],
  ['GET', '/file/a/b/c', ['GET /files/*']],
  ['GET', '/nowhere', []],
  ['GET', '/a/b/c/d', []]
] as const)
  test(`the routes nearest to ${method} ${path} are ${nearest.join(', ') || 'none'}`, () => {
    assert.deepEqual(nearestRoutes(routes, method, path).slice(0, nearest.length || 3), nearest)
  })

test('a path with one letter changed leads to its route', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 5, maxLength: 9 })
  const property = fc.property(
    fc.uniqueArray(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 9, selector: String }),
    fc.nat(),
    fc.nat(),
    (paths, route, letter) => {
      const meant = paths[route % paths.length] ?? []
      const text = meant.join('/')
      const at = letter % text.length
      fc.pre(text[at] !== '/')
      const asked = `/${text.slice(0, at)}z${text.slice(at + 1)}`
      const all = paths.map((segments) => routeOf(`GET /${segments.join('/')}`))
      const [nearest] = nearestRoutes(all, 'GET', asked)
      const isLegal = paths.some((segments) => `GET /${segments.join('/')}` === nearest)
      assert.ok(isLegal, `${asked} has ${nearest}`)
      if (paths.length === 1) assert.equal(nearest, `GET /${text}`)
    }
  )
  fc.assert(property, budget(500))
})

test('the sentence lists them', () => {
  assert.deepEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(nearestSentence), [
    '',
    'Nearest: a.',
    'Nearest: a or b.',
    'Nearest: a, b or c.'
  ])
})
