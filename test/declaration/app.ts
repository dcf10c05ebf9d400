// An application whose declaration file other projects read: every kind of value that it can export.
import { endpoint, endpoints, espalier, guard, plugin, requires, shared, Type, value, withDefault } from 'espalier'

export interface User {
  name: string
}

export const address = Type.Object({ zip: Type.String({ $id: '#zip' }) }, { $id: 'address' })
export const settings = Type.Object({ size: withDefault(Type.Integer(), 1) })

export const db = shared({
  name: 'db',
  setup: async (app, options: { url: string }) => app.decorate('db', { find: (id: number) => options.url + id })
})
export const auth = shared({
  name: 'auth',
  needs: [db],
  setup: (app) => app.decorateRequest('user', value<User | null>(null)).addSchema(address)
})
export const requireUser = guard<{ request: { user: User } }>()(async (request, reply) => {
  if (!request.user) return reply.code(401).send()
  return undefined
})
export const users = plugin({
  name: 'users',
  needs: [db, auth],
  setup: (app) => app.get('/users/:id', { preHandler: [requireUser] }, (request) => request.user.name)
})
export const shaped = plugin({
  name: 'shaped',
  needs: requires<{ app: { db: { find(id: number): string } } }>(),
  setup: (app) => app
})
export const getUser = endpoint('GET /users/:id', {
  params: { id: Type.Integer() },
  response: { 200: Type.Object({ name: Type.String() }) }
})

export const requireKey = guard(async ({ headers }, reply) =>
  headers.authorization ? { key: headers.authorization } : reply.code(401).send()
)
export const tenancy = shared({
  name: 'tenancy',
  needs: [db],
  params: { org: Type.String() },
  setup: (app) => app.derive('onRequest', async ({ params }) => ({ tenant: params.org }))
})
export const desks = plugin({
  name: 'desks',
  needs: [tenancy],
  params: { desk: Type.Integer() },
  setup: (app) => app.get('/', ({ tenant, params }) => [tenant, params.desk, app.db.find(1)])
})
export const tickets = endpoints(
  '/orgs/:org',
  { params: { org: Type.String() }, response: { '4xx': { message: Type.String() } } },
  { list: ['GET /tickets', { response: { 200: Type.Enum(['a', 'b']) } }], home: 'GET /' }
)
export const problems = espalier().routeDefaults({ response: { '4xx': { message: Type.String() } } })
export const derived = problems.derive('preHandler', async () => ({ at: 1 })).get('/at', ({ at }) => at)

export const app = espalier().register(db, { url: 'memory' }).register(auth).register(users, { prefix: '/v1' })
export const body = Type.Object({ whole: app.ref('address#'), zip: app.ref('address#zip') })
export const loaded = await app
export const decorated = loaded
  .decorate('limit', 1)
  .decorateRequest('seen', false)
  .decorateReply('mark', { getter: () => 1 })
  .addHook('onRequest', requireUser)
export const routed = decorated.post('/', { schema: { body } }, (request) => request.body.zip)

export function inject() {
  return loaded.inject(getUser, { params: { id: 1 } })
}
export function createLimited() {
  return espalier({ logger: true }).decorate('limit', 1)
}
