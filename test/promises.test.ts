// What the types say of a place in a program, observed there at run time. Each test is the twin of lines in test-d/.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AppOf, espalier, guard, Type, value } from 'espalier'
import { standardSchema } from 'espalier/standard-schema'

interface User {
  name: string
}

test('hooks before a guard, and hooks and error handlers after its refusal, meet a request that it has not let pass', async () => {
  const seen: string[] = []
  const look = (place: string, { user }: { user: User | null | undefined }) => {
    seen.push(`${place}: ${user?.name}`)
  }
  const requireUser = guard<{ request: { user: User } }>()(async (request) => {
    if (request.headers.authorization === undefined) throw new Error('Who are you?')
    request.user = { name: request.headers.authorization }
  })
  const app = espalier()
    .decorateRequest('user', value<User | null>(null))
    .addHook('preValidation', requireUser)
    .addHook('onRequest', async (request) => look('onRequest', request))
    .addHook('preValidation', async (request) => look('preValidation', request))
    .addHook('onSend', async (request) => look('onSend', request))
    .setErrorHandler((_error, request, reply) => {
      look('error handler', request)
      return reply.code(401).send()
    })
  app.get('/', ({ user }) => user.name.toUpperCase())

  assert.equal((await app.inject('/')).statusCode, 401)
  assert.deepEqual(seen.splice(0), ['onRequest: undefined', 'error handler: undefined', 'onSend: undefined'])
  const answer = await app.inject({ url: '/', headers: { authorization: 'Ada' } })
  assert.equal(answer.body, 'ADA')
  assert.deepEqual(seen, ['onRequest: undefined', 'preValidation: Ada', 'onSend: Ada'])
})

test('a decorator with a getter and no setter cannot be assigned', async () => {
  const app = espalier()
    .decorate('now', { getter: () => 1 })
    .decorateRequest('secure', { getter: () => false })
    .decorateReply('format', { getter: () => 'json' })
  app.get('/', (request, reply) => {
    assert.throws(() => Object.assign(request, { secure: true }), TypeError)
    assert.throws(() => Object.assign(reply, { format: 'xml' }), TypeError)
    return [app.now, request.secure, reply.format]
  })
  assert.throws(() => Object.assign(app, { now: 2 }), TypeError)
  assert.deepEqual((await app.inject('/')).json(), [1, false, 'json'])
})

test('a list that nobody may change is an answer like any other', async () => {
  const app = espalier()
  const shelf: readonly { readonly title: string }[] = Object.freeze([Object.freeze({ title: 'The Waves' })])
  const response = { 200: Type.Array(Type.Object({ title: Type.String() })) }
  app.get('/', { schema: { response } }, async () => shelf)
  assert.deepEqual((await app.inject('/')).json(), [{ title: 'The Waves' }])
})

test('a function that takes an app declares routes with the default schemas in an app that chose another library', async () => {
  const addPage = (app: AppOf) =>
    app.get('/page', { schema: { querystring: { number: Type.Integer() } } }, ({ query }) => ({
      next: query.number + 1
    }))
  const app = espalier().withTypeProvider(standardSchema())
  addPage(app)
  assert.deepEqual((await app.inject('/page?number=1')).json(), { next: 2 })
  assert.equal((await app.inject('/page?number=one')).statusCode, 400)
})
