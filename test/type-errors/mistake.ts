// The mistakes that are made most. Each is a program with one error; `says` is what its sentence must name.

/** A mistake: the program after the common lines, and the words that tell a person what is wrong and what to do. */
export interface Mistake {
  readonly code: string
  readonly says: RegExp
}

/** What every program begins with. */
export const preamble = `import { type AppOf, endpoint, endpoints, espalier, events, guard, plugin, requires, shared, Type, value } from 'espalier'
import { adopt, asFastifyPlugin } from 'espalier/fastify'
import fastify, { type FastifyInstance } from 'espalier/fastify-types'
import { standardSchema } from 'espalier/standard-schema'
import fastifyCookie from '@fastify/cookie'
import { Type as TypeBox } from '@sinclair/typebox'
import { z } from 'zod'

interface Db { query(sql: string): number }
declare const connect: (url: string) => Db
const db = shared({ name: 'db', setup: (app, options: { url: string }) => app.decorate('db', connect(options.url)) })
const users = plugin({ name: 'users', needs: [db], setup: (app) => app.get('/users', () => app.db.query('')) })
const requireUser = guard<{ request: { user: string } }>()(async () => {})
const getUser = endpoint('GET /users/:id', { response: { 200: Type.Object({ name: Type.String() }) } })
declare function declareUsers(app: AppOf<{ app: { db: Db } }>): void
declare function declareAccount(app: AppOf<{ request: { user: string } }>): void
declare const findUser: (id: string) => Promise<{ name: number }>
const answer = { response: { 200: Type.Object({ name: Type.String() }), 404: Type.Object({ error: Type.String() }) } }
const app = espalier()
declare module 'fastify' { interface FastifyInstance { mailbox: { send(text: string): void } } }
`

