import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const strategy = (name: string, derive: (...args: Anything[]) => unknown) => ({
  name,
  storage: () => {
    const stored: Record<string, unknown> = {}
    return {
      get: (key: string) => stored[key] ?? null,
      set: (key: string, value: unknown) => {
        stored[key] = value
      }
    }
  },
  deriveConstraint: derive
})

const atOnce = strategy('tenant', (raw) => raw.headers.tenant)
const later = strategy('region', (raw, _context, done) => void setImmediate(done, null, raw.headers.region))

const answersOf = (app: Anything) =>
  Promise.all(
    [{}, { tenant: 'a' }, { region: 'b' }].map(async (headers) => (await app.inject({ url: '/', headers })).body)
  )

function declareAll(app: Anything, ...names: string[]): void {
  app.get('/', () => 'plain')
  for (const name of names) app.get('/', { constraints: { [name]: { tenant: 'a', region: 'b' }[name] } }, () => name)
}

test('routes are matched by synchronous and asynchronous constraints', async () => {
  const { app } = createApp({ routerOptions: { constraints: { tenant: atOnce, region: later } } })
  declareAll(app, 'tenant', 'region')
  assert.deepEqual(await answersOf(app), ['plain', 'tenant', 'region'])
})

test('addConstraintStrategy adds an asynchronous constraint to a synchronous one', async () => {
  const { app } = createApp({ routerOptions: { constraints: { tenant: atOnce } } })
  assert.deepEqual([app.hasConstraintStrategy('region'), app.hasConstraintStrategy('tenant')], [false, true])
  app.addConstraintStrategy(later)
  assert.ok(app.hasConstraintStrategy('region'))
  declareAll(app, 'tenant', 'region')
  assert.deepEqual(await answersOf(app), ['plain', 'tenant', 'region'])
})

test('addConstraintStrategy adds a synchronous constraint to an asynchronous one', async () => {
  const { app } = createApp({ routerOptions: { constraints: { region: later } } })
  app.addConstraintStrategy(atOnce)
  declareAll(app, 'region', 'tenant')
  assert.deepEqual(await answersOf(app), ['plain', 'tenant', 'region'])
})

test('a duplicate route throws with its method and path', () => {
  const { app } = createApp()
  app.get('/a', () => '')
  assert.throws(() => app.get('/a', () => ''), {
    code: 'FST_ERR_DUPLICATED_ROUTE',
    message: /GET.*\/a/
  })
})

for (const [path, says] of [
  ['a', "a path begins with a slash. Write '/a'."],
  [':id', "a path begins with a slash. Write '/:id'."],
  ['/*/a', 'Wildcard must be the last character in the route'],
  ['/:a(', 'Invalid regexp expression in "/:a("'],
  ['/:a((x+)+$)', "The regex '((x+)+$)' is not safe!"]
] as const)
  test(`the invalid path ${path} throws with the route, its line and the reason`, () => {
    const { app } = createApp()
    assert.throws(
      () => app.post(path, () => ''),
      (error: Anything) => {
        assert.equal(error.code, 'ESP_ERR_ROUTE_PATH_INVALID')
        assert.equal(error.message, `No request can be routed to '${path}' (POST): ${says}`)
        assert.match(error.stack.split('\n')[1], /router\.test/)
        assert.ok(error.cause instanceof Error)
        return true
      }
    )
  })

test('an empty path throws the error of the router', () => {
  assert.throws(() => createApp().app.get('', () => ''), { message: 'The path could not be empty' })
})

test('an unknown constraint is not reported as a duplicate route', () => {
  const { app } = createApp()
  assert.throws(() => app.get('/a', { constraints: { unknown: 1 } }, () => ''), {
    message: 'No strategy registered for constraint key unknown'
  })
})

test('querystringParser of the app parses the query, and a promise from it is a 500', async () => {
  const { app } = createApp({ routerOptions: { querystringParser: (text: string) => ({ text }) } })
  app.get('/', ({ query }: Anything) => query)
  assert.equal((await app.inject('/?a=1&b')).body, '{"text":"a=1&b"}')
  const { app: late, lines } = createApp({ routerOptions: { querystringParser: async () => ({}) } })
  late.get('/', () => '')
  assert.equal((await late.inject('/?a')).statusCode, 500)
  assert.match(lines.find(({ err }) => err !== undefined)?.err?.message ?? '', /querystringParser/)
  const { app: plain } = createApp()
  plain.get('/', ({ query }: Anything) => query)
  assert.equal((await plain.inject('/?a=1&b&a=2&c=%20')).body, '{"a":["1","2"],"b":"","c":" "}')
})

test('the error of a duplicate route names all methods and the path', () => {
  const { app } = createApp({ exposeHeadRoutes: false })
  app.post('/a', () => '')
  for (const method of [['POST'], ['PUT', 'POST'], ['POST', 'DELETE']])
    assert.throws(() => app.route({ method, url: '/a', handler: () => '' }), {
      code: 'FST_ERR_DUPLICATED_ROUTE',
      message: `'${method}' is already declared for route '/a'. Remove one of the two, or tell them apart by constraints.`
    })
})
