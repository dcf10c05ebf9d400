// A server over a real socket, with the endpoints that the client tests call.
import type { TestContext } from 'node:test'
import { endpoint, endpoints, Type, withDefault } from '../../src/contract/index.ts'
import { espalier, httpError } from '../../src/index.ts'

const Problem = Type.Object({ message: Type.String() }, { $id: 'problem' })

export const books = endpoints(
  '/books',
  { response: { '4xx': Type.Ref(Problem) } },
  {
    find: ['GET /:id', { params: { id: Type.String() }, response: { 200: { id: Type.String() } } }],
    search: [
      'GET /',
      {
        querystring: { page: withDefault(Type.Integer(), 1), tag: Type.Optional(Type.Array(Type.String())) },
        response: { 200: { page: Type.Integer(), tag: Type.Array(Type.String()) } }
      }
    ],
    add: ['POST /', { body: { title: Type.String() }, response: { 201: { title: Type.String() } } }],
    remove: ['DELETE /:id', { params: { id: Type.String() }, response: { 204: Type.Null() } }]
  }
)

export const upload = endpoint('PUT /files/*', {
  consumes: ['application/octet-stream'],
  response: { 200: { bytes: Type.Integer(), type: Type.String() } }
})

export const download = endpoint('GET /files/*', {
  response: {
    200: {
      content: {
        'application/octet-stream': { schema: Type.String({ format: 'binary' }) },
        'text/plain': { schema: Type.String() }
      }
    }
  }
})

export const health = endpoint('GET /health', { response: { 503: Type.Object({ message: Type.String() }) } })

const Flight = Type.Object(
  { at: Type.DateTime(), seats: Type.Union([Type.BigInteger(), Type.Null()]) },
  { $id: 'flight' }
)

export const flights = endpoint('POST /flights/:at', {
  params: { at: Type.DateTime() },
  query: { seats: Type.BigInteger() },
  body: Flight,
  response: { 200: Type.Array(Type.Ref(Flight)) }
})

export async function serve(t: TestContext): Promise<string> {
  const app = espalier()
  app.route(books.find, ({ params }) => {
    if (params.id === 'none') throw httpError(404, 'NONE', 'There is none.')
    if (params.id === 'broken') throw new Error('broken')
    return { id: params.id }
  })
  app.route(books.search, ({ query }) => ({ page: query.page, tag: query.tag ?? [] }))
  app.route(books.add, ({ body }, reply) => reply.code(201).send({ title: body.title }))
  app.route(books.remove, (_request, reply) => reply.code(204).send(null))
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body)
  )
  app.route(upload, ({ body, headers }) => ({
    bytes: (body as Buffer).length,
    type: String(headers['content-type'])
  }))
  app.route(download, ({ params }, reply) =>
    params['*'] === 'text'
      ? reply.type('text/plain').send('Zeile')
      : reply.type('application/octet-stream').send(Buffer.alloc(100_000, 7))
  )
  app.route(flights, ({ params, query, body }) => [
    { at: params.at, seats: query.seats },
    { at: new Date(body.at), seats: body.seats === null ? null : BigInt(body.seats) + 1n }
  ])
  app.route(health, () => ({ anything: 1 }))
  t.after(() => app.close())
  return app.listen({ port: 0 })
}
