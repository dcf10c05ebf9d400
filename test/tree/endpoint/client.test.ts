import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, espalier, guard, type InjectResponse, Type, value, withDefault } from 'espalier'

const Book = Type.Object({ title: Type.String() }, { $id: 'book' })

const getBook = endpoint('GET /books/:id', {
  params: { id: Type.Integer() },
  querystring: { loud: withDefault(Type.Boolean(), false) },
  response: { 200: { book: Type.Ref('book') }, 401: { message: Type.String() } }
})
const removeBook = endpoint('DELETE /books/:id', { response: { 204: Type.Null() } })

const requireReader = guard<{ request: { reader: string } }>()(async (request, reply) => {
  request.reader = request.headers.from
  if (!request.reader) return reply.code(401).send({ message: 'Who are you?' })
})

const createApp = () => espalier().decorateRequest('reader', value<string | null>(null)).addSchema(Book)

test('an endpoint takes route options, and its guards narrow the request', async () => {
  const app = createApp()
  app.route(
    getBook,
    { onRequest: requireReader, config: { shelf: 'B' } },
    ({ params, query, reader, routeOptions: { config } }) => {
      const title = `${params.id}${config.shelf} for ${reader}`
      return { book: { title: query.loud ? title.toUpperCase() : title } }
    }
  )
  const found = await app.inject(getBook, { params: { id: 7 }, query: { loud: true }, headers: { from: 'ada' } })
  assert.ok(found.statusCode === 200)
  assert.equal(found.json().book.title, '7B FOR ADA')
  const refused = await app.inject(getBook, { params: { id: 7 } })
  assert.ok(refused.statusCode === 401)
  assert.equal(refused.json().message, 'Who are you?')
})

test('undefined query and header values are not sent', async () => {
  const app = createApp()
  app.route(getBook, ({ query, headers }) => ({ book: { title: `${query.loud} ${headers.from}` } }))
  const input = { params: { id: 1 }, query: { loud: undefined }, headers: { from: undefined } }
  // An application without `exactOptionalPropertyTypes` can call it in this way.
  const answer: InjectResponse = await Reflect.apply(app.inject, app, [getBook, input])
  assert.equal(answer.body, '{"book":{"title":"false undefined"}}')
})

test('json() throws for a 204', async () => {
  const app = createApp().route(removeBook, { bodyLimit: 1 }, (_request, reply) => reply.code(204).send())
  const removed = await app.inject(removeBook, { params: { id: '7' } })
  assert.equal(removed.statusCode, 204)
  assert.throws(() => removed.json(), SyntaxError)
})

test('route options that repeat a part of the endpoint throw', () => {
  const app = createApp()
  for (const name of ['method', 'url', 'path', 'schema', 'handler']) {
    assert.throws(
      () => app.route(removeBook, JSON.parse(`{ "${name}": {} }`), (_request, reply) => reply.code(204).send()),
      {
        code: 'ESP_ERR_ARGUMENT_INVALID',
        message:
          'The argument of route() after the endpoint DELETE /books/:id must be options beside its method, path, schema and ' +
          `handler, not '${name}'.`
      }
    )
  }
})

test('route options of an endpoint that are null throw', () => {
  assert.throws(() => createApp().route(removeBook, JSON.parse('null'), (_request, reply) => reply.code(204).send()), {
    code: 'FST_ERR_ROUTE_OPTIONS_NOT_OBJ'
  })
})

test('a payload that does not match the endpoint is a 500', async () => {
  const getUser = endpoint('GET /users', { response: { 200: { name: Type.String() } } })
  const app = espalier()
  // @ts-expect-error the payload lacks the name
  app.route(getUser, () => ({ title: 'Emma' }))
  assert.equal((await app.inject(getUser)).statusCode, 500)
})

test('parameters of any value arrive in wildcards, patterns and compound segments', async () => {
  const wildcard = endpoint('GET /files/:kind((?:a|b)+)/*')
  const several = endpoint('GET /a::b/:from-:to.:kind?')
  const app = espalier()
  app.route(wildcard, ({ params }) => params)
  app.route(several, ({ params }) => params)
  const params = { kind: 'ab', '*': 'deep/name' }
  assert.deepEqual((await app.inject(wildcard, { params })).json(), params)
  const odd = { from: 'a/b?', to: 'é#', kind: ' ' }
  assert.deepEqual((await app.inject(several, { params: odd })).json(), odd)
  assert.deepEqual((await app.inject(several)).json(), {})
})

test('a body of any JSON type, or of a custom content type, arrives unchanged', async () => {
  const bodies = [1, true, null, ['a'], 'text', { a: 1 }]
  for (const body of bodies) {
    const app = espalier()
    const echo = endpoint('POST /', { body: Type.Unknown() })
    app.route(echo, (request) => ({ body: request.body }))
    assert.deepEqual((await app.inject(echo, { body })).json(), { body })
  }
  const app = espalier()
  const csv = endpoint('POST /text', { body: Type.String() })
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, async (_request, body) => body)
  app.route(csv, ({ body }) => body.toUpperCase())
  assert.equal((await app.inject(csv, { body: 'a,b', headers: { 'Content-Type': 'text/csv' } })).json(), 'A,B')
})

test('json() returns the text of a response that is not JSON', async () => {
  const hal = { schema: { n: Type.Integer() } }
  const report = endpoint('GET /report/:kind', {
    response: { 200: { content: { 'text/csv': { schema: Type.String() }, 'application/hal+json': hal } } }
  })
  const app = espalier()
  app.route(report, ({ params }, reply) =>
    params.kind === 'csv' ? reply.type('text/csv').send('') : reply.type('application/hal+json').send({ n: 1 })
  )
  const read = async (kind: string) => (await app.inject(report, { params: { kind } })).json()
  assert.deepEqual([await read('csv'), await read('hal')], ['', { n: 1 }])
  const hello = endpoint('GET /', { response: { 200: Type.String() } })
  assert.equal(
    (
      await espalier()
        .route(hello, () => 'hello')
        .inject(hello)
    ).json().length,
    5
  )
})
