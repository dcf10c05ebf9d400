// Observes at run time the promises of the types. Each test is the twin of lines in test-d/.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AppOf, espalier, guard, isError, plugin, shared, Type, value } from 'espalier'
import { standardSchema } from 'espalier/standard-schema'

interface User {
  name: string
}

test('hooks before a guard, and hooks and error handlers after its refusal, see the request without its changes', async () => {
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

test('a frozen list is sent like any other list', async () => {
  const app = espalier()
  const shelf: readonly { readonly title: string }[] = Object.freeze([Object.freeze({ title: 'The Waves' })])
  const response = { 200: Type.Array(Type.Object({ title: Type.String() })) }
  app.get('/', { schema: { response } }, async () => shelf)
  assert.deepEqual((await app.inject('/')).json(), [{ title: 'The Waves' }])
})

test('a function that takes an AppOf declares routes with default schemas in an app with another type provider', async () => {
  const addPage = (app: AppOf) =>
    app.get('/page', { schema: { querystring: { number: Type.Integer() } } }, ({ query }) => ({
      next: query.number + 1
    }))
  const app = espalier().withTypeProvider(standardSchema())
  addPage(app)
  assert.deepEqual((await app.inject('/page?number=1')).json(), { next: 2 })
  assert.equal((await app.inject('/page?number=one')).statusCode, 400)
})

test('hooks that run before a guard, and request methods called there, see the request without its changes', async () => {
  const seen: string[] = []
  const setUser = guard<{ request: { user: User } }>()(async (request) => {
    request.user = { name: 'Ada' }
  })
  const app = espalier()
    .decorateRequest('user', value<User | null>(null))
    .addHook('preHandler', setUser)
    .decorateRequest('look', function (place: string) {
      seen.push(`${place}: ${this.user?.name}`)
    })
  const look = (place: string) => async (request: { look(place: string): void }) => request.look(place)
  const preHandler = [look('preHandler')]
  app.get('/', { onRequest: look('onRequest'), preHandler }, ({ user }) => user.name)
  app.setNotFoundHandler({ preValidation: look('preValidation'), preHandler }, ({ user }) => user.name)
  assert.equal((await app.inject('/')).body, 'Ada')
  assert.deepEqual(seen.splice(0), ['onRequest: undefined', 'preHandler: Ada'])
  assert.equal((await app.inject('/nowhere')).body, 'Ada')
  assert.deepEqual(seen, ['preValidation: undefined', 'preHandler: Ada'])
})

test('a payload of the schema of one status is a 500 with another status', async () => {
  const app = espalier()
  const response = { 200: Type.Object({ name: Type.String() }), 202: Type.Object({ job: Type.Integer() }) }
  app.get('/:id', { schema: { response } }, ({ params }, reply) =>
    // @ts-expect-error with 202 goes another payload
    reply.code(params.id === 'later' ? 202 : 200).send({ name: 'Ada' })
  )
  assert.deepEqual((await app.inject('/ada')).json(), { name: 'Ada' })
  assert.equal((await app.inject('/later')).statusCode, 500)
})

test('4XX and */* apply to statuses and media types without an entry of their own', async () => {
  const app = espalier()
  const content = { 'text/csv': { schema: Type.String() }, '*/*': { schema: { name: Type.String() } } }
  const response = { 200: { content }, '4XX': { message: Type.String() } }
  app.get('/hal', { schema: { response } }, (_request, reply) =>
    reply.type('application/hal+json').send({ name: 'Ada', secret: 'is not sent' } as { name: string })
  )
  app.get('/csv', { schema: { response } }, (_request, reply) => reply.type('text/csv; header=absent').send('a,b'))
  app.get('/none', { schema: { response } }, (_request, reply) => reply.code(410).send({ message: 'none' }))
  assert.deepEqual((await app.inject('/hal')).json(), { name: 'Ada' })
  assert.deepEqual((await app.inject('/csv')).body, 'a,b')
  assert.deepEqual((await app.inject('/none')).json(), { message: 'none' })
})

test('a keyword with a plain schema makes a complete schema, and with a TypeBox schema a field', async () => {
  const app = espalier()
  app.post('/not', { schema: { body: { not: { type: 'null' } } } }, ({ body }) => ({ body }))
  app.post('/made', { schema: { body: { not: Type.Null() } } }, ({ body }) => String(body.not))
  app.post('/any', { schema: { body: {} } }, ({ body }) => ({ body }))
  app.post('/field', { schema: { body: { not: Type.Null(), name: Type.String() } } }, ({ body }) => body.name)
  for (const url of ['/not', '/any'])
    assert.deepEqual((await app.inject({ method: 'POST', url, payload: ['a'] })).json(), { body: ['a'] })
  assert.equal((await app.inject({ method: 'POST', url: '/any' })).body, '{}')
  assert.equal((await app.inject({ method: 'POST', url: '/made', payload: ['a'] })).statusCode, 400)
  assert.equal((await app.inject({ method: 'POST', url: '/made', payload: { not: null } })).body, 'null')
  assert.equal((await app.inject({ method: 'POST', url: '/field', payload: ['a'] })).statusCode, 400)
  assert.equal((await app.inject({ method: 'POST', url: '/field', payload: { not: null, name: 'a' } })).body, 'a')
})

test('a missing body is accepted where null is, and is undefined', async () => {
  const app = espalier()
  app.post('/', { schema: { body: Type.Union([Type.Object({}), Type.Null()]) } }, ({ body }) => typeof body)
  assert.equal((await app.inject({ method: 'POST', url: '/' })).body, 'undefined')
})

test('a body schema for all methods and a decorator named then throw when they are declared', () => {
  const app = espalier()
  // @ts-expect-error GET is among all methods
  assert.throws(() => app.all('/', { schema: { body: Type.Object({}) } }, () => null), {
    code: 'FST_ERR_ROUTE_BODY_VALIDATION_SCHEMA_NOT_SUPPORTED'
  })
  // @ts-expect-error an app that loads is awaited
  assert.throws(() => app.decorate('then', 1), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
})

test('a decorator with a setter and no getter is undefined', () => {
  const set: number[] = []
  const app = espalier().decorate('level', { setter: (level: number) => void set.push(level) })
  Object.assign(app, { level: 1 })
  assert.deepEqual([app.level, set], [undefined, [1]])
})

test('isError recognizes a validation error only with a list of errors', async () => {
  const app = espalier()
  app.setErrorHandler((error, _request, reply) =>
    reply.code(400).send(isError(error, 'FST_ERR_VALIDATION') ? error.validation.length : 'no findings')
  )
  const schema = { body: Type.Object({ a: Type.Integer() }) }
  app.post('/ajv', { schema }, () => null)
  app.post('/own', { schema, validatorCompiler: () => () => ({ error: new Error('no') }) }, () => null)
  app.post('/bare', { schema, validatorCompiler: () => () => false }, () => null)
  app.post('/text', { schema, validatorCompiler: () => () => ({ error: 'no' }) }, () => null)
  const attached = { schema, attachValidation: true, validatorCompiler: () => () => ({ error: new Error('no') }) }
  app.post('/attached', attached, ({ validationError }) => validationError?.validation)
  const ask = async (url: string) => (await app.inject({ method: 'POST', url, payload: {} })).body
  assert.deepEqual(await Promise.all(['/ajv', '/own', '/bare', '/text', '/attached'].map(ask)), [
    '1',
    'no findings',
    '0',
    '1',
    '[]'
  ])
})

test('this is the app of the context in handlers and hooks, and the decorated object in functions of decorators', async () => {
  const seen: string[] = []
  const app = espalier()
    .decorate('place', 'root')
    .decorate('tell', function (what: string) {
      seen.push(`${this.place} ${what}`)
    })
    .decorateRequest('path', { getter: () => '' })
    .decorateRequest('isGet', function () {
      return this.method === 'GET'
    })
    .decorateReply('asked', {
      getter() {
        return this.request.isGet()
      }
    })
  app.register(async (parent) => {
    const child = parent.decorate('leaf', 'child')
    child.addHook('onRequest', async function (request, reply) {
      this.tell(`onRequest ${this.leaf} ${request.isGet()} ${reply.asked}`)
    })
    child.addHook('onClose', async function (instance) {
      this.tell(`onClose ${this.leaf} ${instance.leaf}`)
    })
    child.setErrorHandler(function (_error, request, reply) {
      this.tell(`error ${this.leaf} ${request.server.leaf}`)
      return reply.code(500).send(this.leaf)
    })
    const onSend = async function (this: { leaf: string; tell(what: string): void }) {
      this.tell(`onSend ${this.leaf}`)
    }
    child.get('/', { onSend }, function () {
      this.tell(`handler ${this.leaf}`)
      throw new Error('seen')
    })
  })
  assert.equal((await app.inject('/')).body, 'child')
  await app.close()
  assert.deepEqual(seen, [
    'root onRequest child true true',
    'root handler child',
    'root error child child',
    'root onSend child',
    'root onClose child child'
  ])
})

test('hooks before parsing have no body, and hooks after validation have the validated body and params', async () => {
  const seen: unknown[] = []
  const app = espalier()
  app.post(
    '/:id',
    {
      schema: { params: { id: Type.Integer() }, body: { size: Type.Integer() } },
      onRequest: async ({ body, params }) => void seen.push(body, params.id),
      preValidation: async ({ body }) => void seen.push(JSON.stringify(body)),
      preHandler: async ({ body, params }) => void seen.push(body.size + params.id)
    },
    ({ body }) => body.size
  )
  await app.inject({ method: 'POST', url: '/1', payload: { size: '2' } })
  assert.deepEqual(seen, [undefined, '1', '{"size":"2"}', 3])
})

test('a factory makes plugins of its type parameter, with options from the app that registers them', async () => {
  const repository = <Row>(parse: (text: string) => Row) =>
    shared({
      name: 'repository',
      setup: (app, options: { text: string }) => app.decorate('first', () => parse(options.text))
    })
  const app = espalier()
  const numbers: string[] = []
  app.decorate('text', '41').register(async (child) => {
    const made = await child.register(repository(Number), (here) => ({ text: here.text }))
    numbers.push((made.first() + 1).toFixed(1))
  })
  app.register(async (sibling) => {
    const made = await sibling.register(
      repository((text) => text.split('')),
      { text: 'ab' }
    )
    numbers.push(...made.first())
  })
  await app.ready()
  assert.deepEqual(numbers, ['42.0', 'a', 'b'])
})

test('a decorator with the name of a needed plugin does not replace the plugin', async () => {
  const db = shared({ name: 'db', setup: (app) => app.decorate('db', { find: () => 1 }) })
  const users = plugin({ name: 'users', needs: [db], setup: (app) => app.db.find() })
  const app = espalier().decorate('db', 'a text')
  // @ts-expect-error this context has app.db of another type
  app.register(users)
  await assert.rejects(async () => app.ready(), { code: 'FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED' })
})

test('a conditional decorator is present or absent at run time', () => {
  const [wanted, bare] = [true, false].map((isDeclared) => {
    const app = espalier()
    if (isDeclared) app.decorate('maybe', 1)
    return app
  })
  assert.deepEqual([wanted?.hasDecorator('maybe'), bare?.hasDecorator('maybe')], [true, false])
  // @ts-expect-error the decorator may be missing
  assert.deepEqual([wanted?.maybe, bare?.maybe], [1, undefined])
})
