// Endpoints: values without a handler, implemented in a context, injected with types.
import { type EndpointFunction, espalier, guard, Type, type TypeProvider, value, withDefault } from 'espalier'
import { Type as Contract, endpoint as contractEndpoint } from 'espalier/contract'
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
// @ts-expect-error 'GET  /users' is no method and path
endpoint('GET  /users')
// @ts-expect-error ' /users' is no method and path
endpoint(' /users')
// @ts-expect-error a GET, HEAD or TRACE route has no body
endpoint('GET /users', { body: Type.Object({}) })
// @ts-expect-error a GET, HEAD or TRACE route has no body
endpoint('head /users', { body: Type.Object({}) })

// The fields of the parameters' schema are parameters of the path.
endpoint('GET /:id', { params: { id: Type.Integer() } })
endpoint('GET /:id', { params: Type.Object({ id: Type.Integer(), kind: Type.Optional(Type.String()) }) })
endpoint('GET /:id', { params: { id: Type.Integer(), kind: withDefault(Type.String(), 'new') } })
endpoint('GET /x/:id/:kind?', { params: { id: Type.Integer(), kind: Type.Optional(Type.String()) } })
endpoint('GET /x/:near-:far/*', { params: { near: Type.Integer(), far: Type.Integer(), '*': Type.String() } })
endpoint('GET /:id', { params: { $ref: 'key#' } })
endpoint('GET /:id', { params: Type.Ref('key') })
endpoint('GET /:id', { params: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } })
endpoint('GET /:id', { params: Type.Record(Type.String(), Type.String()) })
declare const anyTarget: `GET /${string}`
endpoint(anyTarget, { params: { id: Type.Integer() } })
// @ts-expect-error the path '/:id' has no parameter 'idd'
endpoint('GET /:id', { params: { idd: Type.Integer() } })
// @ts-expect-error the path '/:id' has no parameter 'idd'
endpoint('GET /:id', { params: Type.Object({ idd: Type.Integer() }) })
// @ts-expect-error the path '/:id' has no parameter 'kind'
endpoint('GET /:id', { params: { id: Type.Integer(), kind: Type.String() } })
// @ts-expect-error the path '/' has no parameter '*'
endpoint('GET /', { params: { '*': Type.String() } })

// Implemented in a context.
const app = espalier().decorate('db', { find: (id: number) => String(id) })
app.route(getUser, function (request, reply) {
  expectType<{ id: number }>(request.params)
  expectType<boolean | undefined>(request.query.full)
  if (request.params.id === 0) return reply.code(404).send({ message: 'none' })
  return { name: this.db.find(request.params.id) }
})

// A handler's request and reply hide their context behind a name. They still fit whatever takes what they have.
const members = espalier().decorate('limit', 5).decorateRequest('user', value<{ name: string } | null>(null))
declare function nameOf(request: { user: { name: string } | null; params: { id: number } }): string
declare function ageOf(request: { user: { age: number } }): number
declare const wrapped: <Made extends (...exchange: never[]) => unknown>(handler: Made) => Made
declare const elsewhere: (request: { params: { id: number } }) => { name: string }
const respond = async (request: { user: { name: string } | null }) => ({ name: request.user?.name ?? '' })
members.route(getUser, function (request, reply) {
  expectType<number>(this.limit)
  expectType<{ name: string } | null>(request.user)
  const { user, params, server } = request
  expectType<{ name: string } | null>(user)
  expectType<number>(params.id + server.limit)
  if (request.user === null) return reply.code(404).send({ message: '' })
  expectType<string>(request.user.name)
  return { name: nameOf(request) }
})
members.route(getUser, (request) => ({ name: nameOf(request) }))
members.route(getUser, { bodyLimit: 10 }, (request) => ({ name: nameOf(request) }))
members.route(getUser, elsewhere)
members.route(getUser, respond)
members.route(getUser, (_request, reply) => reply)
members.route(
  getUser,
  wrapped((request) => ({ name: nameOf(request) }))
)
// @ts-expect-error a user has no age
members.route(getUser, (request) => ({ name: `${ageOf(request)}` }))
// @ts-expect-error this context has no such member
members.route(getUser, (request) => ({ name: request.member }))
// @ts-expect-error the requests of this context have no user
app.route(getUser, respond)
// @ts-expect-error the response of 404 has a message
members.route(getUser, (_request, reply) => reply.code(404).send({ name: '' }))

app.route(createUser, async (request, reply) => reply.code(201).send({ id: request.body.size }))
app.route(createUser, (request) => ({ id: request.body.size }))
app.route(createUser, { bodyLimit: 10 }, (request) => ({ id: request.body.size }))
// @ts-expect-error the answer 201 of the endpoint has another field
app.route(createUser, (request) => ({ size: request.body.size }))
app.route(getFile, (request) => request.params.name)
// @ts-expect-error the payload has another type
app.route(getUser, () => ({ name: 1 }))
// @ts-expect-error the endpoint's path has no such parameter
app.route(ping, (request) => request.params.id)
app.route(getUser, (_request, reply) => {
  // @ts-expect-error the endpoint does not declare this status
  return reply.code(500).send({ message: '' })
})

