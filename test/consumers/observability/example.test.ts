// The shop as a process of its own, beside a collector: what an operator sees of a day's requests.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { arrival } from '../../until.ts'
import { type Collector, openCollector, type Span } from './collector.ts'

const main = fileURLToPath(new URL('../../../examples/observability/main.js', import.meta.url))
const ada = { authorization: 'Bearer of-ada' }

interface Shop {
  ask(path: string, options?: RequestInit): Promise<number>
  /** Closes the shop, which sends all that it has noted. */
  close(): Promise<void>
}

async function openShop(t: TestContext, { endpoint }: Pick<Collector, 'endpoint'>): Promise<Shop> {
  const env = { ...process.env, PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  while (!output.includes('Ctrl+C')) await arrival(once(child.stdout, 'data'), 'the shop')
  const [address] = /http:\/\/[^ .]+\.\d+\.\d+\.\d+:\d+/.exec(output) ?? []
  return {
    async ask(path, options) {
      const answer = await fetch(`${address}${path}`, options)
      await answer.arrayBuffer()
      return answer.status
    },
    async close() {
      child.kill('SIGTERM')
      await arrival(ended, 'the end of the shop')
    }
  }
}

/** The span of the server for a request, and those below it: name and depth. */
function tree(spans: readonly Span[], root: Span, depth = 0): string[] {
  const below = spans.filter(({ parent }) => parent === root.id)
  return [`${'  '.repeat(depth)}${root.name}`, ...below.flatMap((span) => tree(spans, span, depth + 1))]
}

const named = (spans: readonly Span[], name: string) => {
  const found = spans.find((span) => span.name === name)
  assert.ok(found, `no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
  return found
}

test('each request is one trace with its route, its plugin and its error', async (t) => {
  const { spans, points, ...collector } = await openCollector(t)
  const shop = await openShop(t, collector)
  const statuses = [
    await shop.ask('/orders/7', { headers: ada }),
    await shop.ask('/orders/7'),
    await shop.ask('/orders', { method: 'POST', headers: ada }),
    await shop.ask('/nowhere')
  ]
  assert.deepEqual(statuses, [200, 401, 500, 404])
  await shop.close()

  // One each, and nothing of what the framework asks itself at the start.
  const roots = spans.filter(({ isOfServer }) => isOfServer)
  assert.deepEqual(
    roots.map((root) => tree(spans, root)),
    [
      [
        'GET /orders/:id',
        '  request',
        '    onRequest - findPerson',
        '      SELECT person',
        '    preHandler - requirePerson',
        '    handler - readOrder',
        '      SELECT order'
      ],
      [
        'GET /orders/:id',
        '  request',
        '    onRequest - findPerson',
        '      SELECT person',
        '    preHandler - requirePerson'
      ],
      [
        'POST /orders',
        '  request',
        '    onRequest - findPerson',
        '      SELECT person',
        '    preHandler - requirePerson',
        '    handler - placeOrder'
      ],
      ['GET', '  request', '    onRequest - findPerson', '      SELECT person']
    ]
  )
  assert.deepEqual(
    roots.map(({ attributes, isFailed }) => [
      attributes['http.response.status_code'],
      attributes['http.route'],
      attributes['app.plugin'],
      attributes['app.prefix'],
      isFailed
    ]),
    [
      [200, '/orders/:id', 'orders', '/orders', false],
      [401, '/orders/:id', 'orders', '/orders', false],
      [500, '/orders', 'orders', '/orders', true],
      [404, undefined, 'fastify -> @fastify/otel -> identity', '', false]
    ]
  )
  const failed = named(spans, 'handler - placeOrder')
  assert.deepEqual(failed.errors, ['The warehouse does not answer.'])
  assert.equal(failed.attributes['hook.name'], 'orders - route-handler')

  // A hook that derives lasts as long as what it waits for.
  const hook = named(spans, 'onRequest - findPerson')
  const statement = spans.find(({ parent }) => parent === hook.id)
  assert.ok(statement && hook.duration >= statement.duration)

  assert.deepEqual(
    points.map(({ metric, attributes, value }) => [
      metric,
      attributes['http.route'] ?? attributes['shop.customer'],
      value
    ]),
    [
      ['http.server.request.duration', '/orders/:id', 1],
      ['http.server.request.duration', '/orders/:id', 1],
      ['http.server.request.duration', '/orders', 1],
      ['http.server.request.duration', undefined, 1],
      ['shop.orders.placed', 'Ada', 1]
    ]
  )
})
