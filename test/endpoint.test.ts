// Endpoints: values that a context implements and that tests call, with one set of types.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, espalier, guard, Type, value, withDefault } from 'espalier'

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

test('an endpoint is implemented with the options of a route, and its guards narrow the request', async () => {
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

test('an answer whose status has no body cannot be parsed', async () => {
  const app = createApp().route(removeBook, { bodyLimit: 1 }, (_request, reply) => reply.code(204).send())
  const removed = await app.inject(removeBook, { params: { id: '7' } })
  assert.equal(removed.statusCode, 204)
  assert.throws(() => removed.json(), SyntaxError)
})

test('options that say what the endpoint says are refused where they stand', () => {
  const app = createApp()
  for (const name of ['method', 'url', 'path', 'schema', 'handler']) {
    assert.throws(
      () => app.route(removeBook, JSON.parse(`{ "${name}": {} }`), (_request, reply) => reply.code(204).send()),
      {
        code: 'ESP_ERR_ARGUMENT_INVALID',
        message:
          'What route() takes after the endpoint DELETE /books/:id must be options beside its method, path, schema and ' +
          `handler, not '${name}'.`
      }
    )
  }
})

test('what stands between an endpoint and its handler is an object of options', () => {
  assert.throws(() => createApp().route(removeBook, JSON.parse('null'), (_request, reply) => reply.code(204).send()), {
    code: 'FST_ERR_ROUTE_OPTIONS_NOT_OBJ'
  })
})
