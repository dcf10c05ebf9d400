import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, endpoints, espalier, Type } from '../../../src/index.ts'
import { type Anything, createApp } from '../../security/wild.ts'

const wild = { endpoint, endpoints } as Anything

test('the boot fails at the line of an endpoint outside its prefix', async () => {
  const outside: [prefix: string, path: string][] = [
    ['/v1', '/books'],
    ['/v1', '/v10/books'],
    ['/orgs/:org', '/orgs/:organization/books'],
    ['/v1', '/'],
    ['/V1', '/v1/books']
  ]
  for (const [prefix, path] of outside) {
    const { app } = createApp()
    app.register(async (child: Anything) => child.route(wild.endpoint(`GET ${path}`), () => ''), { prefix })
    await assert.rejects(app.ready(), (error: Anything) => {
      assert.equal(error.code, 'ESP_ERR_ENDPOINT_OUTSIDE_PREFIX')
      assert.ok(error.message.includes(`GET ${path} does not begin with '${prefix}'`), error.message)
      assert.match(error.stack, /prefix\.test/)
      return true
    })
  }
})

test('an endpoint below a prefix matches its own path only', async () => {
  const inside: [prefixes: string[], path: string, asked: string, beside: string][] = [
    [['/v1'], '/v1/books', '/v1/books', '/v1/v1/books'],
    [['v1', '/books'], '/v1/books/:id', '/v1/books/1', '/books/1'],
    [['/v1/'], '/v1/books', '/v1/books', '/books'],
    [['/v1'], '/v1', '/v1', '/v1/'],
    [['/v1'], '/v1/', '/v1/', '/v1'],
    [['/orgs/:org', '/teams/:team'], '/orgs/:org/teams/:team/x', '/orgs/a/teams/b/x', '/x'],
    [[''], '/books', '/books', '/']
  ]
  for (const [prefixes, path, asked, beside] of inside) {
    const { app } = createApp()
    const implement = async (at: Anything, [prefix, ...rest]: string[]) => {
      if (prefix === undefined) return at.route(wild.endpoint(`GET ${path}`), { config: {} }, () => 'found')
      return at.register(async (child: Anything) => implement(child, rest), { prefix })
    }
    await implement(app, prefixes)
    assert.equal((await app.inject(asked)).body, 'found', `${prefixes} ${path}`)
    assert.equal((await app.inject(beside)).statusCode, 404, `${prefixes} ${path}`)
  }
})

const Problem = Type.Object({ message: Type.String() })
const tickets = endpoints(
  '/orgs/:org',
  { params: { org: Type.String({ maxLength: 4 }) }, response: { '4xx': Problem }, tags: ['tickets'] },
  {
    home: 'GET /',
    list: [
      'GET /tickets',
      { querystring: { page: withPage() }, response: { 200: Type.Array(Type.Integer()) }, tags: ['lists'] }
    ],
    rename: [
      'PUT /tickets/:id',
      { params: { id: Type.Integer() }, body: { title: Type.String() }, response: { '4xx': Type.String() } }
    ]
  }
)

function withPage() {
  return Type.Optional(Type.Integer())
}

test('endpoints() throws for an invalid prefix and an invalid target', () => {
  for (const prefix of ['', '/', 'orgs', '/orgs/', undefined, 1])
    assert.throws(() => wild.endpoints(prefix, {}, {}), {
      code: 'ESP_ERR_ARGUMENT_INVALID',
      message: /^The prefix of endpoints\(\) must be a path/
    })
  for (const target of ['tickets', 'GET tickets', '/tickets', ''])
    assert.throws(() => wild.endpoints('/orgs', {}, { list: target }), { code: 'ESP_ERR_ARGUMENT_INVALID' })
})

test('endpoints() joins the prefix and the shared schemas to each endpoint', () => {
  assert.deepEqual(
    [tickets.home.path, tickets.list.path, tickets.rename.method],
    ['/orgs/:org', '/orgs/:org/tickets', 'PUT']
  )
  assert.deepEqual(tickets.list.schema.tags, ['tickets', 'lists'])
  assert.deepEqual(Object.keys(tickets.rename.schema.params ?? {}), ['org', 'id'])
  assert.deepEqual(Object.keys(tickets.list.schema.response ?? {}).sort(), ['200', '4xx'])
  assert.equal((tickets.rename.schema.response as Anything)['4xx'].type, 'string')
})

test('a group of endpoints is implemented below its prefix, and called with both types', async () => {
  const app = espalier().register(
    async (child) => {
      child.route(tickets.home, (request) => request.params.org)
      child.route(tickets.list, ({ query }) => [query.page ?? 0])
      child.route(tickets.rename, ({ params, body }, reply) =>
        reply.code(409).send(`${params.org} ${params.id} ${body.title}`)
      )
    },
    { prefix: '/orgs/:org' }
  )
  const listed = await app.inject(tickets.list, { params: { org: 'acme' }, query: { page: 2 } })
  assert.ok(listed.statusCode === 200)
  assert.deepEqual(listed.json(), [2])
  const renamed = await app.inject(tickets.rename, { params: { org: 'acme', id: 7 }, body: { title: 'x' } })
  assert.equal(renamed.json(), 'acme 7 x')
  assert.equal((await app.inject(tickets.home, { params: { org: 'acme' } })).body, 'acme')
  assert.equal((await app.inject(tickets.list, { params: { org: 'longer' } })).statusCode, 400)
})
