// Defaults of a context: its routes may answer what it declares.
import { endpoint, espalier, plugin, shared, Type } from 'espalier'
import { expectType } from 'tsd'

const Problem = Type.Object({ message: Type.String() })
const app = espalier()
const described = app.routeDefaults({
  response: { '4xx': Problem, 503: Type.Object({ retry: Type.Integer() }) },
  tags: ['x']
})

described.get('/', (_request, reply) => reply.code(404).send({ message: '' }))
described.get('/free', () => ({ anything: 1 }))
described.get('/both', { schema: { response: { 200: Type.String() } } }, ({ id }, reply) =>
  id ? 'text' : reply.code(409).send({ message: '' })
)
// Of one key the route holds.
described.get('/own', { schema: { response: { 200: Type.String(), 404: Type.Integer() } } }, ({ id }, reply) =>
  id ? reply.code(404).send(1) : reply.code(503).send({ retry: 1 })
)
described.route({
  method: 'GET',
  url: '/object',
  schema: { response: { 200: Type.String() } },
  handler: (_, reply) => reply.code(400).send({ message: '' })
})
described.register(async (child) => child.get('/below', (_request, reply) => reply.code(404).send({ message: '' })))
described.routeDefaults({ tags: ['y'] }).get('/more', (_request, reply) => reply.code(503).send({ retry: 1 }))
described.addHook('onRequest', async (_request, reply) => reply.code(401).send({ of: 'any form' }))

const problems = shared({ name: 'problems', setup: (inner) => inner.routeDefaults({ response: { '4xx': Problem } }) })
const books = plugin({
  name: 'books',
  needs: [problems],
  setup: (inner) =>
    inner.get('/books', { schema: { response: { 200: Type.String() } } }, (_, reply) =>
      reply.code(404).send({ message: '' })
    )
})
app.register(problems).register(books)

// @ts-expect-error mesage is no field of it
described.get('/', (_request, reply) => reply.code(404).send({ mesage: '' }))
// @ts-expect-error the same beside responses of the route
described.get('/', { schema: { response: { 200: Type.String() } } }, (_, reply) => reply.code(404).send({ mesage: '' }))
const text = { response: { 200: Type.String() } }
// @ts-expect-error nobody declares 500
described.get('/', { schema: text }, (_, reply) => reply.code(500).send({ message: '' } as never))
// @ts-expect-error the variable of before has no 4xx
app.get('/', { schema: { response: { 200: Type.String() } } }, (_, reply) => reply.code(404).send('' as never))
// An endpoint tells its clients what the defaults of its context may answer: by the class, by each of its statuses, or by all.
described.route(endpoint('GET /e', { response: { 200: Type.String(), '4xx': Problem, '5XX': Problem } }), () => '')
described.route(endpoint('GET /e', { response: { 200: Type.String(), default: Problem } }), () => '')
described.route(endpoint('GET /e'), () => '')
described.route(endpoint('GET /e', { response: { '4xx': Problem, 503: Problem } }), { bodyLimit: 1 }, () => '')
// @ts-expect-error its clients know neither 4xx nor 503
described.route(endpoint('GET /e', text), () => '')
// @ts-expect-error one status does not speak for the class
described.route(endpoint('GET /e', { response: { 200: Type.String(), 404: Problem, 503: Problem } }), () => '')
// @ts-expect-error with options it is the same
described.route(endpoint('GET /e', text), { bodyLimit: 1 }, () => '')
const guarded = app.register(problems)
guarded.route(endpoint('GET /e', { response: { 200: Type.String(), '4xx': Problem } }), () => '')
// @ts-expect-error a shared plugin shares its defaults
guarded.route(endpoint('GET /e', text), () => '')
// @ts-expect-error defaults are for errors
app.routeDefaults({ response: { 200: Problem } })
// @ts-expect-error no such default
app.routeDefaults({ respons: {} })
expectType<string>(described.prefix)
