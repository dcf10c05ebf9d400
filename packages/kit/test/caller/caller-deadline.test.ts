import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerDeadline } from '@espalier/kit'
import { espalier } from 'espalier'

test('a trusted caller bounds its request, and a stranger does not', async (t) => {
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

test('without trust the boot fails', async () => {
  const options = {} as { trust: () => boolean }
  await assert.rejects(
    async () => await espalier().register(callerDeadline, options),
    /'trust' of callerDeadline must be/
  )
})
