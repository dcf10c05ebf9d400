import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsOf } from '../../src/openapi/routes.ts'
import { nodeOf } from '../../src/tree/node.ts'
import { type Anything, createApp } from '../security/wild.ts'

async function routesOf(declare: (app: Anything) => unknown) {
  const { app } = createApp()
  declare(app)
  await app.ready()
  const { operations, leftOut } = operationsOf(nodeOf(app).tree)
  return { routes: operations.map(({ method, path }) => `${method} ${path}`), leftOut, operations }
}

const answer = () => 1

test('a route is one operation per method and path, in a fixed order', async () => {
  const declare = [
    (app: Anything) => app.route({ method: ['PUT', 'PATCH'], url: '/b', handler: answer }),
    (app: Anything) => app.get('/a/:x?', answer),
    (app: Anything) => app.register(async (child: Anything) => void child.get('/', answer), { prefix: '/p' }),
    (app: Anything) => app.get('/', answer)
  ]
  const expected = ['GET /', 'GET /a', 'GET /a/{x}', 'PATCH /b', 'PUT /b', 'GET /p']
  assert.deepEqual((await routesOf((app) => declare.map((each) => each(app)).at(-1))).routes, expected)
  assert.deepEqual(
    (
      await routesOf((app) =>
        declare
          .reverse()
          .map((each) => each(app))
          .at(-1)
      )
    ).routes,
    expected
  )
})

test('automatic HEAD routes and hidden routes are no operations, an explicit HEAD route is one', async () => {
  const { routes } = await routesOf((app) => {
    app.get('/a', answer)
    app.get('/hidden', { schema: { hide: true } }, answer)
    app.head('/b', answer)
    app.route({ method: ['GET', 'HEAD'], url: '/c', handler: answer })
  })
  assert.deepEqual(routes, ['GET /a', 'HEAD /b', 'GET /c'])
})

test('paths that differ only in parameter names are one path', async () => {
  const { routes, operations } = await routesOf((app) => {
    app.get('/a/:id', answer)
    app.put('/a/:key', answer)
    app.get('/a/:id/b/:c', answer)
  })
  assert.deepEqual(routes, ['GET /a/{id}', 'PUT /a/{id}', 'GET /a/{id}/b/{c}'])
  assert.deepEqual(operations[1]?.labels, ['id'])
})

test('among routes that OpenAPI cannot distinguish the most general is listed, and the others are reported', async () => {
  const { routes, leftOut } = await routesOf((app) => {
    app.get('/a/:id(^\\d+$)', answer)
    app.get('/a/:slug', answer)
    app.get('/v', { constraints: { version: '1.0.0' } }, answer)
    app.get('/v', answer)
  })
  assert.deepEqual(routes, ['GET /a/{slug}', 'GET /v'])
  assert.deepEqual(leftOut, [
    'GET /a/:id(^\\d+$) is left out: to OpenAPI it is GET /a/:slug.',
    'GET /v with {"version":"1.0.0"} is left out: to OpenAPI it is GET /v.'
  ])
})

test('a route sends framework errors unless its context or itself has an error handler', async () => {
  const { operations } = await routesOf((app) => {
    app.get('/a', answer)
    app.register(async (child: Anything) => void child.setErrorHandler(answer).get('/b', answer))
    app.get('/c', { errorHandler: answer }, answer)
  })
  assert.deepEqual(
    operations.map(({ sendsFrameworkErrors }) => sendsFrameworkErrors),
    [true, false, false]
  )
})

test('endpoints of a group have their names, also with route options', async () => {
  const { endpoint, endpoints } = await import('../../src/index.ts')
  const group = endpoints('/g', {}, { one: 'GET /1', two: 'GET /2' })
  const { operations } = await routesOf((app) => {
    app.route(group.one, answer)
    app.route(group.two, { config: {} }, answer)
    app.route(endpoint('GET /h'), answer)
  })
  assert.deepEqual(
    operations.map(({ endpointName }) => endpointName),
    ['one', 'two', undefined]
  )
})
