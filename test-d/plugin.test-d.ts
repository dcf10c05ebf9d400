// Plugins: what they need, what they provide, and their options.
import { type AppOf, espalier, guard, type Plugin, plugin, requires, shared, value } from 'espalier'
import { expectType } from 'tsd'

interface Db {
  query(sql: string): number
}
interface User {
  name: string
}
declare function connect(url: string): Promise<Db>

const db = shared({
  name: 'db',
  setup: async (app, options: { url: string }) => app.decorate('db', await connect(options.url))
})
const auth = shared({
  name: 'auth',
  needs: [db],
  setup: (app) => {
    expectType<number>(app.db.query('select 1'))
    return app.decorateRequest('user', value<User | null>(null))
  }
})
const users = plugin({
  name: 'users',
  needs: [db, auth],
  setup: (app) =>
    app.get('/users/:id', function (request) {
      expectType<Db>(this.db)
      expectType<User | null>(request.user)
      // @ts-expect-error a plugin sees what it needs and nothing else
      this.cache
      return null
    })
})

const root = espalier()

// Registered without awaiting: handlers, hooks and later plugins see it, the variable does not yet.
const pending = root.register(db, { url: 'x' })
pending.get('/', function () {
  expectType<Db>(this.db)
  return null
})
pending.addHook('onRequest', function (_request, _reply, done) {
  expectType<Db>(this.db)
  done()
})
pending.register(async (child) => {
  expectType<Db>(child.db)
})
// @ts-expect-error the plugin has not loaded at this line
pending.db

// Awaited: the variable has it.
const loaded = await pending
expectType<Db>(loaded.db)
const chained = await root.register(db, { url: 'x' }).register(auth)
expectType<Db>(chained.db)
expectType<Db>((await root.register(db, { url: 'x' }).after()).db)
expectType<Db>((await root.register(db, { url: 'x' }).ready()).db)
const afterwards = loaded.decorate('cache', 1)
expectType<number>((await afterwards).cache)

// A need that the context does not have.
// @ts-expect-error this context lacks app.db (register the plugin "db" first)
root.register(users)
// @ts-expect-error this context lacks app.db (register the plugin "db" first)
root.register(auth)
// @ts-expect-error this context lacks request.user (register the plugin "auth" first)
pending.register(users)
pending.register(auth).register(users, { prefix: '/v1' })

// A need of another type.
// @ts-expect-error this context has app.db of another type than the plugin "auth" needs
root.decorate('db', 'a text').register(auth)

// Options: required, wrong, missing, unknown; optional; absent.
// @ts-expect-error the plugin "db" needs its option url: register(plugin, { url })
root.register(db)
// @ts-expect-error the option is required
root.register(db, undefined)
// @ts-expect-error the option is required
root.register(db, {})
// @ts-expect-error the option is a string
root.register(db, { url: 1 })
// @ts-expect-error no such option
root.register(db, { url: 'x', colour: 'red' })
root.register(db, { url: 'x', prefix: '/a', logLevel: 'warn' })
root.register(db, (app) => ({ url: app.prefix }))
const optional = plugin({ name: 'optional', setup: (_app, options: { size?: number }) => options.size })
root.register(optional)
root.register(optional, undefined)
root.register(optional, { size: 1 })
// @ts-expect-error the option is a number
root.register(optional, { size: 'large' })
const maybe = plugin({ name: 'maybe', setup: (_app, options?: { size: number }) => options?.size })
root.register(maybe)
root.register(maybe, { size: 1 })
const without = plugin({ name: 'without', setup: (app) => app })
root.register(without, { prefix: '/x' })
// @ts-expect-error the plugin has no options
root.register(without, { size: 1 })

