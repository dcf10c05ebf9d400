import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { espalier, limitAnswer } from 'espalier'
import { until } from '../until.ts'

test('limitAnswer responds with 503 and aborts the signal of its own request only', async (t) => {
  const app = espalier({ logger: false })
  t.after(() => app.close())
  app.addHook('onRequest', async (request) => {
    if (request.headers.within !== undefined) limitAnswer(request, Number(request.headers.within))
  })
  let aborted = 0
  app.get('/', ({ signal }) => {
    signal.addEventListener('abort', () => aborted++)
    return new Promise((resolve) => setTimeout(resolve, 150, 'late'))
  })
  const ask = (within?: string) => app.inject({ url: '/', headers: within === undefined ? {} : { within } })
  const [bounded, long, free] = await Promise.all([ask('20'), ask('60000'), ask()])
  assert.deepEqual([bounded.statusCode, bounded.json<{ code: string }>().code], [503, 'FST_ERR_HANDLER_TIMEOUT'])
  assert.deepEqual([long.body, free.body, aborted], ['late', 'late', 1])
})

test('limitAnswer throws for an invalid request or time', async () => {
  const app = espalier({ logger: false })
  assert.throws(() => limitAnswer({}, 10), { code: 'ESP_ERR_ARGUMENT_INVALID', message: /must be a request/ })
  const refused: number[] = []
  app.addHook('onRequest', async (request) => {
    for (const time of [0, -1, 1.5, Number.NaN, 2 ** 31]) {
      assert.throws(() => limitAnswer(request, time), { code: 'ESP_ERR_ARGUMENT_INVALID' }, `${time}`)
      refused.push(time)
    }
  })
  app.get('/', () => 'here')
  assert.equal((await app.inject('/')).body, 'here')
  assert.equal(refused.length, 5)
})

for (const exchange of ['auto', 'stock'] as const)
  test(`a disconnect clears the timer of limitAnswer (${exchange})`, async (t) => {
    const app = espalier({ logger: false, exchange })
    t.after(() => app.close())
    const time = 2 ** 31 - 1
    const started = t.mock.method(globalThis, 'setTimeout')
    const cleared = t.mock.method(globalThis, 'clearTimeout')
    const timer = () => started.mock.calls.find(({ arguments: [, ms] }) => ms === time)?.result
    app.get('/', (request) => {
      limitAnswer(request, time)
      return new Promise(() => {})
    })
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n')
    await until(() => timer() !== undefined, 'the timer')
    socket.destroy()
    await until(() => cleared.mock.calls.some(({ arguments: [one] }) => one === timer()), 'the end of the timer')
  })