// With the options of a route.
const requireMember = guard<{ request: { member: string } }>()((request) => {
  if (!request.member) throw new Error()
})
const library = app.decorateRequest('member', value<string | null>(null))
library.route(getUser, { preHandler: [requireMember], config: { shelf: 'B' } }, (request, reply) => {
  expectType<string>(request.member)
  expectType<{ id: number }>(request.params)
  expectType<string>(request.routeOptions.config.shelf)
  if (request.params.id === 0) return reply.code(404).send({ message: 'none' })
  return { name: request.member }
})
library.route(
  getUser,
  {
    preHandler: async (request) => {
      expectType<boolean | undefined>(request.query.full)
    },
    onRequest: async (request) => {
      expectType<unknown>(request.query)
    }
  },
  ({ member }) => {
    expectType<string | null>(member)
    return { name: '' }
  }
)
// @ts-expect-error the payload has another type
library.route(getUser, { preHandler: [requireMember] }, () => ({ name: 1 }))
// @ts-expect-error the endpoint has the schemas
library.route(getUser, { schema: {} }, () => ({ name: '' }))
// @ts-expect-error no such option
library.route(getUser, { preHandlr: [requireMember] }, () => ({ name: '' }))
// @ts-expect-error this context lacks request.member, which the guard looks for
app.route(getUser, { preHandler: [requireMember] }, () => ({ name: '' }))

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
const removed = await app.inject(endpoint('DELETE /users/:id', { response: { 204: Type.Null() } }), {
  params: { id: '1' }
})
expectType<never>(removed.json())

// Shared schemas that an endpoint refers to have their types wherever the app sees them.
const User = Type.Object({ id: Type.Integer(), name: withDefault(Type.String(), '') }, { $id: 'user' })
const replaceUser = endpoint('PUT /users/:id', {
  params: { id: Type.Integer() },
  body: { user: Type.Ref('user') },
  response: { 200: { user: Type.Ref('user') }, 201: Type.Ref('user') }
})
const knowing = espalier().addSchema(User)
knowing.route(replaceUser, ({ body }) => body)
// @ts-expect-error the shared schema has a name of another type
knowing.route(replaceUser, () => ({ user: { id: 1, name: 1 } }))
const replaced = await knowing.inject(replaceUser, { params: { id: 1 }, body: { user: { id: 1 } } })
if (replaced.statusCode === 200) expectType<{ user: { id: number; name: string } }>(replaced.json())
else expectType<{ id: number; name: string }>(replaced.json())
// @ts-expect-error the user lacks its id
knowing.inject(replaceUser, { params: { id: 1 }, body: { user: {} } })
const unknowing = await espalier().inject(replaceUser, { params: { id: 1 }, body: { user: {} } })
if (unknowing.statusCode === 201) expectType<unknown>(unknowing.json())
if (unknowing.statusCode === 200) expectType<{ user: unknown }>(unknowing.json())
const byRef = endpoint('POST /users', { body: { $ref: 'user#' }, response: { 200: { $ref: 'user#' } } })
expectType<{ id: number; name: string }>((await knowing.inject(byRef, { body: { id: 1 } })).json())
expectType<unknown>((await espalier().inject(byRef, { body: 1 })).json())

// A class stands for the statuses that have no entry of their own, and `default` for all others.
const classes = endpoint('GET /classes', {
  response: {
    '200': { a: Type.Number() },
    '4xx': { b: Type.Number() },
    404: { c: Type.Number() },
    default: Type.String()
  }
})
const classed = await app.inject(classes)
if (classed.statusCode === 200) expectType<{ a: number }>(classed.json())
else if (classed.statusCode === 404) expectType<{ c: number }>(classed.json())
else if (classed.statusCode === 422) expectType<{ b: number }>(classed.json())
else if (classed.statusCode === 500) expectType<string>(classed.json())
// @ts-expect-error no such status is registered
classed.statusCode === 299
// A map of errors alone says nothing of what is none, and of the errors what it says.
const clientErrors = await app.inject(endpoint('GET /refused', { response: { '4xx': { b: Type.Number() } } }))
if (clientErrors.statusCode === 404) expectType<{ b: number }>(clientErrors.json())
else if (clientErrors.statusCode === 206) expectType<unknown>(clientErrors.json())
// @ts-expect-error an error of servers is not declared
clientErrors.statusCode === 503
const madeOnly = await app.inject(endpoint('GET /made', { response: { 201: { a: Type.Number() }, '4xx': {} } }))
// @ts-expect-error one success, and the others are not declared
madeOnly.statusCode === 200

// An app that chose a schema library reads answers by it.
interface Parser<Output> {
  parse(data: unknown): Output
}
interface ParserProvider extends TypeProvider {
  readonly validator: this['schema'] extends Parser<infer Output> ? Output : unknown
  readonly serializer: this['validator']
}
declare const count: Parser<number>
const counting = espalier().withTypeProvider<ParserProvider>()
const counted = await counting.inject(endpoint('POST /count', { body: count, response: { 200: count } }), { body: '1' })
expectType<number>(counted.json())

// A reference to a schema itself has its type wherever the endpoint goes, without a context that knows it.
{
  const Author = Contract.Object(
    { name: Contract.String(), born: withDefault(Contract.Integer(), 0) },
    { $id: 'author' }
  )
  const author = contractEndpoint('GET /authors/:id', {
    response: { 200: { author: Contract.Ref(Author), others: Contract.Array(Contract.Ref(Author)) } }
  })
  const app = espalier()
  app.route(author, () => ({ author: { name: 'Jane', born: 1775 }, others: [] }))
  // @ts-expect-error the response schema of 200 says that payload.author.name is a string
  app.route(author, () => ({ author: { name: 1, born: 1775 }, others: [] }))
  const answer = await app.inject(author, { params: { id: '1' } })
  if (answer.statusCode === 200) {
    expectType<string>(answer.json().author.name)
    expectType<number | undefined>(answer.json().others[0]?.born)
  }
  app.post('/authors', { schema: { body: Type.Ref(Author) } }, ({ body }) => body.name)
}