// A plugin's declarations stay in it; a shared plugin's go to the parent, and from there no further than the next plugin.
const encapsulated = plugin({ name: 'encapsulated', setup: (app) => app.decorate('inner', 1) })
// @ts-expect-error a plugin keeps its context
;(await root.register(encapsulated)).inner
root.register(async (child) => {
  const inside = await child.register(db, { url: 'x' })
  expectType<Db>(inside.db)
})
const stopping = plugin({ name: 'stopping', setup: async (app) => app.register(db, { url: 'x' }) })
// @ts-expect-error shared inside a plugin stops at the plugin
;(await root.register(stopping)).db
const passing = shared({ name: 'passing', setup: async (app) => app.register(db, { url: 'x' }) })
expectType<Db>((await root.register(passing)).db)
const passingUnawaited = shared({ name: 'passing', setup: (app) => app.register(db, { url: 'x' }) })
expectType<Db>((await root.register(passingUnawaited)).db)

// What a shared plugin needs is not provided by it again, so that two may need the same.
const first = shared({ name: 'first', needs: [db], setup: (app) => app.decorate('first', 1) })
const second = shared({ name: 'second', needs: [db, first], setup: (app) => app.decorate('second', app.first) })
const both = await pending.register(first).register(second)
expectType<number>(both.second)
// @ts-expect-error 'first' is already decorated in this context
both.register(first)

// A shared plugin that declares nothing.
const silent = shared({ name: 'silent', setup: () => {} })
expectType<Db>((await pending.register(silent)).db)
const silentAsync = shared({ name: 'silent', setup: async () => {} })
expectType<Db>((await pending.register(silentAsync)).db)
const hooksOnly = shared({ name: 'hooks', needs: [db], setup: (app) => app.addHook('onRequest', async () => {}) })
expectType<Db>((await pending.register(hooksOnly)).db)

// A shared guard refines what it needs, in the context that registers it.
const signedIn = shared({
  name: 'signed-in',
  needs: [auth],
  setup: (app) =>
    app.addHook(
      'preHandler',
      guard<{ request: { user: User } }>()(async (request) => {
        if (!request.user) throw new Error('sign in')
      })
    )
})
pending
  .register(auth)
  .register(signedIn)
  .get('/', (request) => {
    expectType<string>(request.user.name)
    return null
  })

// Two of them in one context.
const named = shared({
  name: 'named',
  needs: [auth],
  setup: (app) =>
    app.addHook(
      'preHandler',
      guard<{ request: { user: User } }>()(async () => {})
    )
})
const ofUsers = plugin({
  name: 'of-users',
  needs: [signedIn],
  setup: (app) => app.get('/', (request) => request.user.name)
})
pending
  .register(auth)
  .register(signedIn)
  .register(ofUsers)
  .register(named)
  .get('/', (request) => {
    expectType<string>(request.user.name)
    return null
  })
// @ts-expect-error this context's requests have a user who may be null
pending.register(auth).register(ofUsers)
declare function membersOnly(app: AppOf<{ request: { user: User } }>): void
membersOnly(pending.register(auth).register(signedIn))
// @ts-expect-error this context's requests have a user who may be null
membersOnly(pending.register(auth))

// A requirement as a shape, without importing what provides it.
const byShape = plugin({
  name: 'by-shape',
  needs: requires<{ app: { db: Db }; request: { user: User | null } }>({ app: ['db'], request: ['user'] }),
  setup: (app) =>
    app.get('/', function (request) {
      expectType<Db>(this.db)
      expectType<User | null>(request.user)
      return null
    })
})
pending.register(auth).register(byShape)
// @ts-expect-error this context lacks request.user
pending.register(byShape)

// A factory of plugins with a type parameter.
function repository<Row>(parse: (text: string) => Row) {
  return shared({ name: 'repository', needs: [db], setup: (app) => app.decorate('rows', () => [parse('')]) })
}
expectType<number[]>((await pending.register(repository((text) => text.length))).rows())
// @ts-expect-error this context lacks app.db (register the plugin "db" first)
root.register(repository((text) => text.length))
// @ts-expect-error the rows are of another type
expectType<string[]>((await pending.register(repository((text) => text.length))).rows())

