import assert from 'node:assert/strict'
import { test } from 'node:test'
import espalier from 'espalier'

test('routes that ask for the same keep their own handler, config and description', async () => {
  const app = espalier()
  for (const name of ['a', 'b']) {
    app.get(`/${name}`, { config: { name } as object }, async (request) => ({
      handler: name,
      ...request.routeOptions.config,
      described: request.routeOptions.url
    }))
  }
  for (const name of ['a', 'b']) {
    const { json } = await app.inject(`/${name}`)
    assert.deepEqual(json(), { handler: name, name, url: `/${name}`, method: 'GET', described: `/${name}` })
  }
})

test('an option of one route does nothing to the next', async () => {
  const app = espalier()
  app.post('/small', { bodyLimit: 4 }, async () => 'ok')
  app.post('/large', async () => 'ok')
  app.post('/small-too', { bodyLimit: 4 }, async () => 'ok')
  const statusOf = async (url: string) =>
    (await app.inject({ method: 'POST', url, payload: { some: 'body' } })).statusCode
  assert.deepEqual([await statusOf('/small'), await statusOf('/large'), await statusOf('/small-too')], [413, 200, 413])
})

test('hooks of a route run for it and for those that name the same functions, in the same order', async () => {
  const app = espalier()
  const mark =
    (text: string) =>
    async (
      _request: unknown,
      reply: { header(name: string, value: unknown): unknown; getHeader(name: string): unknown }
    ) => {
      reply.header('x-marks', `${reply.getHeader('x-marks') ?? ''}${text}`)
    }
  const [one, two] = [mark('1'), mark('2')]
  app.get('/none', async () => '')
  app.get('/one', { preHandler: one }, async () => '')
  app.get('/both', { preHandler: [one, two] }, async () => '')
  app.get('/both-turned', { preHandler: [two, one] }, async () => '')
  app.get('/both-again', { preHandler: [one, two] }, async () => '')
  const marksOf = async (url: string) => (await app.inject(url)).headers['x-marks']
  const marks = await Promise.all(['/none', '/one', '/both', '/both-turned', '/both-again'].map(marksOf))
  assert.deepEqual(marks, [undefined, '1', '12', '21', '12'])
})

test('the same routes in two contexts belong each to its own', async () => {
  const app = espalier()
  for (const name of ['a', 'b']) {
    app.register(
      async (child) => {
        child.setErrorHandler(
          (error, _request, reply) => void reply.send(`${name} handles ${(error as Error).message}`)
        )
        child.get('/fails', async () => {
          throw new Error('it')
        })
        child.get('/fails-too', async () => {
          throw new Error('it')
        })
      },
      { prefix: `/${name}` }
    )
  }
  for (const name of ['a', 'b']) assert.equal((await app.inject(`/${name}/fails-too`)).body, `${name} handles it`)
})

test('with lazy compilation a route that shares a plan answers when it is first asked', async () => {
  const app = espalier({ compile: 'lazy' })
  for (const name of ['a', 'b']) app.get(`/${name}`, async () => name)
  assert.equal((await app.inject('/b')).body, 'b')
  assert.equal((await app.inject('/a')).body, 'a')
})
