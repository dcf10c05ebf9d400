// What tests of types ask of plugins, contexts and endpoints.
import {
  type AnswersOf,
  type EndpointInput,
  endpoint,
  espalier,
  type GivesOf,
  guard,
  type NeedsOf,
  plugin,
  type RefusalOf,
  type SeenBy,
  shared,
  Type
} from 'espalier'
import { expectNever, expectNotAssignable, expectType } from 'tsd'

const db = shared({ name: 'db', setup: (app) => app.decorate('db', { find: (id: number) => String(id) }) })
const identity = shared({
  name: 'identity',
  needs: [db],
  setup: (app) => app.derive('onRequest', () => ({ user: { name: '' } }))
})
const books = plugin({
  name: 'books',
  needs: [db, identity],
  setup: (app) => void app.get('/', ({ user }) => app.db.find(user.name.length))
})
const app = espalier()
const ready = app.register(db).register(identity)

// What a plugin needs.
expectType<{ db: { find(id: number): string } }>({} as NeedsOf<typeof books, 'app'>)
expectType<{ user: { name: string } }>({} as NeedsOf<typeof books, 'request'>)
expectNever({} as keyof NeedsOf<typeof db, 'app'>)
expectNotAssignable<{ user: unknown }>({} as NeedsOf<typeof identity, 'request'>)

// What it gives.
expectType<{ user: { name: string } }>({} as GivesOf<typeof identity, 'request'>)
expectNever({} as keyof GivesOf<typeof identity, 'app'>)
expectNever({} as keyof GivesOf<typeof books, 'app'>)

// What refuses it.
expectNever({} as RefusalOf<typeof ready, typeof books>)
expectType<'this context lacks the plugins "db", "identity": register them first'>(
  {} as RefusalOf<typeof app, typeof books>
)
expectType<"'db' is already decorated in this context">({} as RefusalOf<typeof ready, typeof db>)

// What a context sees, and what it does not.
expectType<{ user: { name: string } }>({} as SeenBy<typeof ready, 'request'>)
expectNever({} as keyof SeenBy<typeof app, 'request'>)
expectNotAssignable<{ user: unknown }>({} as SeenBy<typeof app, 'request'>)
const guarded = ready.addHook(
  'preHandler',
  guard(async () => ({ agent: '' }))
)
expectType<{ user: { name: string }; agent: string }>({} as SeenBy<typeof guarded, 'request'>)

// What a route takes, and may answer.
const Problem = Type.Object({ message: Type.String() })
const find = endpoint('GET /books/:id', {
  params: { id: Type.Integer() },
  response: { 200: Type.Object({ title: Type.String() }), 204: Type.Null(), '4xx': Problem }
})
expectType<{ id: number }>({} as EndpointInput<typeof find>['params'])
expectType<{ 200: { title: string }; 204: null; '4xx': { message: string } }>({} as AnswersOf<typeof find>)
expectNotAssignable<{ 201: unknown }>({} as AnswersOf<typeof find>)
expectType<{ [status: number]: unknown }>({} as AnswersOf<ReturnType<typeof ping>>)
const ping = () => endpoint('GET /ping')
// @ts-expect-error it is no endpoint
void ({} as AnswersOf<typeof app>)
