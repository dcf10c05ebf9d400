/** An application with everything that is hard to describe. Its document is stored in `document/tricky.json`. */
import { endpoints, espalier, events, guard, httpError, Type } from '../../src/index.ts'
import { documented } from '../../src/openapi/index.ts'
import { bearerAuth } from '../../src/plugin/bearer-auth.ts'
import type { Anything } from '../security/wild.ts'

const Problem = Type.Object(
  { statusCode: Type.Integer(), code: Type.Optional(Type.String()), error: Type.String(), message: Type.String() },
  { $id: 'problem' }
)
const News = Type.Object({ title: Type.String() }, { $id: 'news' })
const Node = Type.Recursive((This) => Type.Object({ name: Type.String(), children: Type.Array(This) }), { $id: 'node' })
const orgs = endpoints(
  '/orgs/:org',
  { params: { org: Type.String({ minLength: 2 }) }, tags: ['orgs'] },
  {
    list: ['GET /members', { response: { 200: Type.Array(Type.String()), '4xx': Type.Ref(Problem) } }],
    get: ['GET /members/:id', { params: { id: Type.Integer() }, response: { 200: { name: Type.String() } } }]
  }
)
const teams = endpoints('/teams', {}, { list: ['GET /', { response: { 200: Type.Array(Type.String()) } }] })

const requireSession = documented(
  guard(async ({ headers }: Anything) => {
    if (!headers.cookie) throw httpError(401, 'NO_SESSION', 'Log in first.')
    return { session: String(headers.cookie) }
  }),
  { schemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } }, errors: [401] }
)

function declareSchemas(app: Anything): void {
  app.addSchema({
    $id: 'https://example.com/schemas/book.json',
    type: 'object',
    required: ['title', 'pages'],
    definitions: { isbn: { type: 'string', pattern: '^\\d{13}$', examples: ['9780141439587'] } },
    properties: {
      title: { type: 'string', examples: ['Emma', 'Persuasion'] },
      subtitle: { type: 'string', nullable: true },
      isbn: { $ref: '#/definitions/isbn' },
      pages: { type: 'integer', default: 1 },
      size: { type: 'array', items: [{ type: 'number' }, { type: 'number' }], minItems: 2, additionalItems: false },
      sequel: { $ref: '#' },
      kind: { const: 'book' },
      anything: true,
      old: { type: 'string', deprecated: true }
    },
    dependencies: { subtitle: ['isbn'] }
  })
}

function declareBooks(app: Anything): void {
  const book = { $ref: 'https://example.com/schemas/book.json#' }
  app.post(
    '/books',
    { schema: { body: book, response: { 201: book, '4xx': Type.Ref(Problem) }, tags: ['books'] } },
    ({ body }: Anything, reply: Anything) => reply.code(201).send(body)
  )
  app.put(
    '/books/:isbn',
    {
      schema: {
        params: { isbn: { $ref: 'https://example.com/schemas/book.json#/definitions/isbn' } },
        body: { content: { 'application/json': { schema: book }, 'text/plain': { schema: { type: 'string' } } } },
        response: { 204: Type.Null() },
        deprecated: true
      }
    },
    (_: Anything, reply: Anything) => reply.code(204).send()
  )
  app.get('/tree', { schema: { response: { 200: Node } } }, () => ({
    name: 'root',
    children: [{ name: 'leaf', children: [] }]
  }))
}

function declarePaths(app: Anything): void {
  const text = { schema: { response: { 200: Type.String() } } }
  app.get('/at/:hour(^\\d{2}$)h:minute(^\\d{2}$)m', text, ({ params }: Anything) => `${params.hour}:${params.minute}`)
  app.get('/maybe/:id?', text, ({ params }: Anything) => `${params.id ?? 'none'}`)
  app.get('/files/*', text, ({ params }: Anything) => `${params['*']}`)
  app.get('/same/:one', text, () => 'one')
  app.delete('/same/:other', text, () => 'other')
  app.get('/name::verb', text, () => 'verb')
  const stream = events({ news: Type.Ref(News), done: { count: Type.Integer() } })
  app.get('/stream', { schema: { response: { 200: stream } } }, async function* () {
    yield { event: 'news', data: { title: 'x' }, id: '1' }
    yield { event: 'done', data: { count: 1 } }
  })
  app.get('/hidden', { schema: { hide: true } }, () => 1)
}

function declareParameters(app: Anything): void {
  app.get(
    '/search',
    {
      schema: {
        querystring: Type.Object({
          q: Type.String({ description: 'What to look for.' }),
          page: Type.Integer({ default: 1 }),
          tags: Type.Optional(Type.Array(Type.String()))
        }),
        headers: { 'x-trace': Type.Optional(Type.String()) },
        response: {
          200: {
            headers: { 'X-Total': { type: 'integer', description: 'How many there are.' } },
            content: {
              'application/json': { schema: Type.Array(Type.String()), example: ['a'] },
              'text/csv': { schema: Type.String() }
            }
          }
        }
      }
    },
    ({ query }: Anything, reply: Anything) => reply.header('x-total', 1).type('application/json').send([query.q])
  )
}

function declareContexts(app: Anything): void {
  app.register(async function admin(context: Anything) {
    context.register(bearerAuth, { keys: ['key'], verifyErrorLogLevel: null })
    context.addSchema({ $id: 'item', type: 'object', properties: { secret: { type: 'string' } } })
    context.get('/admin/item', { schema: { response: { 200: { $ref: 'item#' } }, tags: ['admin'] } }, () => ({
      secret: 'x'
    }))
  })
  app.register(async function shop(context: Anything) {
    context.addSchema({ $id: 'item', type: 'object', properties: { price: { type: 'number' } } })
    context.routeDefaults({ tags: ['shop'], response: { 404: Type.Ref(Problem) } })
    context.get('/shop/item', { schema: { response: { 200: { $ref: 'item#' } } } }, () => ({ price: 1 }))
    context.get(
      '/shop/mine',
      { onRequest: requireSession, schema: { response: { 200: { session: Type.String() } } } },
      ({ session }: Anything) => ({ session })
    )
  })
  app.register(async (context: Anything) => {
    for (const each of [orgs.list, orgs.get])
      context.route(each, ({ params }: Anything) => (params.id ? { name: 'ada' } : ['ada']))
  })
  app.route(teams.list, () => ['red'])
}

/** @param turned whether everything is declared in the opposite order */
export function createTricky(turned = false): Anything {
  const app = espalier({ ajv: { customOptions: { strictTuples: false } } } as Anything) as Anything
  declareSchemas(app)
  const parts = [declareBooks, declarePaths, declareParameters, declareContexts]
  for (const declare of turned ? parts.reverse() : parts) declare(app)
  return app
}
