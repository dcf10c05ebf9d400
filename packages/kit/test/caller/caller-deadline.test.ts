import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { callerDeadline } from '@espalier/kit'
import { espalier } from 'espalier'
import { until } from '../../../../test/until.ts'
import { protocols } from '../protocol.ts'

test('a deadline of a trusted caller limits its request, and others are ignored', async (t) => {
  const app = espalier({ logger: false, trustProxy: true })
  t.after(() => app.close())
  app.register(callerDeadline, { trust: ({ ip }) => ip?.startsWith('10.') === true })
  app.get('/', () => new Promise((resolve) => setTimeout(resolve, 200, 'late')))
  const ask = (ip: string, field: string, value: string) =>
    app.inject({ url: '/', headers: { 'x-forwarded-for': ip, [field]: value } })
  const [envoy, grpc, stranger, nonsense] = await Promise.all([
    ask('10.0.0.1', 'x-envoy-expected-rq-timeout-ms', '20'),
    ask('10.0.0.1', 'grpc-timeout', '20m'),
    ask('192.0.2.1', 'grpc-timeout', '20m'),
    ask('10.0.0.1', 'grpc-timeout', 'soon')
  ])
  assert.deepEqual([envoy.statusCode, grpc.statusCode], [503, 503])
  assert.deepEqual([stranger.body, nonsense.body], ['late', 'late'])
})

for (const [name, { options, open }] of Object.entries(protocols))
  test(`${name}: a request past its deadline gets 503, and its signal aborts`, async (t) => {
    const app = espalier({ logger: false, ...options })
    t.after(() => app.close())
    app.register(callerDeadline, { trust: () => true })
    const reasons: unknown[] = []
    app.get('/', async ({ signal }) => {
      await once(signal, 'abort')
      reasons.push(Object(signal.reason).code)
    })
    const send = await open(t, await app.listen({ port: 0, host: '127.0.0.1' }))
    assert.equal(await (await send('/', { 'grpc-timeout': '20m' })).status, 503)
    await until(() => reasons.length === 1, 'the abort')
    assert.deepEqual(reasons, ['FST_ERR_HANDLER_TIMEOUT'])
  })

test('a missing trust option fails to start', async () => {
  const options = {} as { trust: () => boolean }
  await assert.rejects(
    async () => await espalier().register(callerDeadline, options),
    /'trust' of callerDeadline must be/
  )
})
