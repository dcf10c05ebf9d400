// Routes: what a handler reads, in every way to declare one.

import type { IncomingHttpHeaders } from 'node:http'
import { espalier, Type, withDefault } from 'espalier'
import { expectType } from 'tsd'

const app = espalier().decorate('db', 1)

// Every part.
app.post(
  '/users/:id',
  {
    schema: {
      params: Type.Object({ id: Type.Integer() }),
      querystring: Type.Object({ page: Type.Optional(Type.Integer()), tags: Type.Array(Type.String()) }),
      headers: Type.Object({ 'X-Count': Type.Integer() }),
      body: Type.Object({ name: Type.String(), nick: Type.Union([Type.String(), Type.Null()]) })
    }
  },
  function (request) {
    expectType<{ id: number }>(request.params)
    expectType<number | undefined>(request.query.page)
    expectType<string[]>(request.query.tags)
    // @ts-expect-error a single value arrives as an array of one
    request.query.tags.toUpperCase()
    // @ts-expect-error the nick may be null
    request.body.nick.length
    expectType<number>(request.headers['x-count'])
    expectType<string | string[] | undefined>(request.headers.authorization)
    expectType<{ name: string; nick: string | null }>(request.body)
    expectType<number>(this.db)
    expectType<number>(request.server.db)
    // @ts-expect-error the schema has no such field
    request.body.age
    // @ts-expect-error the path's parameter is what the schema makes of it
    request.params.id.length
    // @ts-expect-error header names arrive in lower case
    expectType<number>(request.headers['X-Count'])
    return null
  }
)

// A part without a schema.
app.post('/plain', (request) => {
  expectType<unknown>(request.body)
  expectType<unknown>(request.query)
  expectType<IncomingHttpHeaders>(request.headers)
  // @ts-expect-error nothing is known of the body
  request.body.name
  return null
})

// The shorthand infers like `Type.Object`; `query` is another name of `querystring`.
app.post(
  '/shorthand/:id',
  {
    schema: {
      params: { id: Type.Integer() },
      query: { page: Type.Optional(Type.Integer()) },
      body: { name: Type.String() },
      response: { 200: { ok: Type.Boolean() } }
    }
  },
  (request) => {
    expectType<{ id: number }>(request.params)
    expectType<number | undefined>(request.query.page)
    expectType<{ name: string }>(request.body)
    // @ts-expect-error the shorthand has no such field
    request.body.age
    // @ts-expect-error the page may be missing
    request.query.page.toFixed()
    return { ok: true }
  }
)
app.post('/json-schema', { schema: { body: { type: 'object', properties: { a: { type: 'string' } } } } }, (request) => {
  expectType<unknown>(request.body)
  return null
})

// Made with TypeBox they are fields, whatever their names; without one, and in plain JSON Schema, nothing says that the body is an object.
app.post('/not', { schema: { body: { not: Type.Null() } } }, (request) => {
  expectType<{ not: null }>(request.body)
  // @ts-expect-error the schema has no such field
  request.body.name
  return null
})
app.get('/page', { schema: { response: { 200: { items: Type.Array(Type.String()) } } } }, () => ({ items: ['a'] }))
// @ts-expect-error the response schema of 200 says that payload is an object with items
app.get('/page', { schema: { response: { 200: { items: Type.Array(Type.String()) } } } }, () => [['a']])
app.post('/list', { schema: { body: { items: { type: 'integer' } } } }, (request) => expectType<unknown>(request.body))
app.post('/any', { schema: { body: {} } }, (request) => expectType<unknown>(request.body))
app.post('/field', { schema: { body: { not: Type.Null(), name: Type.String() } } }, (request) => {
  expectType<null>(request.body.not)
  return request.body.name
})

// A missing body passes where null does, and is undefined.
app.post('/nullable', { schema: { body: Type.Union([Type.String(), Type.Null()]) } }, (request) => {
  expectType<string | null | undefined>(request.body)
  // @ts-expect-error the body may be missing
  if (request.body !== null) request.body.length
  return null
})

// Misspelt and misplaced options.
// @ts-expect-error no such option
app.get('/', { prehandler: async () => {} }, () => null)
// @ts-expect-error no such part
app.get('/', { schema: { querystrings: Type.Object({}) } }, () => null)
// @ts-expect-error a limit is a number of bytes
app.get('/', { bodyLimit: '1mb' }, () => null)
app.post('/', { emptyBody: 'none' }, () => null)
// @ts-expect-error no such way to take an empty body
app.post('/', { emptyBody: true }, () => null)
app.get(
  '/',
  { schema: { tags: ['users'], summary: 'All', 'x-internal': true }, bodyLimit: 10, logLevel: 'warn' },
  () => null
)

