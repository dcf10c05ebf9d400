// The text that an editor shows over names of a program: test/hover/*.txt, written by UPDATE=1. TypeScript 7 has no API for it yet.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import ts from '@tsd/typescript'
import { createService } from './hover/service.ts'

const program = `import { espalier, plugin, shared, Type, value } from 'espalier'

interface User { name: string }
const db = shared({ name: 'db', setup: (app, options: { url: string }) => app.decorate('db', { url: options.url }) })
const users = plugin({ name: 'users', needs: [db], setup: (app) => app.get('/users', () => app.db.url) })
const app = espalier().decorate('clock', () => 1).decorateRequest('user', value<User | null>(null))
const pending = app.register(db, { url: 'x' })
const loaded = await pending

app.post('/books/:id', {
  schema: {
    querystring: Type.Object({ page: Type.Optional(Type.Integer()) }),
    body: Type.Object({ title: Type.String() }),
    response: { 200: Type.Object({ id: Type.Integer() }), 404: Type.Object({ message: Type.String() }) }
  }
}, function handler(request, reply) {
  const { body, query, params, user } = request
  const sent = reply.code(404).send({ message: body.title })
  return user === null ? sent : { id: Number(params.id) + (query.page ?? 0) }
})

function look() { return [users, loaded] }
`

/** The names that are hovered, each at its first appearance as a whole word. */
const hovered = [
  'app',
  'db',
  'users',
  'pending',
  'loaded',
  'handler',
  'request',
  'reply',
  'body',
  'query',
  'params',
  'user'
]

/** A program of the size of a real application: a dozen decorators and schemas, under names. */
const large = `import { type Bucket, espalier, Type } from 'espalier'

const service = { find: (id: string) => id.length, list: () => [{ id: 1, title: 'Emma', tags: ['novel'] }] }
const Author = Type.Object({ name: Type.String(), born: Type.Integer() }, { $id: 'author' })
const Book = Type.Object({ id: Type.Integer(), title: Type.String(), authors: Type.Array(Author) }, { $id: 'book' })
const Loan = Type.Object({ book: Book, due: Type.String({ format: 'date' }) }, { $id: 'loan' })
const Problem = Type.Object({ message: Type.String(), code: Type.Optional(Type.String()) }, { $id: 'problem' })
const given = await espalier()
  .decorate('books', service).decorate('authors', service).decorate('loans', service).decorate('mail', service)
  .addSchema(Author).addSchema(Book).addSchema(Loan).addSchema(Problem)
  .derive('onRequest', async () => ({ user: { name: 'Ada', roles: ['reader'] } }))
  .decorateReply('moved', (id: string) => id)
interface Services extends Bucket<typeof given, 'app'> {}
interface Requests extends Bucket<typeof given, 'request'> {}
interface Replies extends Bucket<typeof given, 'reply'> {}
interface Vocabulary extends Bucket<typeof given, 'schemas'> {}
const named = given.checkpoint<{ app: Services; request: Requests; reply: Replies; schemas: Vocabulary }>()

named.get('/books/:id', {
  schema: { querystring: { page: Type.Integer() }, response: { 200: named.ref('book'), 404: named.ref('problem') } }
}, function answering(asked, answer) {
  const name = asked.user.name
  return answer.code(404).send({ message: name })
})
`

/** Names in the program of a large application, and words in front of them. */
const hoveredInLarge = [
  ['named', 'const '],
  ['get', 'named.'],
  ['answering', 'function '],
  ['asked', 'answering('],
  ['answer', 'asked, '],
  ['name', 'const ']
] as const

/** The most characters of a hover: about as many as an editor shows without scrolling. */
const longest = 700

const { path, service, write } = createService('hover.ts')
write(program)

function hoverOver(name: string): string {
  const declaration = new RegExp(`const ${name}\\b`).exec(program) ?? new RegExp(`[({, ]${name}\\b`).exec(program)
  assert.ok(declaration, name)
  const info = service.getQuickInfoAtPosition(path, declaration.index + declaration[0].length - 1)
  return ts.displayPartsToString(info?.displayParts)
}

test('the hovered program has no errors', () => {
  const messages = service
    .getSemanticDiagnostics(path)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  assert.deepEqual(messages, [])
})

for (const name of hovered) {
  test(`hovering over ${name} shows the recorded text`, () => {
    const text = `${hoverOver(name)}\n`
    const file = `test/hover/${name}.txt`
    if (process.env.UPDATE) writeFileSync(file, text)
    assert.equal(text, existsSync(file) ? readFileSync(file, 'utf8') : '', `${file}; UPDATE=1 writes it`)
    assert.ok(text.length <= longest, `${text.length} characters`)
  })
}

