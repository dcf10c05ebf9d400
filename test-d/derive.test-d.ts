// Members that a function gives to requests: typed from then on, and nowhere earlier.
import { endpoint, espalier, guard, httpError, plugin, shared, Type, value } from 'espalier'
import { expectType } from 'tsd'

interface User {
  name: string
}
declare function findUser(token: string | undefined): Promise<User | undefined>

const app = espalier().decorate('clock', () => 1)

const identified = app.derive('preValidation', async function (request, reply) {
  expectType<number>(this.clock())
  expectType<unknown>(request.body)
  const user = await findUser(request.headers.authorization)
  if (!user) return reply.code(401).send()
  return { user, role: 'admin' }
})

// In the routes, hooks and contexts that follow.
identified.get('/', ({ user, role }) => {
  expectType<User>(user)
  expectType<string>(role)
  return null
})
identified.addHook('preHandler', async ({ user }) => expectType<User>(user))
identified.register(async (child) => child.get('/below', ({ user }) => expectType<User>(user)))
// Where it may not have run: earlier stages, and what runs whatever it decided.
identified.addHook('onRequest', async ({ user }) => expectType<User | null | undefined>(user))
identified.addHook('onResponse', async ({ role }) => expectType<string | null | undefined>(role))
identified.setErrorHandler((_error, { user }) => expectType<User | null | undefined>(user))
identified.get('/early', { onRequest: async ({ user }) => expectType<User | null | undefined>(user) }, () => null)
// @ts-expect-error the variable of before has no user
app.get('/before', ({ user }) => user)
app.register(async (child) => child.derive('onRequest', () => ({ user: 'Ann' })))
// @ts-expect-error a context beside it has no user
app.get('/beside', ({ user }) => user)

// One derives from another; one that only answers derives nothing.
identified
  .derive('preHandler', ({ user }) => ({ initial: user.name[0] }))
  .get('/initial', ({ initial }) => expectType<string | undefined>(initial))
app.derive('onRequest', (_request, reply) => reply.code(503).send()).get('/closed', ({ id }) => expectType<string>(id))
app
  .derive('onRequest', (request) => (request.id ? { kind: 'one' as const, a: 1 } : { kind: 'two' as const, b: '' }))
  .get('/either', (request) => (request.kind === 'one' ? request.a.toFixed() : request.b.trim()))

// A shared plugin hands it on, and other plugins may need it.
const identity = shared({
  name: 'identity',
  setup: (inner) => inner.derive('onRequest', async () => ({ user: { name: '' } }))
})
const account = plugin({
  name: 'account',
  needs: [identity],
  setup: (inner) => inner.get('/account', ({ user }) => expectType<string>(user.name))
})
app.register(identity).register(account)
// @ts-expect-error this context lacks request.user (register the plugin "identity" first)
app.register(account)

// What it may not be.
// @ts-expect-error 'user' is a member of the requests of this context already
app.decorateRequest('user', '').derive('onRequest', async () => ({ user: 1 }))
// @ts-expect-error 'user' is a member of the requests of this context already
identified.derive('preHandler', () => ({ user: 1 }))
// @ts-expect-error 'body' is a member of the requests of this context already
app.derive('onRequest', async () => ({ body: 1 }))
// @ts-expect-error it returns the members of the request as an object
app.derive('onRequest', async () => {})
app.derive(
  'onRequest',
  // @ts-expect-error a branch returns nothing
  async ({ id }) => {
    if (id) return { a: 1 }
    return
  }
)
// @ts-expect-error a list has no members
app.derive('onRequest', () => [1])
// @ts-expect-error a reply that was not sent
app.derive('onRequest', (_request, reply) => reply.code(401))
// @ts-expect-error no stage before the handler
app.derive('onSend', async () => ({ a: 1 }))
// @ts-expect-error a name that is derived is taken for decorators too
identified.decorateRequest('role', '')

// A guard does it for the routes that use it.
const requireUser = guard(async (request, reply) => {
  const user = await findUser(request.headers.authorization)
  return user ? { user } : reply.code(401).send()
})
app.get('/guarded', { preHandler: requireUser }, ({ user }) => expectType<User>(user))
app.get('/listed', { onRequest: [async () => {}, requireUser] }, ({ user }) => expectType<User>(user))
app.addHook('onRequest', requireUser).get('/all', ({ user }) => expectType<User>(user))
// @ts-expect-error without the guard there is no user
app.get('/unguarded', ({ user }) => user)
// It refines a slot.
app
  .decorateRequest('user', value<User | null>(null))
  .get('/slot', { preHandler: requireUser }, ({ user }) => expectType<string>(user.name))
