// What a context shows: its own declarations and its ancestors', from the line on where they are declared.
import {
  type AppOf,
  type AppToAwait,
  type Bucket,
  espalier,
  type Nothing,
  type SchemaProvider,
  shared,
  Type,
  value
} from 'espalier'
import { expectType } from 'tsd'

const root = espalier()

// The root sees what the root declared, and nothing else.
const withDb = root.decorate('db', { find: (id: string) => id.length })
expectType<number>(withDb.db.find('a'))
// @ts-expect-error the variable declared before the decorator keeps its old type
root.db
// @ts-expect-error nothing declared this name
withDb.cache

// A child sees the root's and its own; a grandchild sees all three.
withDb.register(async (child) => {
  const own = child.decorate('mailer', { send: (to: string) => to })
  expectType<number>(own.db.find('a'))
  expectType<string>(own.mailer.send('a'))
  own.register(async (grandchild) => {
    const all = grandchild.decorate('audit', true)
    expectType<number>(all.db.find('a'))
    expectType<string>(all.mailer.send('a'))
    expectType<boolean>(all.audit)
  })
  // @ts-expect-error a parent does not see its child's decorator
  own.audit
})
// @ts-expect-error the root does not see a child's decorator
withDb.mailer

// A sibling's decorator is invisible, and two siblings may give one name different types.
withDb.register(async (first) => {
  expectType<number>(first.decorate('limit', 3).limit)
})
withDb.register(async (second) => {
  expectType<string>(second.decorate('limit', 'three').limit)
  // @ts-expect-error the sibling's decorator is not this context's
  second.limit
})

// A visible name cannot be declared again, in the same context or below.
// @ts-expect-error 'db' is already decorated in this context
withDb.decorate('db', 1)
withDb.register(async (child) => {
  // @ts-expect-error 'db' is already decorated in this context
  child.decorate('db', 1)
})
// @ts-expect-error 'get' is part of every app
root.decorate('get', 1)
// @ts-expect-error 'body' is part of every request
root.decorateRequest('body', null)
// @ts-expect-error 'send' is part of every reply
root.decorateReply('send', null)
// @ts-expect-error 'ref' is part of every app: a decorator of JavaScript that takes its place has no type
root.decorate('ref', () => 'mine')
// @ts-expect-error 'checkpoint' is part of every app
root.decorate('checkpoint', 1)
// @ts-expect-error 'signal' is part of every request
root.decorateRequest('signal', { getter: () => 'mine' })
// @ts-expect-error 'server' is part of every reply
root.decorateReply('server', { getter: () => 'mine' })
// @ts-expect-error 'then' is part of every app
root.decorate('then', 1)
const anyName: string = 'name'
// @ts-expect-error a decorator needs a literal name
root.decorate(anyName, 1)

// Decorators of app, request and reply do not mix, though they may share a name.
const mixed = root.decorate('mark', 1).decorateRequest('mark', 'r').decorateReply('mark', false)
mixed.get('/', function (request, reply) {
  expectType<number>(this.mark)
  expectType<string>(request.mark)
  expectType<boolean>(reply.mark)
  return null
})
const onApp = root.decorate('appOnly', 1)
onApp.get('/', (request, reply) => {
  // @ts-expect-error an app's decorator is not on the request
  request.appOnly
  // @ts-expect-error an app's decorator is not on the reply
  reply.appOnly
  return null
})
const onRequest = root.decorateRequest('requestOnly', 1)
// @ts-expect-error a request's decorator is not on the app
onRequest.requestOnly

// Conditional and looped declarations keep the old type: whether they happened is not known.
let conditional = espalier()
if (process.argv.length > 3) conditional.decorate('maybe', 1)
for (const _ of [1, 2]) conditional.register(async () => {})
// @ts-expect-error the decorator may be missing
conditional.maybe
conditional = espalier()

// Symbols are names too.
declare const hidden: unique symbol
const symbolic = root.decorateRequest(hidden, 1)
symbolic.get('/', (request) => {
  expectType<number>(request[hidden])
  return null
})

// An app of one context fits a function that asks for less, and not one that asks for more or for another type.
declare function declareUsers(
  app: AppOf<{ app: { db: { find(id: string): number } }; request: { user: string | null } }>
): void
const complete = withDb
  .decorate('extra', 1)
  .decorateRequest('user', value<string | null>(null))
  .decorateReply('more', 1)
declareUsers(complete)
// @ts-expect-error this context lacks request.user
declareUsers(withDb)
// @ts-expect-error request.user has another type
declareUsers(withDb.decorateRequest('user', 1))
declare function declareAnything(app: AppOf): void
declareAnything(complete)

// Inside such a function the context is what was asked for.
function routes(app: AppOf<{ app: { db: { find(id: string): number } } }>) {
  app.get('/:id', function (request) {
    expectType<number>(this.db.find(request.params.id))
    // @ts-expect-error more than was asked for is not visible
    this.extra
    return null
  })
}
routes(complete)

// What a function asks for may be a type parameter of its own.
function reads<Store extends { find(id: string): number }, Services extends { db: Store }>(
  app: AppOf<{ app: Services }>
): number {
  app.get('/:id', function (request) {
    expectType<number>(this.db.find(request.params.id))
    // @ts-expect-error more than was asked for is not visible
    this.extra
    return null
  })
  return app.db.find('a')
}
expectType<number>(reads(complete))
// @ts-expect-error this context lacks app.db
reads(root)

// A checkpoint goes on under names, and refuses names that the context does not have.
interface Services {
  db: { find(id: string): number }
}
expectType<number>(complete.checkpoint<{ app: Services }>().db.find('a'))

// An app is awaited as well behind a method that declares no member.
const later = shared({ name: 'later', setup: (app) => app.decorate('late', 1) })
expectType<number>((await espalier().register(later).withTypeProvider()).late)
expectType<number>((await espalier().register(later).checkpoint<{ request: object }>()).late)
// @ts-expect-error it was not awaited
espalier().register(later).withTypeProvider().late
// @ts-expect-error this context lacks something that the checkpoint names
root.checkpoint<{ app: Services }>()

// It names the buckets that it states and leaves the others; an interface that extends a bucket keeps all that is known.
{
  const Book = Type.Object({ title: Type.String() }, { $id: 'book' })
  const given = espalier()
    .decorate('clock', () => 1)
    .addSchema(Book)
    .derive('preHandler', () => ({ user: 'ada' }))
  interface Clocks extends Bucket<typeof given, 'app'> {}
  interface Vocabulary extends Bucket<typeof given, 'schemas'> {}
  interface Requests extends Bucket<typeof given, 'request'> {}
  const named = given.checkpoint<{ app: Clocks; request: Requests; schemas: Vocabulary }>()
  expectType<AppToAwait<Clocks, Clocks, Requests, Nothing, Vocabulary, SchemaProvider>>(named)
  named.get('/', { schema: { response: { 200: named.ref('book') } } }, (request) => {
    expectType<string>(request.user)
    return { title: request.user }
  })
  named.addHook('onRequest', async (request) => {
    // It is derived at a later stage.
    expectType<string | null | undefined>(request.user)
  })
  const half = given.checkpoint<{ app: Clocks }>()
  half.get('/', { schema: { response: { 200: half.ref('book') } } }, (request) => ({ title: request.user }))
  // @ts-expect-error name the request type with: interface Requests
  given.checkpoint<{ request: { user: string } }>()
  // @ts-expect-error this context lacks the schema
  espalier().checkpoint<{ schemas: Vocabulary }>()
}