test('hovers of a large application with a named context take at most ten lines', () => {
  const { path, service, write } = createService('hover-large.ts')
  write(large)
  const messages = service
    .getSemanticDiagnostics(path)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  assert.deepEqual(messages, [])
  for (const [name, before] of hoveredInLarge) {
    const place = new RegExp(`${before.replace('(', '\\(')}${name}\\b`).exec(large)
    assert.ok(place, name)
    const info = service.getQuickInfoAtPosition(path, place.index + before.length + 1)
    const text = `${ts.displayPartsToString(info?.displayParts)}\n`
    const file = `test/hover/large-${name}.txt`
    if (process.env.UPDATE) writeFileSync(file, text)
    assert.equal(text, existsSync(file) ? readFileSync(file, 'utf8') : '', `${file}; UPDATE=1 writes it`)
    assert.ok(text.trimEnd().split('\n').length <= 10, text)
  }
})

/** A file of the help desk, the text before a word, and the word. */
const hoveredInHelpDesk = [
  ['ticket-routes.ts', 'app.route(tickets.open, (', 'request'],
  ['identity.ts', 'app.route(doors.logOut, async (', 'request'],
  ['identity.ts', 'app.route(doors.logIn, guessing, async ({ body }, ', 'reply'],
  ['identity.ts', 'app.route(doors.logOut, async (request, ', 'reply'],
  ['tenancy.ts', 'async ({ agent, params, body }, ', 'reply']
] as const

for (const [file, before, name] of hoveredInHelpDesk) {
  test(`hovering over ${name} behind ${before} in the help desk hides the members of its context`, () => {
    const shown = hoverInHelpDesk(file, before, name)
    // The remaining lines belong to schemas of the route.
    const ofContext = /accounts|account|member|tickets|endedSessions|setCookie|jwt/.exec(shown.replace(/"[^"]*"/, ''))
    assert.equal(ofContext, null, shown)
    assert.match(shown, name === 'reply' ? /: EndpointReply<.*, Context>$/s : /: EndpointRequest<"[^"]+", Context>$/)
    assert.doesNotMatch(shown, /\.\.\./)
    assert.ok(shown.split('\n').length <= 8, shown)
  })
}

/** Hovers that name each decorator of a context. An editor cuts them, and they still fit. */
const namingTheContext = [
  ['ticket-routes.ts', 'setup: (', 'app', /^\(parameter\) app: /],
  ['live-routes.ts', '    app.', 'get', /^\(property\) RouteMethods\.get: BodylessMethod\n<AppToAwait</],
  ['tenancy.ts', '    app.', 'derive', /^\(method\) Deriving\.derive</],
  ['identity.ts', '    app.', 'derive', /^\(method\) Deriving\.derive</],
  [
    'identity.ts',
    '        async (',
    'request',
    /^\(parameter\) request: Record<"jwtVerify", jwt\.JwtVerifyFunction> & RawRequest</
  ]
] as const

for (const [file, before, name, beginning] of namingTheContext) {
  test(`hovering over ${name} of ${file} in the help desk takes at most eight lines`, () => {
    const shown = hoverInHelpDesk(file, before, name)
    assert.match(shown, beginning)
    assert.ok(shown.split('\n').length <= 8, shown)
  })
}

test('hovering over a guard and over a member of a derived request in the help desk shows their full types', () => {
  const guard = 'const requireAgent: Guard<{\n    member: Member;\n}, {\n    agent: Member;\n}>'
  assert.equal(hoverInHelpDesk('tenancy.ts', 'export const ', 'requireAgent'), guard)
  assert.equal(hoverInHelpDesk('tenancy.ts', 'async ({ params, ', 'account'), '(parameter) account: Account')
})

function hoverInHelpDesk(file: string, before: string, name: string): string {
  const { path, service, write } = createService(`../examples/helpdesk/hovered-${file}`)
  const text = readFileSync(`examples/helpdesk/${file}`, 'utf8')
  write(text)
  const info = service.getQuickInfoAtPosition(path, text.indexOf(before + name) + before.length)
  return ts.displayPartsToString(info?.displayParts)
}

test('hovering over a client call shows its input and responses in eight lines, and over a response one line', () => {
  const { path, service, write } = createService('../examples/helpdesk/hovered-client.ts')
  const text = `import { createClient } from 'espalier/client'
import { tickets } from './endpoints.ts'
const client = createClient(tickets)
const answer = await client.read({ params: { org: 'a', id: 1 } })
`
  write(text)
  const hoverAt = (words: string, name: string) =>
    ts.displayPartsToString(
      service.getQuickInfoAtPosition(path, text.indexOf(words + name) + words.length)?.displayParts
    )
  const read = hoverAt('client.', 'read')
  assert.match(read, /id: number;[\s\S]*=> PendingCall<AnswerWith<.*AnswerWith<200, string, Ticket>> \(\+1 overload\)$/)
  assert.doesNotMatch(read, /\.\.\./)
  assert.ok(read.split('\n').length <= 8, read)
  assert.match(hoverAt('const ', 'answer'), /^const answer: AnswerWith<.*AnswerWith<200, string, Ticket>$/)
})