// Methods without a body.
// @ts-expect-error a GET, HEAD or TRACE route has no body
app.get('/', { schema: { body: Type.Object({}) } }, () => null)
// @ts-expect-error a GET, HEAD or TRACE route has no body
app.head('/', { schema: { body: { a: Type.String() } }, handler: () => null })
// @ts-expect-error a GET, HEAD or TRACE route has no body, and GET is among all
app.all('/', { schema: { body: Type.Object({}) } }, () => null)
app.delete('/', { schema: { body: Type.Object({ a: Type.String() }) } }, (request) => request.body.a)
// @ts-expect-error a GET, HEAD or TRACE route has no body
app.route({ method: 'GET', url: '/', schema: { body: Type.Object({}) }, handler: () => null })
// @ts-expect-error a GET, HEAD or TRACE route has no body
app.route({ method: ['POST', 'head'], url: '/', schema: { body: Type.Object({}) }, handler: () => null })
app.route({
  method: ['POST', 'put'],
  url: '/:id',
  schema: { body: Type.Object({ a: Type.String() }) },
  handler: (request) => request.params.id + request.body.a
})
declare const anyMethod: string
app.route({ method: anyMethod, url: '/', schema: { body: { a: Type.String() } }, handler: ({ body }) => body.a })
for (const method of ['GET', 'POST'] as const) app.route({ method, url: '/both', handler: () => method })

// Typed config.
app.get('/config', { config: { roles: ['admin'], limit: 3 } }, (request, reply) => {
  expectType<number>(request.routeOptions.config.limit)
  expectType<string[]>(reply.routeOptions.config.roles)
  expectType<string>(request.routeOptions.config.url)
  // @ts-expect-error the config has no such member
  request.routeOptions.config.other
  return null
})

// With `attachValidation` the parts are unknown until the error has been looked at.
app.post('/attached', { attachValidation: true, schema: { body: Type.Object({ a: Type.Integer() }) } }, (request) => {
  expectType<unknown>(request.body)
  // @ts-expect-error the body may be invalid
  request.body.a
  if (request.validationError) {
    expectType<'body' | 'params' | 'querystring' | 'headers'>(request.validationError.validationContext)
    expectType<unknown>(request.body)
    return null
  }
  expectType<number>(request.body.a)
  return null
})

// A validator of its own, with its own output.
app.post(
  '/custom',
  {
    schema: { body: { anything: true } },
    validatorCompiler: () => (data: unknown) => ({ value: { parsed: String(data) } })
  },
  (request) => {
    expectType<{ parsed: string }>(request.body)
    // @ts-expect-error the validator returns something else
    request.body.other
    return null
  }
)
app.post(
  '/ajv',
  {
    schema: { body: Type.Object({ a: Type.Integer() }) },
    validatorCompiler: () => () => true
  },
  (request) => {
    expectType<number>(request.body.a)
    return null
  }
)

// By one object: method or methods, url or path, handler among the options.
app.route({
  method: 'POST',
  url: '/object/:id',
  schema: { body: Type.Object({ a: Type.Integer() }), response: { 200: Type.Object({ ok: Type.Boolean() }) } },
  config: { limit: 1 },
  handler(request, reply) {
    expectType<number>(this.db)
    expectType<string>(request.params.id)
    expectType<number>(request.body.a)
    expectType<number>(request.routeOptions.config.limit)
    return reply.send({ ok: true })
  }
})
app.route({ method: ['GET', 'HEAD'], path: '/path/:name', handler: async (request) => request.params.name })
app.route({
  method: 'GET',
  url: '/wrong',
  schema: { response: { 200: Type.Object({ ok: Type.Boolean() }) } },
  // @ts-expect-error the payload has another type
  handler: () => ({ ok: 'yes' })
})
// @ts-expect-error a method is a text, or several
app.route({ method: 1, url: '/wrong', handler: () => null })
// @ts-expect-error a route needs a method
app.route({ url: '/wrong', handler: () => null })
app.options('/wrong', { schema: { querystring: { a: Type.Integer() } } }, (request) => {
  // @ts-expect-error the schema has no such field
  request.query.b
  return null
})
// @ts-expect-error the path has no such parameter
app.all('/:id', (request) => request.params.name)
// @ts-expect-error a route needs a handler
app.route({ method: 'GET', url: '/none' })
app.get('/options', { schema: { querystring: { a: Type.Integer() } }, handler: (request) => request.query.a })

// Every method, and the app that comes back.
app
  .get('/', () => null)
  .head('/', () => null)
  .options('/', () => null)
  .put('/', () => null)
  .patch('/', () => null)
  .delete('/', () => null)
app
  .trace('/', () => null)
  .query('/', () => null)
  .all('/:id', (request) => request.params.id)
expectType<typeof app>(app.get('/same', () => null))
expectType<number>(app.get('/', () => null).db)

// A default makes a field optional for the sender only.
app.post('/defaults', { schema: { body: { size: withDefault(Type.Integer(), 10) } } }, (request) => {
  expectType<number>(request.body.size)
  return null
})
// @ts-expect-error the default has another type
withDefault(Type.Integer(), 'ten')
