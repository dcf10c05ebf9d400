import assert from 'node:assert/strict'

/** Serves one route, asks for it in process and over a socket, and closes. */
export async function greet(espalier) {
  const app = espalier()
  const properties = { hello: { type: 'string' } }
  app.get('/hello/:name', { schema: { response: { 200: { type: 'object', properties } } } }, async (request) => ({
    hello: request.params.name,
    secret: 'not in the schema'
  }))

  const injected = await app.inject('/hello/ada')
  assert.equal(injected.statusCode, 200)
  assert.deepEqual(injected.json(), { hello: 'ada' })

  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${address}/hello/grace`)
  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { hello: 'grace' })
  await app.close()
}

/** Serves one route to those who have the token. */
export async function guard(espalier, bearerAuth) {
  const app = espalier()
  app.register(bearerAuth, { keys: ['token'] })
  app.register(async (child) => child.get('/', async () => 'in'))
  assert.equal((await app.inject('/')).statusCode, 401)
  assert.equal((await app.inject({ url: '/', headers: { authorization: 'Bearer token' } })).body, 'in')
  await app.close()
}
