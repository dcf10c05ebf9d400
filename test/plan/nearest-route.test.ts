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

test('a path with one changed letter finds a declared route', () => {
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

test('at most three routes are listed, the nearest first', () => {
  const many = ['/usera', '/userb', '/users/:id', '/user', '/usersx'].map((url) => routeOf(`GET ${url}`))
  assert.deepEqual(nearestNames(many, 'GET', '/users'), ['GET /usersx', 'GET /usera', 'GET /userb'])
})

test('upper case counts as a small difference in paths and methods', () => {
  assert.equal(nearestNames(routes, 'GET', '/V1/Users/7')[0], 'GET /v1/users/:id')
  const both = ['GET /v1/users', 'POST /v1/users'].map(routeOf)
  assert.deepEqual(nearestNames(both, 'post', '/v1/user'), ['POST /v1/users', 'GET /v1/users'])
  assert.equal(missingPrefix(routeOf('GET /v1/users/:id'), '/USERS/7'), undefined)
})

test('a path of a million characters is compared within a second', () => {
  assert.deepEqual(nearestNames(routes, 'GET', `/v1/users/${'7'.repeat(190)}`).slice(0, 1), ['GET /v1/users/:id'])
  assert.deepEqual(nearestNames(routes, 'GET', `/v1/users/${'7'.repeat(191)}`), [])
  const path = `/${'v1/'.repeat(500_000)}`
  const times: number[] = []
  // The machine can pause during one round.
  for (let round = 0; round < 3; round++) {
    const started = performance.now()
    nearestNames(routes, 'GET', path)
    times.push(performance.now() - started)
  }
  assert.ok(Math.min(...times) < 1000, `${times}`)
})

test('missingPrefix returns the prefix that a path lacks to match a route', () => {
  const users = routeOf('GET /api/v1/users/:id')
  assert.equal(missingPrefix(users, '/users/7?all=1'), '/api/v1')
  assert.equal(missingPrefix(users, '/v1/users/7'), '/api')
  for (const path of ['/api/v1/users/7', '/usres/7', '/7', '/', '/orders/7', '/x/api/v1/users/7'])
    assert.equal(missingPrefix(users, path), undefined, path)
})

test('a missing prefix can have several segments', () => {
  const deep = [routeOf('GET /api/v1/internal/users/:id'), routeOf('GET /other/:id')]
  assert.equal(
    nearestSentence(deep, 'GET', '/users/7'),
    "Nearest: GET /api/v1/internal/users/:id. The path lacks the prefix '/api/v1/internal'."
  )
})

test('nearestSentence lists routes and the missing prefix', () => {
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

test('a 404 names the nearest route and the missing prefix in development', async () => {
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
  test(`a 404 has the message of Fastify with NODE_ENV=${environment} and ${JSON.stringify(options)}`, async () => {
    assert.equal(await messageIn(environment, options), 'Route GET:/users/7 not found')
  })
