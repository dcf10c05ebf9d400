// Groups of endpoints, and endpoints below prefixes.
import { endpoint, endpoints, espalier, Type } from 'espalier'
import { expectType } from 'tsd'

const Problem = Type.Object({ message: Type.String() })
const tickets = endpoints(
  '/orgs/:org',
  { params: { org: Type.String() }, response: { '4xx': Problem }, tags: ['tickets'] },
  {
    home: 'GET /',
    list: [
      'GET /tickets',
      { querystring: { page: Type.Optional(Type.Integer()) }, response: { 200: Type.Array(Type.String()) } }
    ],
    create: [
      'POST /tickets/:id',
      {
        params: { id: Type.Integer() },
        body: { title: Type.String() },
        response: { 201: Type.Object({ title: Type.String() }) }
      }
    ]
  }
)
expectType<'/orgs/:org'>(tickets.home.path)
expectType<'/orgs/:org/tickets'>(tickets.list.path)
expectType<'POST'>(tickets.create.method)

const app = espalier()
app.route(tickets.create, ({ params, body }, reply) => {
  expectType<number>(params.id)
  expectType<string>(params.org)
  if (params.id < 0) return reply.code(404).send({ message: '' })
  return reply.code(201).send({ title: body.title })
})
app.route(tickets.list, ({ query }) => {
  expectType<number | undefined>(query.page)
  return ['']
})
// @ts-expect-error the response schema of 200 says that payload is a list
app.route(tickets.list, () => 1)
// @ts-expect-error the group declares 4xx alone beside 201
app.route(tickets.create, (_request, reply) => reply.code(202).send())

const created = await app.inject(tickets.create, { params: { org: 'a', id: 1 }, body: { title: '' } })
if (created.statusCode === 201) expectType<string>(created.json().title)
if (created.statusCode === 409) expectType<string>(created.json().message)
// @ts-expect-error org is missing
app.inject(tickets.create, { params: { id: 1 }, body: { title: '' } })

// Implemented below the prefix, nothing is added twice; where the path does not have it, the compiler refuses.
app.register(
  async (child) => {
    child.route(tickets.home, { preHandler: async () => {} }, ({ params }) => expectType<string>(params.org))
    child.register(async (below) => below.route(tickets.list, () => ['']), { prefix: '/tickets' })
    // @ts-expect-error the path of an endpoint is absolute, and '/books' does not begin with the prefix '/orgs/:org'
    child.route(endpoint('GET /books'), () => '')
    // @ts-expect-error with options too
    child.route(endpoint('GET /books'), { config: 1 }, () => '')
  },
  { prefix: '/orgs/:org' }
)

// @ts-expect-error a prefix is a path
endpoints('orgs', {}, { list: 'GET /tickets' })
// @ts-expect-error a target is a method and a path
endpoints('/orgs', {}, { list: 'tickets' })
// @ts-expect-error the path '/orgs' has no parameter 'org'
endpoints('/orgs', { params: { org: Type.String() } }, { list: 'GET /tickets' })
// @ts-expect-error a group shares no body
endpoints('/orgs', { body: Type.String() }, { list: 'POST /tickets' })
// @ts-expect-error 'GET tickets' is no method and path
endpoints('/orgs', {}, { home: 'GET /', list: ['GET tickets', { response: { 200: Type.String() } }] })
// @ts-expect-error the path '/orgs/tickets' has no parameter 'id'
endpoints('/orgs', {}, { list: ['GET /tickets', { params: { id: Type.Integer() } }] })
// @ts-expect-error 'bdy' is no part of a route's schema
endpoints('/orgs', {}, { list: ['POST /tickets', { bdy: Type.String() }] })
