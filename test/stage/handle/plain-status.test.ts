// The default status of a response for which the handler sets no status.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { endpoint, espalier, plugin, Type } from 'espalier'
import { createClient } from 'espalier/client'
import { adopt } from 'espalier/fastify'
import fastify from 'espalier/fastify-types'
import { openapi } from 'espalier/openapi'
import fc from 'fast-check'
import fastifyPlugin from 'fastify-plugin'

// biome-ignore lint/suspicious/noExplicitAny: apps and replies as JavaScript has them
type Loose = any

const thing = Type.Object({ id: Type.Integer() })
const created = { response: { 201: thing, 404: Type.Object({ message: Type.String() }) } }

const statusOf = async (app: Loose, url = '/', method = 'GET') => (await app.inject({ url, method })).statusCode

/** The status that a handler of a route with these responses answers. */
async function answered(response: object, handler: Loose, options = {}, route = {}): Promise<number> {
  const app: Loose = espalier(options)
  app.get('/', { schema: { response }, ...route }, handler)
  const status = await statusOf(app)
  await app.close()
  return status
}

const keys = [200, 201, 202, 203, 206, 204, 205, 226, 404, 500, '2xx', '2XX', '4xx', 'default'] as const

function expected(declared: readonly (number | string)[]): number {
  const ofSuccess = declared.map(String).filter((key) => key[0] === '2' || key === 'default')
  const [sole = ''] = ofSuccess
  return ofSuccess.length === 1 && /^\d+$/.test(sole) && !['204', '205'].includes(sole) ? Number(sole) : 200
}

test('law: the default status is the only declared success status, and otherwise 200', async () => {
  const bodiless = new Set<unknown>([204, 205])
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 4 }),
      fc.boolean(),
      async (declared, waits) => {
        const names = new Set(declared.map((key) => String(key).toLowerCase()))
        fc.pre(names.size === declared.length)
        const response = Object.fromEntries(declared.map((key) => [key, bodiless.has(key) ? Type.Null() : thing]))
        let seen = 0
        const answer = (_request: unknown, reply: Loose) => {
          seen = reply.statusCode
          return waits ? Promise.resolve({ id: 1 }) : { id: 1 }
        }
        assert.equal(await answered(response, answer, { strictResponses: false }), expected(declared))
        assert.equal(seen, expected(declared))
        assert.equal(await answered(response, answer, { compat: 'fastify' }), 200)
      }
    ),
    { numRuns: 60 }
  )
})

test('the default status applies to returned, resolved and sent values, to texts, streams and null', async () => {
  const text = { 201: { content: { 'text/plain': { schema: Type.String() } } } }
  assert.equal(await answered(created.response, () => ({ id: 1 })), 201)
  assert.equal(await answered(created.response, async () => ({ id: 1 })), 201)
  assert.equal(await answered(created.response, (_request: unknown, reply: Loose) => reply.send({ id: 1 })), 201)
  assert.equal(await answered({ 201: Type.Null() }, () => null), 201)
  assert.equal(await answered(text, () => 'text'), 201)
  const stream = (_request: unknown, reply: Loose) => reply.type('text/plain').send(Readable.from(['text']))
  assert.equal(await answered(text, stream), 201)
})

test('a status set by the handler, a hook or a redirect overrides the default status', async () => {
  const { response } = created
  const both = { 201: thing, 404: Type.Object({ message: Type.String() }) }
  assert.equal(await answered(both, (_: unknown, reply: Loose) => reply.code(404).send({ message: '' })), 404)
  assert.equal(await answered(response, (_: unknown, reply: Loose) => reply.redirect('/elsewhere')), 302)
  assert.equal(await answered(response, () => new Response('{"id":1}', { status: 404 })), 404)
  const preHandler = async (_: unknown, reply: Loose) => void reply.code(404)
  assert.equal(await answered(response, () => ({ message: '' }), {}, { preHandler }), 404)
  const raw = async (_: unknown, reply: Loose) => void Object.assign(reply.raw, { statusCode: 404 })
  assert.equal(await answered(response, () => ({ message: '' }), {}, { preHandler: raw }), 404)
  // An explicit 200 overrides the default status as well, and is undeclared here.
  assert.equal(await answered(response, (_: unknown, reply: Loose) => reply.code(200).send({ id: 1 })), 500)
})

