// Endpoints: values without a handler, implemented in a context, injected with types.
import { type EndpointFunction, espalier, Type, withDefault } from 'espalier'
import { expectType } from 'tsd'

declare const endpoint: EndpointFunction

const getUser = endpoint('GET /users/:id', {
  params: { id: Type.Integer() },
  querystring: Type.Object({ full: Type.Optional(Type.Boolean()) }),
  response: { 200: Type.Object({ name: Type.String() }), 404: Type.Object({ message: Type.String() }) }
})
const createUser = endpoint('POST /users', {
  body: Type.Object({ name: Type.String(), size: withDefault(Type.Integer(), 1) }),
  response: { 201: Type.Object({ id: Type.Integer() }) }
})
const ping = endpoint('GET /ping')
const getFile = endpoint('GET /files/:name')

expectType<'GET'>(getUser.method)
expectType<'/users/:id'>(getUser.path)
// @ts-expect-error 'GET users' is no method and path
endpoint('GET users')
// @ts-expect-error '/users' is no method and path
endpoint('/users')
// @ts-expect-error a GET, HEAD or TRACE route has no body
endpoint('GET /users', { body: Type.Object({}) })
// @ts-expect-error a GET, HEAD or TRACE route has no body
endpoint('head /users', { body: Type.Object({}) })

// Implemented in a context.
const app = espalier().decorate('db', { find: (id: number) => String(id) })
app.route(getUser, function (request, reply) {
  expectType<{ id: number }>(request.params)
  expectType<boolean | undefined>(request.query.full)
  if (request.params.id === 0) return reply.code(404).send({ message: 'none' })
  return { name: this.db.find(request.params.id) }
})
app.route(createUser, async (request, reply) => reply.code(201).send({ id: request.body.size }))
// @ts-expect-error the endpoint answers 201
app.route(createUser, (request) => ({ id: request.body.size }))
app.route(getFile, (request) => request.params.name)
// @ts-expect-error the payload has another type
app.route(getUser, () => ({ name: 1 }))
// @ts-expect-error the endpoint's path has no such parameter
app.route(ping, (request) => request.params.id)
app.route(getUser, (_request, reply) => {
  // @ts-expect-error the endpoint does not declare this status
  return reply.code(500).send({ message: '' })
})

// Injected: input and result have the endpoint's types.
const answer = await app.inject(getUser, { params: { id: 1 }, query: { full: true } })
if (answer.statusCode === 200) expectType<{ name: string }>(answer.json())
else expectType<{ message: string }>(answer.json())
expectType<200 | 404>(answer.statusCode)
// @ts-expect-error the payload depends on the status
answer.json().name
const created = await app.inject(createUser, { body: { name: 'Ada' } })
expectType<{ id: number }>(created.json())
await app.inject(ping)
await app.inject(getFile, { params: { name: 'a' } })
// @ts-expect-error the parameters are required
app.inject(getUser)
// @ts-expect-error the parameter is a number
app.inject(getUser, { params: { id: 'one' } })
// @ts-expect-error the body lacks the name
app.inject(createUser, { body: {} })