export const mistakes: Readonly<Record<string, Mistake>> = {
  'plugin-needs-another': {
    code: 'app.register(users)',
    says: /this context lacks app\.db \(register the plugin \\?"db\\?" first\)/
  },
  'plugin-that-many-need': {
    code: `const log = shared({ name: 'log', needs: [db], setup: (app) => app.decorate('line', (text: string) => app.db.query(text)) })
const news = plugin({ name: 'news', needs: [log], setup: (app) => app.get('/news', () => app.db.query('') + app.line('')) })
app
  .register(users)
  .register(log)
  .register(async (inner) => { inner.register(news).register(users).get('/', function () { return this.db.query('') }) }, { prefix: '/inner' })`,
    says: /this context lacks app\.db \(register the plugin .*"db.*" first\)/
  },
  'plugin-before-what-it-needs': {
    code: `const mail = shared({ name: 'mail', setup: (app) => app.decorateRequest('letter', '') })
const member = shared({ name: 'member', setup: (app) => app.derive('onRequest', async () => ({ member: 'Ada' })) })
const log = shared({ name: 'log', setup: (app) => app.decorate('log2', 1) })
app
  .register(plugin({ name: 'letters', needs: [log, mail, member], setup: () => {} }))
  .register(log)
  .decorateRequest('letter', '')
  .derive('onRequest', async () => ({ member: 'Ada' }))
  .get('/', ({ letter, member }) => letter + member)`,
    says: /this context lacks the plugins \\?"log\\?", \\?"mail\\?", \\?"member\\?": register them first/
  },
  'shared-plugin-that-many-need-below-a-prefix': {
    code: `const tenancy = shared({ name: 'tenancy', params: { org: Type.Integer() }, setup: (app) => app.derive('onRequest', async () => ({ org: 1 })) })
const notes = plugin({ name: 'notes', needs: [tenancy], setup: (app) => app.get('/notes', ({ org, params }) => org + params.org) })
const files = plugin({ name: 'files', needs: [tenancy], setup: (app) => app.get('/files', ({ org }) => org) })
app.register(async (inner) => { inner.register(notes).register(files).get('/', ({ org }) => org) }, { prefix: '/:org' })`,
    says: /<"this context lacks the plugin \\?"tenancy\\?": register it first/
  },
  'plugin-needs-several': {
    code: `const mail = shared({ name: 'mail', setup: (app) => app.decorate('send', 1).decorate('queue', 1) })
app.register(plugin({ name: 'letters', needs: [db, mail], setup: () => {} }))`,
    says: /this context lacks the plugins \\?"db\\?", \\?"mail\\?": register them first/
  },
  'plugin-needs-an-adopted-one': {
    code: `const cookies = adopt(fastifyCookie, { name: 'cookies', request: ['cookies'], reply: ['setCookie'] })
app.register(plugin({ name: 'door', needs: [cookies], setup: () => {} }))`,
    says: /this context lacks the plugin \\?"cookies\\?": register it first/
  },
  'plugin-needs-an-adopted-one-without-a-name': {
    code: `const cookies = adopt(fastifyCookie, { request: ['cookies'], reply: ['setCookie', 'clearCookie'] })
app.register(plugin({ name: 'door', needs: [cookies], setup: () => {} }))`,
    says: /<"this context lacks the plugin of (?:request\.cookies|reply\.\w+Cookie): register it first">/
  },
  'plugin-needs-an-adopted-one-and-another': {
    code: `const cookies = adopt(fastifyCookie, { reply: ['setCookie'] })
app.register(plugin({ name: 'door', needs: [cookies, db], setup: () => {} }))`,
    says: /<"this context lacks the plugins of reply\.setCookie, \\?"db\\?": register them first">/
  },
  'plugin-needs-several-things-of-another': {
    code: `const mail = shared({ name: 'mail', setup: (app) => app.decorate('send', 1).decorateRequest('letter', '') })
app.register(plugin({ name: 'letters', needs: [mail], setup: () => {} }))`,
    says: /this context lacks the plugin \\?"mail\\?": register it first/
  },
  'plugin-needs-what-another-needs': {
    code: `const mail = shared({ name: 'mail', needs: [db], setup: (app) => app.decorate('send', 1) })
app.register(plugin({ name: 'letters', needs: [mail], setup: (inner) => inner.db.query('') + inner.send }))`,
    says: /this context lacks app\.send \(register the plugin \\?"mail\\?" first\)/
  },
  'plugin-needs-what-takes-sockets': {
    code: `import websocket from '@fastify/websocket'
const sockets = adopt(websocket, { name: 'sockets', route: ['wsHandler'] })
app.register(plugin({ name: 'chat', needs: [sockets], setup: () => {} }))`,
    says: /this context lacks the plugin \\?"sockets\\?": register it first/
  },
  'socket-where-none-are-taken': {
    code: `app.get('/', { handler: () => null, wsHandler: () => {} })`,
    says: /this context takes no sockets: register adopt\(websocket, \{ route: \['wsHandler'\] \}\) first/
  },
  'plugin-needs-what-another-derives': {
    code: `const member = shared({ name: 'member', setup: (app) => app.derive('onRequest', async () => ({ member: 'Ada' })) })
app.derive('onRequest', async () => ({ site: 1 })).register(plugin({ name: 'books', needs: [member], setup: () => {} }))`,
    says: /'?Refusal<"this context lacks request\.member \(register the plugin \\?"member\\?" first\)">/
  },
  'plugin-needs-what-is-derived-later': {
    code: `const books = plugin({ name: 'books', needs: [shared({ name: 'member', setup: (app) => app.derive('onRequest', async () => ({ member: 'Ada' })) })], setup: () => {} })
app.derive('preHandler', async () => ({ member: 'Ada' })).register(books)`,
    says: /this context has members of requests at other stages than the plugin \\?"books\\?" needs them/
  },
  'plugin-needs-another-type': {
    code: `app.decorate('db', 'a text').register(users)`,
    says: /this context has app\.db of another type than the plugin \\?"users\\?" needs/
  },
  'plugin-without-options': {
    code: 'app.register(db)',
    says: /the plugin \\?"db\\?" needs its option url: register\(plugin, \{ url \}\)/
  },
  'plugin-with-wrong-option': {
    code: 'app.register(db, { url: 1 })',
    says: /Type 'number' is not assignable to type 'string'/
  },
  'plugin-with-unknown-option': {
    code: `app.register(db, { url: '', uri: '' })`,
    says: /'uri' does not exist in type 'OptionsOf<"db", "needs its option url: register\(plugin, \{ url \}\)"/
  },
  'plugin-with-a-misspelt-option': {
    code: `app.register(db, { ur: '' })`,
    says: /'ur' does not exist in type 'OptionsOf<"db", "needs its option url: register\(plugin, \{ url \}\)"/
  },
  'plugin-with-a-misspelt-optional-option': {
    code: `app.register(plugin({ name: 'cache', setup: (_inner, options: { size?: number }) => void options }), { siz: 1 })`,
    says: /'siz' does not exist in type 'OptionsOf<"cache", "has no such option: it takes its own, prefix, params, logLevel and logSerializers"/
  },
  'plugin-without-a-required-option': {
    code: 'app.register(db, {})',
    says: /'OptionsOf<"db", "needs its option url: register\(plugin, \{ url \}\)"/
  },
  'plugin-in-a-module-without-default': {
    code: `declare const imported: Promise<{ users: typeof users }>
app.register(imported)`,
    says: /PluginAsDefaultExport/
  },
  'plugin-without-its-parameter': {
    code: `app.register(plugin({ name: 'tickets', params: { org: Type.String() }, setup: () => {} }), { prefix: '/orgs' })`,
    says: /this context lacks the parameter 'org' in its prefix: register the plugin \\?"tickets\\?" with \{ prefix: '\/:org' \}/
  },
  'shared-plugin-without-its-parameter': {
    code: `const tenancy = shared({ name: 'tenancy', params: { org: Type.String() }, setup: () => {} })
app.register(tenancy, { prefix: '/:org' })`,
    says: /this context lacks the parameter 'org': register it in a context with \{ prefix: '\/:org' \} or in a plugin with params: \{ org \}/
  },
  'plugin-with-another-parameter': {
    code: `const tickets = plugin({ name: 'tickets', params: { org: Type.String() }, setup: () => {} })
app.register(async (child) => { child.register(tickets) }, { prefix: '/:org', params: { org: Type.Integer() } })`,
    says: /this context declares a parameter of its prefix in another way than the plugin \\?"tickets\\?" does: give both the same schema/
  },
  'prefix-without-the-parameter': {
    code: `app.register(async () => {}, { prefix: '/orgs/:organization', params: { org: Type.String() } })`,
    says: /the path '\/orgs\/:organization' has no parameter 'org'/
  },
  'prefix-misspelt': {
    code: `app.register(async () => {}, { prefx: '/a' })`,
    says: /'prefx' is no option of every plugin, as prefix, params, logLevel and logSerializers are/
  },
  'parameter-of-a-prefix-misspelt': {
    code: `app.register(async (child) => { child.get('/', (request) => request.params.organization) }, { prefix: '/orgs/:org' })`,
    says: /Property 'organization' does not exist on type/
  },
  'endpoint-of-a-group-without-method': {
    code: `endpoints('/orgs', {}, { home: 'GET /', list: ['GET tickets', { response: { 200: Type.String() } }] })`,
    says: /'GET tickets' is no method and path, such as 'GET \/books\/:id'/
  },
  'endpoint-of-a-group-with-a-parameter-that-its-path-lacks': {
    code: `endpoints('/orgs/:org', {}, { list: ['GET /tickets', { params: { id: Type.Integer() } }] })`,
    says: /the path '\/orgs\/:org\/tickets' has no parameter 'id'/
  },
  'endpoint-of-a-group-with-a-misspelt-part': {
    code: `endpoints('/orgs', {}, { list: ['POST /tickets', { bdy: Type.String() }] })`,
    says: /'bdy' is no part of a route's schema/
  },
  'endpoint-outside-its-prefix': {
    code: `app.register(async (child) => { child.route(getUser, () => ({ name: '' })) }, { prefix: '/v1' })`,
    says: /the path of an endpoint is absolute, and '\/users\/:id' does not begin with the prefix '\/v1'/
  },
  'endpoint-that-tells-nothing-of-the-defaults': {
    code: `app.routeDefaults({ response: { '4xx': Type.Object({ message: Type.String() }) } }).route(getUser, () => ({ name: '' }))`,
    says: /the routeDefaults of its context can send 4xx: add it to the response of '\/users\/:id', or of its group/
  },
  'defaults-of-a-success': {
    code: `app.routeDefaults({ response: { 200: Type.String() } })`,
    says: /defaults are for errors, 400 to 599: what a route answers else is its own/
  },
  'payload-of-defaults': {
    code: `app.routeDefaults({ response: { '4xx': Type.Object({ message: Type.String() }) } })
  .get('/', (_, reply) => reply.code(404).send({ mesage: '' }))`,
    says: /'mesage' does not exist in type '\{ message: string; \}'/
  },
  'plugin-not-awaited': {
    code: `app.register(db, { url: '' }).db`,
    says: /Property 'db' does not exist on type 'LoadingApp<"await the plugin: const app = await espalier\(\)\.register\(…\)"/
  },
  'declaration-not-kept': {
    code: `app.decorate('db', connect('x'))
app.db.query('')`,
    says: /Property 'db' does not exist on type 'NewApp<"keep what a declaration returns: const app = espalier\(\)\.decorate\(…\)"/
  },
  'plugin-not-kept': {
    code: `await app.register(db, { url: '' })
app.db.query('')`,
    says: /Property 'db' does not exist on type 'NewApp<"keep what a declaration returns: /
  },
  'declaration-not-kept-before-a-route': {
    code: `app.derive('onRequest', async () => ({ user: 'ada' }))
app.get('/', (request) => request.user)`,
    says: /Property 'user' does not exist on type 'PlainRequest<"\/", NewApp<"keep what a declaration returns: const app = espalier\(\)\.decorate\(…\)"/
  },
  'declaration-not-kept-in-a-plugin': {
    code: `plugin({ name: 'clocks', setup: (inner) => {
  inner.decorate('clock', 1)
  inner.get('/', () => inner.clock)
} })`,
    says: /Property 'clock' does not exist on type 'HintedApp<"keep what a declaration returns, and return it from a shared setup: /
  },
  'plugin-not-awaited-in-a-plugin': {
    code: `plugin({ name: 'books', setup: async (inner) => {
  inner.register(db, { url: '' })
  inner.get('/', () => inner.db.query(''))
} })`,
    says: /Property 'db' does not exist on type 'HintedApp<"keep what a declaration returns, /
  },
  'setup-that-returns-no-app': {
    code: `const mail = shared({ name: 'mail', setup: (inner) => { inner.decorate('send', 1) } })
const loaded = await app.register(mail)
loaded.send`,
    says: /Property 'send' does not exist on type 'HintedApp<"keep what a declaration returns, and return it from a shared setup: return app\.decorate\(…\)"/
  },
  'setup-that-returns-no-app-to-a-plugin': {
    code: `const mail = shared({ name: 'mail', setup: async (inner) => { await inner.register(db, { url: '' }) } })
plugin({ name: 'letters', needs: [mail], setup: (inner) => inner.db.query('') })`,
    says: /Property 'db' does not exist on type 'HintedApp<"keep what a declaration returns, and return it from a shared setup: return app\.decorate\(…\)"/
  },
  'function-needs-a-decorator': {
    code: 'app.register(async (child: AppOf<{ app: { db: Db } }>) => child.db)',
    says: /this context lacks app\.db/
  },
  'app-without-a-decorator': {
    code: 'declareUsers(app)',
    says: /Property 'db' is missing/
  },
  'app-with-another-decorator': {
    code: `declareAccount(app.decorateRequest('user', 1))`,
    says: /request\.user' are incompatible[\s\S]*Type 'number' is not assignable to type 'string'/
  },
  'decorator-twice': {
    code: `app.decorate('db', 1).decorate('db', 2)`,
    says: /'db' is already decorated in this context/
  },
  'decorator-of-the-framework': { code: `app.decorateRequest('body', 1)`, says: /'body' is part of every request/ },
  'decorator-shared-by-requests': {
    code: `app.decorateRequest('cart', [])`,
    says: /an object would be shared by all requests: give value\(null\)/
  },
  'derived-name-taken': {
    code: `app.decorateRequest('user', '').derive('onRequest', async () => ({ user: 1 }))`,
    says: /'user' is a member of the requests of this context already/
  },
  'derived-name-of-every-request': {
    code: `app.derive('onRequest', () => ({ body: 1 }))`,
    says: /'body' is a member of the requests of this context already/
  },
  'derived-nothing-in-a-branch': {
    code: `app.derive('onRequest', async (request) => { if (request.id) return { a: 1 } })`,
    says: /it returns the members of the request as an object, or what reply\.send\(\) returns/
  },
  'derived-from-a-reply-not-sent': {
    code: `app.derive('onRequest', (_, reply) => reply.code(401))`,
    says: /it returns the members of the request as an object, or what reply\.send\(\) returns/
  },
  'derived-at-no-stage': { code: `app.derive('onSend', () => ({ a: 1 }))`, says: /"onSend".*"preHandler"/ },
  'derived-before-its-stage': {
    code: `app.derive('preHandler', () => ({ user: '' })).addHook('onRequest', async (request) => request.user.length)`,
    says: /'request\.user' is possibly 'null' or 'undefined'/
  },
  'decorator-elsewhere': {
    code: `app.get('/', (request) => request.user)`,
    says: /Property 'user' does not exist/
  },
  'guard-without-its-decorator': {
    code: `app.get('/', { preHandler: requireUser }, () => null)`,
    says: /this context lacks request\.user, which the guard looks for/
  },
  'guard-without-its-decorator-in-a-list': {
    code: `app.get('/', { onRequest: async () => {}, preHandler: [async () => {}, requireUser] }, () => null)`,
    says: /this context lacks request\.user, which the guard looks for/
  },
  'guard-without-its-decorator-in-a-context': {
    code: `app.addHook('preHandler', requireUser)`,
    says: /this context lacks request\.user, which the guard looks for/
  },
  'hook-misspelt': {
    code: `app.addHook('onrequest', async (request) => request.url)`,
    says: /no hook is called 'onrequest': did you mean 'onRequest'\?/
  },
  'hook-unknown': {
    code: `app.addHook('onLogin', (request, reply, done) => done())`,
    says: /"onLogin".*"onRequest"/
  },
  'route-option-misspelt': {
    code: `app.get('/', { prehandler: async () => {} }, () => null)`,
    says: /'prehandler' does not exist/
  },
  'schema-part-misspelt': {
    code: `app.get('/', { schema: { querystrings: Type.Object({}) } }, () => null)`,
    says: /'querystrings' does not exist/
  },
  'parameter-misspelt': {
    code: `app.get('/users/:id', (request) => request.params.name)`,
    says: /Property 'name' does not exist on type '\{ id: string; \}'/
  },
  'body-without-schema': {
    code: `app.post('/', (request) => request.body.name)`,
    says: /'request\.body' is of type 'unknown'/
  },
  'field-not-in-schema': {
    code: `app.post('/', { schema: { body: Type.Object({ name: Type.String() }) } }, (request) => request.body.age)`,
    says: /Property 'age' does not exist on type '\{ name: string; \}'/
  },
  'payload-returned': {
    code: `app.get('/', { schema: { response: { 200: Type.Object({ name: Type.String() }) } } }, () => ({ name: 1 }))`,
    says: /the response schema of 200 says that payload\.name is a string/
  },
  'payload-with-a-field-that-texts-have': {
    code: `const found = { response: { 200: Type.Object({ search: Type.String(), link: Type.String() }) } }
app.get('/', { schema: found }, () => ({ search: 1, link: '' }))`,
    says: /the response schema of 200 says that payload\.search is a string/
  },
  'payload-with-a-field-that-lists-have': {
    code: `app.get('/', { schema: { response: { 200: Type.Array(Type.Object({ at: Type.String() })) } } }, async () => [{ at: 1 }])`,
    says: /the response schema of 200 says that payload\[\]\.at is a string/
  },
  'payload-of-an-async-handler': {
    code: `app.get('/:id', { schema: answer }, async (request, reply) => {
  if (request.params.id === '') return reply.code(404).send({ error: '' })
  return await findUser(request.params.id)
})`,
    says: /the response schema of 200 says that payload\.name is a string/
  },
  'payload-of-a-promise': {
    code: `app.get('/:id', { schema: answer }, (request) => findUser(request.params.id))`,
    says: /the response schema of 200 says that payload\.name is a string/
  },
  'payload-without-a-field': {
    code: `app.get('/', { schema: { response: { 200: Type.Array(Type.Object({ name: Type.String() })) } } }, async () => {
  return [{ nam: '' }]
})`,
    says: /the response schema of 200 says that payload\[\]\.name is required/
  },
  'payload-with-a-promise': {
    code: `app.get('/', { schema: { response: { 200: Type.Object({ name: Type.Object({ first: Type.String() }) }) } } }, () => {
  return { name: Promise.resolve({ first: '' }) }
})`,
    says: /the response schema of 200 says that payload\.name is a Promise: await it/
  },
  'payload-of-another-literal': {
    code: `app.get('/', { schema: { response: { 200: Type.Object({ state: Type.Literal('open') }) } } }, () => {
  return { state: 'closed' }
})`,
    says: /the response schema of 200 says that payload\.state is 'open'/
  },
  'payload-of-another-tuple': {
    code: `app.get('/', { schema: { response: { 200: Type.Tuple([Type.String(), Type.Number()]) } } }, async () => ['', ''] as const)`,
    says: /the response schema of 200 says that payload is a list of another type/
  },
  'payload-of-a-route-by-one-object': {
    code: `app.route({ method: 'GET', url: '/', schema: answer, handler: async () => { return { name: 1 } } })`,
    says: /the response schema of 200 says that payload\.name is a string/
  },
  'payload-of-a-handler-among-options': {
    code: `app.get('/', { schema: answer, handler: async () => { return { name: 1 } } })`,
    says: /the response schema of 200 says that payload\.name is a string/
  },
  'payload-of-another-status': {
    code: `app.get('/', { schema: answer }, async (request, reply) => { return { error: '' } })`,
    says: /the response schema of 200 says that payload\.name is required/
  },
  'payload-with-undefined-for-a-field-that-may-be-left-out': {
    code: `declare const title: string | undefined
app.get('/', { schema: { response: { 200: Type.Object({ title: Type.Optional(Type.String()) }) } } }, () => ({ title }))`,
    says: /the response schema of 200 says that payload\.title is left out, not undefined: write \.\.\.\(x !== undefined && \{ title: x \}\)/
  },
  'field-that-no-answer-of-a-client-has': {
    code: `import { createClient } from 'espalier/client'
const client = createClient({ find: endpoint('GET /', { response: { 200: Type.Object({ at: Type.DateTime() }), '4xx': answer.response[404] } }) })
const found = await client.find()
found.body.message`,
    says: /Property 'message' does not exist on type '\{ (?:at: Date; \} \| \{ error: string|error: string; \} \| \{ at: Date); \}'/
  },
  'status-that-no-answer-of-a-client-has': {
    code: `import { createClient } from 'espalier/client'
const client = createClient({ find: endpoint('GET /', { response: { 200: answer.response[200], '4xx': answer.response[404] } }) })
await client.find().expect(500)`,
    says: /'500' is not assignable to parameter of type '200 \| ClientErrorStatus'/
  },
  'client-called-without-parameters': {
    code: `import { createClient } from 'espalier/client'
createClient({ getUser }).getUser()`,
    says: /GET \/users\/:id needs params: pass \{ params \}/
  },
  'schema-of-zod-for-a-body': {
    code: `app.post('/', { schema: { body: z.object({ name: z.string() }) } }, ({ body }) => body.name)`,
    says: /a schema of another library: call app\.withTypeProvider\(standardSchema\(\)\) of espalier\/standard-schema first/
  },
  'schema-of-zod-for-a-response': {
    code: `app.get('/', { schema: { response: { 200: z.object({ name: z.string() }) } } }, () => ({ name: '' }))`,
    says: /a schema of another library: call app\.withTypeProvider\(standardSchema\(\)\) of espalier\/standard-schema first/
  },
  'schema-of-an-unknown-type': {
    code: `app.post('/', { schema: { body: { type: 'strin' } } }, ({ body }) => body.length)`,
    says: /'strin' is no type of JSON Schema: write string, number, integer, boolean, null, array or object/
  },
  'schema-with-a-field-of-an-unknown-type': {
    code: `app.post('/', { schema: { body: { type: 'object', properties: { name: { type: 'strin' } } } } }, ({ body }) => body.name)`,
    says: /'strin' is no type of JSON Schema/
  },
  'response-of-an-unknown-type': {
    code: `app.get('/', { schema: { response: { 200: { name: { type: 'strin' } } } } }, () => ({ name: '' }))`,
    says: /'strin' is no type of JSON Schema/
  },
  'field-without-a-schema': {
    code: `app.get('/', { schema: { querystring: { size: 'integer' } } }, () => null)`,
    says: /a field takes a schema: write Type\.String\(\) or \{ type: 'string' \}/
  },
  'field-of-an-endpoint-without-a-schema': {
    code: `endpoint('POST /', { body: { title: 'string', tags: Type.Array(Type.String()) } })`,
    says: /a field takes a schema: write Type\.String\(\) or \{ type: 'string' \}/
  },
  'payload-of-the-only-success': {
    code: `app.post('/', { schema: { response: { 201: Type.Object({ name: Type.String() }) } } }, () => ({ name: 1 }))`,
    says: /the response schema of 201 says that payload\.name is a string/
  },
  'payload-of-the-only-success-beside-decorators-of-replies': {
    code: `app.decorateReply('moved', 1).post('/', { schema: { response: { 201: Type.Object({ name: Type.String() }) } } }, () => ({ name: 1 }))`,
    says: /the response schema of 201 says that payload\.name is a string/
  },
  'schema-of-a-date': {
    code: `app.post('/', { schema: { body: Type.Object({ at: Type.Date() }) } }, () => null)`,
    says: /JSON has no dates: use Type\.DateTime\(\)/
  },
  'field-of-a-kind-that-json-lacks': {
    code: `app.post('/', { schema: { body: { at: TypeBox.Date() } } }, ({ body }) => body.at.getTime())`,
    says: /JSON has no dates/
  },
  'part-of-a-kind-that-json-lacks': {
    code: `app.post('/', { schema: { body: TypeBox.Uint8Array() } }, ({ body }) => body.byteLength)`,
    says: /JSON has no bytes/
  },
  'payload-of-a-kind-that-json-lacks': {
    code: `app.get('/', { schema: { response: { 200: { at: TypeBox.BigInt() } } } }, () => ({ at: 1n }))`,
    says: /JSON has no bigints/
  },
  'payload-of-a-date-for-a-text': {
    code: `app.get('/', { schema: { response: { 200: { at: Type.String() } } } }, () => ({ at: new Date() }))`,
    says: /the response schema of 200 says that payload\.at is a string/
  },
  'payload-of-a-number-for-a-date': {
    code: `app.get('/', { schema: { response: { 200: { at: Type.String({ format: 'date' }) } } } }, () => ({ at: 1 }))`,
    says: /the response schema of 200 says that payload\.at is a (string|Date)/
  },
  'payload-of-a-number-for-a-file': {
    code: `app.get('/', { schema: { response: { 200: { content: { 'text/csv': { schema: Type.String() } } } } } }, () => 1)`,
    says: /the response schema of 200 says that payload is a (string|stream or bytes)/
  },
  'payload-of-a-generator-for-json': {
    code: `app.get('/', { schema: { response: { 200: { name: Type.String() } } } }, async function* () { yield 'a' })`,
    says: /the response schema of 200 says that payload/
  },
  'payload-sent': {
    code: `app.get('/', { schema: { response: { 200: Type.Object({ name: Type.String() }) } } }, (_, reply) => reply.send({ name: 1 }))`,
    says: /Type 'number' is not assignable to type 'string'/
  },
  'status-not-declared': {
    code: `app.get('/', { schema: { response: { 200: Type.Object({ name: Type.String() }) } } }, (_, reply) => { reply.code(404); return { name: '' } })`,
    says: /'404' is not assignable to parameter of type '200 \| Refusal<"the response of this route declares no other status: add it there, or choose one of these">'/
  },
  'status-not-declared-among-several': {
    code: `app.get('/', { schema: { response: { 200: Type.Object({ name: Type.String() }), '4xx': Type.Object({ message: Type.String() }) } } }, (_, reply) => { reply.code(503); return { name: '' } })`,
    says: /'503' is not .*"the response of this route declares no other status.*DeclaredStatus<[^>]*"4xx"/
  },
  'status-not-declared-and-sent': {
    code: `app.get('/', { schema: answer }, (_, reply) => reply.code(500).send())`,
    says: /'500' is not .*"the response of this route declares no other status/
  },
  'status-not-declared-and-sent-with-a-type': {
    code: `app.get('/', { schema: answer }, (_, reply) => reply.status(500).type('text/css').send({ message: '' }))`,
    says: /'500' is not .*"the response of this route declares no other status/
  },
  'plain-answer-not-declared': {
    code: `app.post('/', { schema: { response: { 201: Type.Null(), 202: Type.Null() } } }, () => ({ name: '' }))`,
    says: /200 is not in the response map: choose one of its statuses with reply\.code\(\)/
  },
  'plain-answer-promised': {
    code: `app.post('/', { schema: { response: { 201: Type.Null(), 202: Type.Null() } } }, async () => ({ name: '' }))`,
    says: /200 is not in the response map: choose one of its statuses with reply\.code\(\)/
  },
  'plain-answer-sent': {
    code: `app.post('/', { schema: { response: { 201: Type.Null(), 202: Type.Null() } } }, (_, reply) => reply.send({ name: '' }))`,
    says: /200 is not in the response map: choose one of its statuses with reply\.code\(\)/
  },
  'handler-without-answer': {
    code: `app.get('/', { schema: answer }, () => {})`,
    says: /this handler can end without an answer: return a payload, or what reply\.send\(\) returns/
  },
  'handler-without-answer-in-a-branch': {
    code: `app.get('/:id', { schema: answer }, async (request) => {
  if (request.params.id !== '') return { name: '' }
})`,
    says: /this handler can end without an answer: return a payload, or what reply\.send\(\) returns/
  },
  'handler-that-sends-and-returns-nothing': {
    code: `app.get('/', { schema: answer }, async (request, reply) => { reply.send({ name: '' }) })`,
    says: /this handler can end without an answer: return a payload, or what reply\.send\(\) returns/
  },
  'reply-not-sent-by-an-async-handler': {
    code: `app.get('/', { schema: answer }, async (request, reply) => reply.header('a', 'b'))`,
    says: /this handler returns a reply that was not sent: return what its send\(\) returns/
  },
  'reply-not-sent-in-a-branch-of-an-async-handler': {
    code: `app.get('/', { schema: answer }, async (request, reply) => {
  if (request.id === '') return reply.code(404)
  return { name: '' }
})`,
    says: /this handler returns a reply that was not sent: return what its send\(\) returns/
  },
  'reply-with-a-cookie-not-sent': {
    code: `app.register(adopt(fastifyCookie, { reply: ['setCookie'] }), { secret: 's' })
  .get('/', { schema: answer }, (request, reply) => reply.setCookie('a', 'b'))`,
    says: /this handler returns a reply that was not sent: return what its send\(\) returns/
  },
  'reply-not-sent': {
    code: `app.get('/', { schema: answer }, (request, reply) => reply.code(404))`,
    says: /this handler returns a reply that was not sent: return what its send\(\) returns/
  },
  'listen-at-a-number': {
    code: 'app.listen(3000)',
    says: /listen takes options, such as \{ port: 3000 \}/
  },
  'listen-option-misspelt': {
    code: 'app.listen({ prot: 3000 })',
    says: /'prot' does not exist in type 'ListenOptions/
  },
  'route-without-method': {
    code: `app.route({ url: '/', handler: () => null })`,
    says: /Property 'method' is missing/
  },
  'decorator-without-a-literal-name': {
    code: `app.decorate('db' as string, 1)`,
    says: /a decorator needs a literal name/
  },
  'option-misspelt': { code: 'espalier({ loger: true })', says: /Did you mean to write 'logger'/ },
  'parameter-of-schema-misspelt': {
    code: `app.get('/:id', { schema: { params: { id: Type.Integer() } } }, (request) => request.params.idd)`,
    says: /Property 'idd' does not exist on type '\{ id: number; \}'/
  },
  'payload-of-a-zod-schema': {
    code: `app.withTypeProvider(standardSchema()).get('/', { schema: { response: { 200: z.object({ a: z.string() }) } } }, async () => {
  return { a: 1 }
})`,
    says: /the response schema of 200 says that payload\.a is a string/
  },
  'reference-to-unknown-schema': { code: `app.ref('adress#')`, says: /no schema \\?"adress#\\?" is visible here/ },
  'schema-twice': {
    code: `app.addSchema(Type.Object({}, { $id: 'a' })).addSchema(Type.Object({}, { $id: 'a' }))`,
    says: /a schema \\?"a\\?" is already visible in this context/
  },
  'endpoint-without-method': {
    code: `endpoint('/users')`,
    says: /'\/users' is no method and path, such as 'GET \/books\/:id'/
  },
  'endpoint-of-an-unknown-method': {
    code: `endpoint('GTE /users')`,
    says: /'GTE' is no method of HTTP, such as 'GET' or 'POST'/
  },
  'parameter-of-a-plugin-misspelt': {
    code: `plugin({ name: 'files', setup: (app) => app.get('/:file', { schema: { params: { fiel: Type.String() } } }, () => null) })`,
    says: /the path '\/:file' has no parameter 'fiel'/
  },
  'endpoint-with-a-body-that-nobody-reads': {
    code: `endpoint('GET /users', { body: Type.Object({}) })`,
    says: /a GET, HEAD or TRACE route has no body/
  },
  'endpoint-with-a-parameter-that-its-path-lacks': {
    code: `endpoint('GET /users/:id', { params: { idd: Type.Integer() } })`,
    says: /the path '\/users\/:id' has no parameter 'idd'/
  },
  'endpoint-with-parameters-that-its-path-lacks': {
    code: `endpoint('GET /users/:id', { params: Type.Object({ id: Type.Integer(), kind: Type.String(), page: Type.Integer() }) })`,
    says: /the path '\/users\/:id' has no parameter '(kind|page)'/
  },
  'route-with-a-parameter-that-its-path-lacks': {
    code: `app.get('/users/:id', { schema: { params: { idd: Type.Integer() } } }, (request) => request.params.idd)`,
    says: /the path '\/users\/:id' has no parameter 'idd'/
  },
  'route-object-with-a-parameter-that-its-path-lacks': {
    code: `app.route({
  method: 'GET',
  url: '/users/:id',
  schema: { params: Type.Object({ id: Type.Integer(), page: Type.Integer() }) },
  handler: () => ''
})`,
    says: /the path '\/users\/:id' has no parameter 'page'/
  },
  'route-with-another-schema-for-a-parameter-of-its-prefix': {
    code: `app.register(async (child) => {
  child.get('/users/:id', { schema: { params: { org: Type.Integer(), id: Type.Integer() } } }, (request) => request.params.id)
}, { prefix: '/:org', params: { org: Type.String() } })`,
    says: /'org' is a parameter of a prefix around '\/users\/:id', with another schema: leave it out here/
  },
  'checkpoint-that-forgets-when-requests-have-what': {
    code: `app.derive('preHandler', () => ({ user: 'ada' })).checkpoint<{ request: { user: string } }>()`,
    says: /interface Requests extends Bucket<typeof app, 'request'> \{\}/
  },
  'endpoint-without-parameters': {
    code: 'app.inject(getUser)',
    says: /GET \/users\/:id needs params: inject\(endpoint, \{ params \}\)/
  },
  'endpoint-with-wrong-parameters': {
    code: 'app.inject(getUser, { params: { id: 1 } })',
    says: /Type 'number' is not assignable to type 'string'/
  },
  'endpoint-answered-wrongly': {
    code: 'app.route(getUser, () => ({ name: 1 }))',
    says: /the response schema of 200 says that payload\.name is a string/
  },
  'endpoint-with-options-answered-wrongly': {
    code: 'app.route(getUser, { bodyLimit: 1 }, () => ({ name: 1 }))',
    says: /the response schema of 200 says that payload\.name is a string/
  },
  'event-that-is-not-declared': {
    code: "app.get('/', { schema: { response: { 200: events({ tick: Type.Object({ n: Type.Integer() }) }) } } }, async function* () { yield { event: 'tok', data: { n: 1 } } })",
    says: /the response schema of 200 says that there is no event 'tok': declare it in events\(\)/
  },
  'event-with-data-of-another-type': {
    code: "app.get('/', { schema: { response: { 200: events({ tick: Type.Object({ n: Type.Integer() }) }) } } }, async function* () { yield { event: 'tick', data: { n: 'one' } } })",
    says: /the response schema of 200 says that event 'tick'\.data\.n is a number/
  },
  'event-with-a-name-of-two-lines': {
    code: "events({ 'a\\nb': Type.Null() })",
    says: /the name of an event has at least one character and no line break/
  },
  'endpoint-with-schemas-beside-it': {
    code: "app.route(getUser, { schema: {} }, () => ({ name: '' }))",
    says: /the endpoint has the schemas: leave schema out here/
  },
  'adopted-name-misspelt': { code: `adopt(fastifyCookie, { request: ['cookie'] })`, says: /"cookie"/ },
  'bridged-plugin-needs-what-fastify-lacks': {
    code: `asFastifyPlugin(users)`,
    says: /FastifyInstance has no member db, which the plugin \\?"users\\?" needs: declare it in declare module 'fastify', and register its plugin first/
  },
  'bridged-plugin-needs-another-type': {
    code: `asFastifyPlugin(plugin({ name: 'letters', needs: requires<{ app: { mailbox: { send: string } } }>(), setup: () => {} }))`,
    says: /FastifyInstance declares mailbox of another type than the plugin \\?"letters\\?" needs/
  },
  'bridged-plugin-contradicts-what-is-declared': {
    code: `asFastifyPlugin(shared({ name: 'mail', setup: (context) => context.decorate('mailbox', 1) }))`,
    says: /the plugin \\?"mail\\?" provides mailbox of another type than FastifyInstance declares/
  },
  'bridged-function-of-fastify': {
    code: `asFastifyPlugin(async (instance: FastifyInstance) => void instance.get('/', async () => ''))`,
    says: /asFastifyPlugin takes what plugin\(\) or shared\(\) made: register a function made for Fastify as it is/
  },
  'option-of-the-entry-misspelt': {
    code: `fastify({ strictResponse: false })`,
    says: /'strictResponse' does not exist in type/
  },
  'name-that-the-entry-lacks': {
    code: `import { plugin as made } from 'espalier/fastify-types'
made({ name: 'letters', setup: () => {} })`,
    says: /Module '"espalier\/fastify-types"' has no exported member 'plugin'/
  }
}