// It may look for something.
const requireAdmin = guard(({ role }: { role: string }, reply) => (role === 'admin' ? { isAdmin: true } : reply.send()))
identified.get('/admin', { preHandler: requireAdmin }, ({ isAdmin }) => expectType<boolean>(isAdmin))
// @ts-expect-error this context lacks request.role, which the guard looks for
app.get('/admin', { preHandler: requireAdmin }, () => null)
// @ts-expect-error it returns the members of the request as an object
guard(async () => 1)

// A guard that runs earlier than what it looks for does not find it.
const later = app.derive('preHandler', async () => ({ level: 'high' }))
const requireLevel = guard(({ level }: { level: string }) => ({ isHigh: level === 'high' }))
later.get('/in-time', { preHandler: requireLevel }, ({ isHigh }) => expectType<boolean>(isHigh))
// @ts-expect-error at onRequest no function has derived the level
later.get('/early', { onRequest: requireLevel }, () => null)
// @ts-expect-error the same for the context
later.addHook('preValidation', requireLevel)

// A guard of a route finds the parts of that route, once they are validated.
const requireOwner = guard(async ({ params }: { params: { id: number } }) => ({ isOwner: params.id === 1 }))
const byNumber = { schema: { params: { id: Type.Integer() } } }
app.get('/by-number/:id', { ...byNumber, preHandler: requireOwner }, ({ isOwner }) => expectType<boolean>(isOwner))
app.route(
  endpoint('PUT /by-number/:id', { params: { id: Type.Integer() } }),
  { preHandler: requireOwner },
  ({ isOwner, params }) => {
    expectType<boolean>(isOwner)
    expectType<number>(params.id)
  }
)
const requireTitle = guard(async ({ body }: { body: { title: string } }) => ({ title: body.title }))
app.post('/titled', { schema: { body: { title: Type.String() } }, preHandler: [requireTitle] }, ({ title }) =>
  expectType<string>(title)
)
// @ts-expect-error before validation it finds none
app.get('/early/:id', { ...byNumber, onRequest: requireOwner }, () => null)
// @ts-expect-error the same without a schema
app.get('/text/:id', { preHandler: requireOwner }, () => null)
// @ts-expect-error the same where the body has no schema
app.post('/untitled', { preHandler: requireTitle }, () => null)

// A returned error is thrown: it gives no members, and is none of the types that a function may not return.
app
  .derive('onRequest', async ({ headers }) => {
    const user = await findUser(headers.authorization)
    return user ? { user } : httpError(401, 'NO', 'You may not.')
  })
  .get('/refused', ({ user }) => expectType<User>(user))
app
  .derive('preHandler', ({ id }) => (id ? { id2: 1 } : new Error('no')))
  .get('/refused-at-once', ({ id2 }) => expectType<number>(id2))
app.derive('onRequest', () => new TypeError('closed')).get('/closed-by-error', ({ id }) => expectType<string>(id))
app
  .derive('onRequest', async () => httpError(503, 'CLOSED', 'Later.'))
  .get('/all', (request) => {
    // @ts-expect-error the fields of the error are not members
    request.statusCode
    return request.id
  })
const requirePermit = guard(async ({ headers }) =>
  headers.from ? { permit: headers.from } : httpError(403, 'NO', 'You may not.')
)
app.get('/permitted', { preHandler: requirePermit }, ({ permit }) => expectType<string>(permit))
class Forbidden extends Error {
  readonly user = 'none'
}
app
  .derive('onRequest', ({ id }) => (id ? { user: { name: id } } : new Forbidden()))
  .get('/of-a-class', ({ user }) => expectType<User>(user))
app.addHook('onRequest', async () => httpError(401, 'NO', 'You may not.'))
app.get('/hooked', { preHandler: [async () => new Error('no')] }, () => null)
// An error among the members is data, and so is what has the members of an error without its stack.
app
  .derive('onRequest', () => ({ problem: new Error('data') }))
  .get('/problem', ({ problem }) => expectType<Error>(problem))
app
  .derive('onRequest', (): { name: string; message: string } => ({ name: '', message: '' }))
  .get('/named', (request) => {
    expectType<string>(request.name)
    return request.message
  })
app.derive('onRequest', (): { stack: number } => ({ stack: 1 })).get('/stack', ({ stack }) => expectType<number>(stack))
// @ts-expect-error a number beside an error has no members
app.derive('onRequest', () => (Math.random() ? new Error('no') : 1))