test('errors, error handlers and callNotFound do not use the default status', async () => {
  const { response } = created
  const fail = () => {
    throw new Error('no')
  }
  assert.equal(await answered(response, fail), 500)
  assert.equal(await answered(response, () => ({ id: 'no number' })), 500)
  let seen = 0
  const errorHandler = (_error: unknown, _request: unknown, reply: Loose) => {
    seen = reply.statusCode
    return { message: '' }
  }
  assert.equal(await answered(response, fail, {}, { errorHandler }), 500)
  assert.equal(seen, 200)
  assert.equal(await answered(response, (_: unknown, reply: Loose) => reply.callNotFound()), 404)
})

test('a response sent by an onRequest hook has status 200', async () => {
  const onRequest = async (_: unknown, reply: Loose) => reply.send()
  assert.equal(await answered(created.response, () => ({ id: 1 }), {}, { onRequest }), 200)
})

test('HEAD has the default status of GET', async (t) => {
  const app = espalier().get('/', { schema: created }, () => ({ id: 1 }))
  t.after(() => app.close())
  assert.deepEqual([await statusOf(app, '/', 'GET'), await statusOf(app, '/', 'HEAD')], [201, 201])
})

test('routes of an espalier plugin use the declared success status, and routes of a Fastify plugin do not', async (t) => {
  const declare = (url: string) => (app: Loose) => void app.get(url, { schema: created }, () => ({ id: 1 }))
  const app: Loose = espalier()
  t.after(() => app.close())
  app.register(plugin({ name: 'own', setup: (inner) => void declare('/own')(inner) }))
  app.register((inner: Loose, _options: unknown, done: () => void) => {
    declare('/inline')(inner)
    done()
  })
  const theirs = fastifyPlugin(async (inner: Loose) => {
    declare('/theirs')(inner)
    inner.register(async (below: Loose) => declare('/below-theirs')(below))
    inner.register(plugin({ name: 'own below theirs', setup: (below) => void declare('/own-below-theirs')(below) }))
  })
  app.register(theirs)
  app.register(adopt(async (inner: Loose) => declare('/adopted')(inner)))
  app.register(async (inner: Loose) => declare('/behind')(inner))
  await app.ready()
  const urls = ['/own', '/inline', '/own-below-theirs', '/behind', '/theirs', '/below-theirs', '/adopted']
  const statuses = await Promise.all(urls.map((url) => statusOf(app, url)))
  // In routes of Fastify plugins the undeclared status 200 is a 500.
  assert.deepEqual(statuses, [201, 201, 201, 201, 500, 500, 500])
})

test('an application with the types of Fastify responds with 200', async (t) => {
  const app = fastify({ strictResponses: false })
  t.after(() => app.close())
  app.get('/', { schema: created }, () => ({ id: 1 }))
  app.register(async (inner) => void inner.get('/inner', { schema: created }, () => ({ id: 1 })))
  assert.deepEqual([await statusOf(app), await statusOf(app, '/inner')], [200, 200])
})

test('server, client and OpenAPI document agree on the default status', async (t) => {
  const add = endpoint('POST /things', created)
  const app = espalier().route(add, () => ({ id: 1 }))
  t.after(() => app.close())
  const baseUrl = await app.listen({ port: 0 })
  const client = createClient({ add }, { baseUrl })
  assert.deepEqual(await client.add().expect(201), { id: 1 })
  const { responses } = (openapi(app, { info: { title: '', version: '' } }) as Loose).paths['/things'].post
  assert.deepEqual(
    Object.keys(responses).filter((status) => status.startsWith('2')),
    ['201']
  )
})