// Inline plugins: callback, options, and what an annotated function asks for.
root.register((_child, _options, done) => done())
root.register(async (_child, options: { size: number }) => options.size, { size: 1, prefix: '/a' })
root.register(async (_child, options) => expectType<number>(options.size), { size: 1, prefix: '/a' })
// @ts-expect-error the option is required
root.register(async (_child, options: { size: number }) => options.size)
async function needsDb(app: AppOf<{ app: { db: Db } }>) {
  app.get('/', async () => null)
}
pending.register(needsDb)
// @ts-expect-error this context lacks app.db
root.register(needsDb)

// A module that is loaded when it is needed.
declare const module: Promise<{ default: typeof users }>
pending.register(auth).register(module)

// A plugin's type, written down.
const written: Plugin<{ app: { db: Db } }, { app: { clock: () => number } }, { zone?: string }, 'clock'> = shared({
  name: 'clock',
  needs: requires<{ app: { db: Db } }>(),
  setup: (app, _options: { zone?: string }) => app.decorate('clock', () => 1)
})
expectType<number>((await pending.register(written, { zone: 'UTC' })).clock())
// @ts-expect-error this context lacks app.db
root.register(written)

// A fake in the place of a plugin: the type of the real one holds it to its name, its shape and its options.
const store = shared({
  name: 'store',
  setup: async (app, _options: { url: string }) => app.decorate('store', { find: async (id: number) => `${id}` })
})
const withStore = (given: typeof store) => root.register(given, { url: '' })
const fakeStore: typeof store = shared({
  name: 'store',
  setup: (app) => app.decorate('store', { find: async (id: number) => `fake ${id}`, asked: 0 })
})
expectType<string>(await (await withStore(fakeStore)).store.find(1))
// @ts-expect-error what it finds is a number
withStore(shared({ name: 'store', setup: (app) => app.decorate('store', { find: async () => 1 }) }))
// @ts-expect-error it lacks app.store
withStore(shared({ name: 'store', setup: (app) => app.decorate('stores', 1) }))
// @ts-expect-error it has another name
withStore(shared({ name: 'fake', setup: (app) => app.decorate('store', { find: async (id: number) => `${id}` }) }))
const demanding = shared({
  name: 'store',
  setup: (app, _options: { url: string; port: number }) => app.decorate('store', { find: async () => '' })
})
// @ts-expect-error nobody gives it a port
withStore(demanding)
// @ts-expect-error it keeps what it declares
withStore(plugin({ name: 'store', setup: (app) => app.decorate('store', { find: async () => '' }) }))
const needing = shared({
  name: 'store',
  needs: [db],
  setup: (app) => app.decorate('store', { find: async () => '' })
})
// @ts-expect-error it needs what the real one does not
withStore(needing)

// What a needed plugin needs is there as well, without being named again.
const disk = shared({ name: 'disk', setup: (inner) => inner.decorate('files', 1) })
const people = shared({
  name: 'people',
  needs: [disk],
  setup: (inner) => inner.derive('onRequest', async () => ({ person: String(inner.files) }))
})
const teams = shared({
  name: 'teams',
  needs: [people],
  setup: (inner) => inner.derive('preHandler', async ({ person }) => ({ team: person + inner.files }))
})
const boards = plugin({
  name: 'boards',
  needs: [teams],
  setup: (inner) => {
    expectType<number>(inner.files)
    inner.get('/', ({ person, team }) => expectType<[string, string]>([person, team]))
    // @ts-expect-error nobody provides this
    inner.letters
  }
})
espalier().register(disk).register(people).register(teams).register(boards)
// @ts-expect-error this context lacks request.team (register the plugin "teams" first)
espalier().register(disk).register(people).register(boards)
// @ts-expect-error this context lacks app.files (register the plugin "disk" first)
espalier().register(people)
