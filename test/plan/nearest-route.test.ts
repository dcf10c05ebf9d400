import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { missingPrefix, nearestNames, nearestSentence } from '../../src/plan/nearest-route.ts'
import { within } from '../environment.ts'
import { budget } from '../fuzz/budget.ts'
import { createApp } from '../security/wild.ts'

const routeOf = (name: string) => {
  const [methods = '', url = ''] = name.split(' ')
  return { methods: methods.split(','), url }
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
    assert.deepEqual(nearestNames(routes, method, path).slice(0, nearest.length || 3), nearest)
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
      const [nearest] = nearestNames(all, 'GET', asked)
      const isLegal = paths.some((segments) => `GET /${segments.join('/')}` === nearest)
      assert.ok(isLegal, `${asked} has ${nearest}`)
      if (paths.length === 1) assert.equal(nearest, `GET /${text}`)
    }
  )
  fc.assert(property, budget(500))
})

test('at most three routes are named, the nearest first', () => {
  const many = ['/usera', '/userb', '/users/:id', '/user', '/usersx'].map((url) => routeOf(`GET ${url}`))
  assert.deepEqual(nearestNames(many, 'GET', '/users'), ['GET /usersx', 'GET /usera', 'GET /userb'])
})

test('capital letters are a small difference, in a path as in a method', () => {
  assert.equal(nearestNames(routes, 'GET', '/V1/Users/7')[0], 'GET /v1/users/:id')
  const both = ['GET /v1/users', 'POST /v1/users'].map(routeOf)
  assert.deepEqual(nearestNames(both, 'post', '/v1/user'), ['POST /v1/users', 'GET /v1/users'])
  assert.equal(missingPrefix(routeOf('GET /v1/users/:id'), '/USERS/7'), undefined)
})

test('a path of any length is compared at once', () => {
  assert.deepEqual(nearestNames(routes, 'GET', `/v1/users/${'7'.repeat(190)}`).slice(0, 1), ['GET /v1/users/:id'])
  assert.deepEqual(nearestNames(routes, 'GET', `/v1/users/${'7'.repeat(191)}`), [])
  const path = `/${'v1/'.repeat(500_000)}`
  const times: number[] = []
  // The machine may pause in one of them.
  for (let round = 0; round < 3; round++) {
    const started = performance.now()
    nearestNames(routes, 'GET', path)
    times.push(performance.now() - started)
  }
  assert.ok(Math.min(...times) < 1000, `${times}`)
})

test('the prefix is what stands in front of the path in a route that matches otherwise', () => {
  const users = routeOf('GET /api/v1/users/:id')
  assert.equal(missingPrefix(users, '/users/7?all=1'), '/api/v1')
  assert.equal(missingPrefix(users, '/v1/users/7'), '/api')
  for (const path of ['/api/v1/users/7', '/usres/7', '/7', '/', '/orders/7', '/x/api/v1/users/7'])
    assert.equal(missingPrefix(users, path), undefined, path)
})

test('a prefix may be of any length', () => {
  const deep = [routeOf('GET /api/v1/internal/users/:id'), routeOf('GET /other/:id')]
  assert.equal(
    nearestSentence(deep, 'GET', '/users/7'),
    "Nearest: GET /api/v1/internal/users/:id. The path lacks the prefix '/api/v1/internal'."
  )
})

test('the sentence lists routes, and the prefix', () => {
  assert.equal(nearestSentence(routes, 'GET', '/nowhere'), '')
  assert.equal(nearestSentence(routes, 'GET', '/helth'), 'Nearest: GET /health.')
  assert.equal(nearestSentence(routes, 'GET', '/users'), "Nearest: POST /v1/users. The path lacks the prefix '/v1'.")
})

/** The message of the 404 of `/users/7`, in an environment. */
async function messageIn(NODE_ENV: string | undefined, options: object = {}, path = '/users/7') {
  return within({ NODE_ENV }, async () => {
    const { app } = createApp(options as never, 'silent')
    app.register(async (child: typeof app) => child.get('/users/:id', async () => ''), { prefix: '/v1' })
    const { statusCode, message } = (await app.inject(path)).json()
    await app.close()
    assert.equal(statusCode, 404)
    return message
  })
}

test('in development a 404 names the nearest routes and the prefix that is missing', async () => {
  assert.equal(
    await messageIn('development'),
    "Route GET:/users/7 not found. Nearest: GET /v1/users/:id. The path lacks the prefix '/v1'."
  )
  assert.equal(await messageIn('development', {}, '/nowhere'), 'Route GET:/nowhere not found')
})

for (const [environment, options] of [
  ['production', {}],
  ['production', { exposeErrors: true }],
  ['test', {}],
  ['staging', {}],
  [undefined, {}],
  ['development', { compat: 'fastify' }]
] as const)
  test(`with NODE_ENV=${environment} and ${JSON.stringify(options)} a 404 is that of Fastify`, async () => {
    assert.equal(await messageIn(environment, options), 'Route GET:/users/7 not found')
  })
