import assert from 'node:assert/strict'
import { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { createApp } from '../../../src/adapter/create-app.ts'
import type { App, InjectChain, InjectResponse } from '../../../types/index.ts'
import { until } from '../../until.ts'

const app = createApp(undefined) as unknown as App
const calls: string[] = []
app.get('/', () => ({ hello: 'world' }))
app.post('/', ({ body, headers }) => {
  calls.push(JSON.stringify(body))
  return { body, type: headers['content-type'] }
})
after(() => app.close())

test('inject boots the app first and supports promises and callbacks', async () => {
  const byPromise = await app.inject('/')
  const byCallback = await new Promise<InjectResponse | undefined>((resolve, reject) => {
    app.inject('/', (error, response) => (error ? reject(error) : resolve(response)))
  })
  assert.deepEqual([byPromise.payload, byCallback?.payload], ['{"hello":"world"}', '{"hello":"world"}'])
})

test('a chain sets method, body and headers, even after given options', async () => {
  const chain = (app.inject as unknown as (options?: object) => InjectChain)()
  const answer = await chain.post('/').body({ a: 1 }).headers({ 'x-a': 'b' }).end()
  const other = await (app.inject as unknown as (options: object) => InjectChain)({ url: '/' })
    .post('/')
    .payload({ b: 2 })
  assert.deepEqual(
    [answer.json(), other.json()],
    [
      { body: { a: 1 }, type: 'application/json' },
      { body: { b: 2 }, type: 'application/json' }
    ]
  )
})

test('a call is dispatched once, however often it is awaited', async () => {
  calls.length = 0
  const call = app.inject({ url: '/', method: 'POST', payload: { once: true } })
  const [first, second] = await Promise.all([call, call.then((response: InjectResponse) => response)])
  assert.equal(first, second)
  assert.deepEqual(calls, ['{"once":true}'])
  assert.equal(await call.finally(() => calls.push('finally')), first)
  assert.deepEqual(calls, ['{"once":true}', 'finally'])
})

test('a call that is not awaited is dispatched, and its chain cannot be continued', async () => {
  calls.length = 0
  const call = app.inject({ url: '/', method: 'POST', payload: { alone: true } }) as InjectChain
  await until(() => calls.length > 0, 'the call')
  assert.deepEqual(calls, ['{"alone":true}'])
  assert.throws(() => call.post('/'), /The dispatch function has already been invoked/)
  assert.throws(() => call.end(), /The dispatch function has already been invoked/)
})

test('options that are changed after the call do not change the request', async () => {
  const options = { url: '/', method: 'POST', payload: { a: 1 } }
  const call = app.inject(options)
  options.url = '/elsewhere'
  assert.equal((await call).statusCode, 200)
})

test('a call to an app that fails to start rejects with the boot error', async () => {
  const broken = createApp(undefined) as unknown as App
  broken.register(async () => {
    throw new Error('does not load')
  })
  await assert.rejects(async () => await broken.inject('/'), /does not load/)
})

test('a call to a closed app rejects', async () => {
  const closed = createApp(undefined) as unknown as App
  await closed.close()
  await assert.rejects(async () => await closed.inject('/'), { code: 'FST_ERR_REOPENED_CLOSE_SERVER' })
})

test('a replaced ServerResponse.prototype.end is called for an injected response', async () => {
  const { end } = ServerResponse.prototype
  let ends = 0
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: never[]) {
    ends++
    return Reflect.apply(end, this, args)
  } as never
  try {
    await app.inject('/')
  } finally {
    ServerResponse.prototype.end = end
  }
  assert.equal(ends, 1)
})

test('an injected request with a complete response does not run onRequestAbort', async () => {
  for (const exchange of ['auto', 'stock']) {
    const server = createApp({ exchange }) as unknown as App
    let aborts = 0
    server.addHook('onRequestAbort', async (_request: unknown) => {
      aborts++
    })
    server.get('/', () => ({ hello: 'world' }))
    server.post('/', (_request, reply) => {
      reply.raw.end('by hand')
      return reply.hijack()
    })
    await server.inject('/')
    await server.inject({ method: 'POST', url: '/', payload: { a: 1 } })
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(aborts, 0)
    await server.close()
  }
})
