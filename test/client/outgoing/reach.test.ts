// For random contracts and values, a call must reach its own endpoint with its own values, or reject with a TypeError before anything is sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import { createClient } from '../../../src/client/index.ts'
import { namesIn } from '../../../src/contract/path.ts'
import { toText } from '../../../src/contract/to-text.ts'
import { type AnyEndpoint, endpoint } from '../../../src/index.ts'
import { budget, fixed } from '../../fuzz/budget.ts'
import { type Anything, createApp, type Wild } from '../../security/wild.ts'

const patterns = ['(^\\d+$)', '(^[a-z]+)', '(.*)', '((?:a|b)+)', '(^new|all$)', '(^a(b)$)', '(|x)']
const parameter = fc
  .tuple(fc.constantFrom(':a', ':b', ':constructor'), fc.constantFrom('', '', '', ...patterns))
  .map((parts) => parts.join(''))
const word = fc.constantFrom('a', 'new', 'all', 'x-', '.y', '-', '.', '::', '1', 'é', '50%', 'a b')
const segment = fc.oneof(
  parameter,
  word,
  fc.array(fc.oneof(parameter, word), { minLength: 2, maxLength: 4 }).map((parts) => parts.join(''))
)
const ends = fc.constantFrom('', '', '', '/', '?', '?/', '/*')
const pathOf = (segment: fc.Arbitrary<string>, most: number) =>
  fc
    .tuple(fc.array(segment, { minLength: 1, maxLength: most }), ends)
    .map(([segments, end]) => `/${segments.join('/')}${end}`)
// Few words, so that endpoints often match the same paths.
const near = pathOf(fc.constantFrom('new', 'new', 'all', ':a', ':a', ':b(^[a-z]+$)', ':a-:b'), 2)
const path = fc.oneof({ weight: 2, arbitrary: near }, { weight: 1, arbitrary: pathOf(segment, 3) })
const method = fc.constantFrom('GET', 'GET', 'GET', 'DELETE', 'HEAD')
const target = fc.tuple(method, path).map((parts) => parts.join(' '))

const text = fc.oneof(
  fc.constantFrom('', 'a', 'new', 'all'),
  fc.constantFrom(
    'a',
    'b',
    'new',
    'all',
    '1',
    '',
    '.',
    '..',
    '-',
    'a-b',
    'a.y',
    '/',
    'a/',
    '/a',
    '//',
    'a/new',
    'x',
    'é',
    '%'
  ),
  fc.string({ unit: 'binary', maxLength: 3 })
)
const cast = fc.constantFrom<unknown>(
  undefined,
  null,
  {},
  [],
  ['a'],
  Number.NaN,
  7,
  2n ** 70n,
  true,
  new Date(0),
  '\ud800'
)
const value = fc.oneof({ weight: 12, arbitrary: text }, { weight: 1, arbitrary: cast })
const params = fc.record({ a: value, b: value, constructor: value, '*': value })

interface Contract {
  readonly endpoints: Record<string, AnyEndpoint>
  readonly app: Wild
}

/**
 * An app of the endpoints that it accepts. Each responds with its name and parameters. An endpoint `/:a?` that is refused for one of its two paths
 * stays registered at the other, so the app is created again without it.
 */
function implement(targets: readonly string[], routerOptions: object): Contract {
  const endpoints: Record<string, AnyEndpoint> = {}
  let app = createRouted([], routerOptions)
  for (const name of new Set(targets)) {
    const one = endpointOf(name)
    if (one && add(app, name, one)) endpoints[name] = one
    else app = createRouted(Object.entries(endpoints), routerOptions)
  }
  return { endpoints, app }
}

function createRouted(entries: [string, AnyEndpoint][], routerOptions: object): Wild {
  const { app } = createApp({
    logger: false,
    routerOptions: { maxParamLength: 1000, allowUnsafeRegex: true, ...routerOptions }
  })
  for (const [name, one] of entries) assert.ok(add(app, name, one), name)
  return app
}

function endpointOf(name: string): AnyEndpoint | undefined {
  try {
    return endpoint(name as 'GET /')
  } catch {}
}

function add(app: Wild, name: string, one: AnyEndpoint): boolean {
  try {
    app.route(one, ({ params }: Anything, reply: Anything) =>
      reply
        .headers({ 'x-name': encodeURIComponent(name), 'x-params': encodeURIComponent(JSON.stringify(params)) })
        .send()
    )
    return true
  } catch {
    return false
  }
}

interface Reached {
  readonly name: string
  readonly params: Record<string, string>
}

async function reach(
  { endpoints, app }: Contract,
  name: string,
  given: unknown
): Promise<Reached | 'nothing' | undefined> {
  let sent = 0
  const handle = toFetchHandler(app as never)
  const fetch = (url: string, options: RequestInit) => {
    sent++
    return handle(new Request(url, options))
  }
  const api = createClient(endpoints, { baseUrl: 'http://x', fetch } as never) as Anything
  try {
    const { headers, status } = await api[name]({ params: given })
    const said = (key: string) => decodeURIComponent(headers.get(key) ?? '')
    return status === 404 ? 'nothing' : { name: said('x-name'), params: JSON.parse(said('x-params')) }
  } catch (error) {
    assert.ok(error instanceof TypeError && sent === 0, `${error}`)
    return undefined
  }
}

const toNames = (given: object) =>
  Object.fromEntries(Object.entries(given).map(([key, one]) => [key, `${toText(one)}`]))

type Judge = (reached: Reached | 'nothing', name: string, given: object) => void

async function hold(routerOptions: object, judge: Judge, runs: number) {
  let calls = 0
  let answers = 0
  const targets = fc.array(target, { minLength: 1, maxLength: 6 })
  const law = fc.asyncProperty(targets, fc.array(params, { minLength: 1, maxLength: 4 }), async (targets, inputs) => {
    const contract = implement(targets, routerOptions)
    for (const name of Object.keys(contract.endpoints))
      for (const input of inputs) {
        const names = namesIn(name.slice(name.indexOf(' ') + 1))
        const given = Object.fromEntries(
          Object.entries(input).filter(([key, one]) => names.has(key) && one !== undefined)
        )
        const reached = await reach(contract, name, given)
        calls++
        if (reached === undefined) continue
        answers++
        judge(reached, name, given)
      }
    await contract.app.close()
  })
  await fc.assert(law, fixed(50))
  assert.ok(answers > calls / 6, `${answers} of ${calls}`)
  await fc.assert(law, budget(runs))
}

test('a call reaches its own endpoint with its values, or is refused', async () => {
  await hold(
    {},
    (reached, name, given) => assert.deepEqual({ ...Object(reached) }, { name, params: toNames(given) }),
    200
  )
})

for (const options of [{ ignoreTrailingSlash: true }, { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true }])
  test(`a call does not reach another endpoint of an app with ${Object.keys(options).join(' and ')}`, async () => {
    await hold(options, (reached, called) => assert.equal(Object(reached).name ?? called, called), 150)
  })

test('a pattern keeps its position in the router, so a later endpoint may be matched first', async () => {
  const [first, second, third] = ['GET /:b(^[a-z]+$)/new', 'GET /:constructor(.*)/:b', 'GET /:b(^[a-z]+$)/all'] as const
  const contract = implement([first, second, third], {})
  assert.equal(await reach(contract, second, { constructor: 'a', b: 'all' }), undefined)
  assert.deepEqual(await reach(contract, third, { b: 'a' }), { name: third, params: { b: 'a' } })
  const params = { constructor: '1', b: 'all' }
  assert.deepEqual(await reach(contract, second, params), { name: second, params })
  await contract.app.close()
})

test('a longer suffix is not matched first if another suffix was added before it', async () => {
  const [short, other, long] = ['GET /:a.y', 'GET /:a-', 'GET /:a(.*)x.y'] as const
  const contract = implement([short, other, long], {})
  assert.equal(await reach(contract, long, { a: 'q' }), undefined)
  assert.deepEqual(await reach(contract, short, { a: 'qx' }), { name: short, params: { a: 'qx' } })
  await contract.app.close()
})
