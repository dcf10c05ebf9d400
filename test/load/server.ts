/** A server in its own process, so that its memory and its exit can be observed. Messages control it. */
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import bearerAuth from '../../src/plugin/bearer-auth.ts'
import { type Anything, createApp, type Wild } from '../security/wild.ts'

export type Report = { port: number } | { heap: number; open: number; handled: number } | { closed: number }

const { app } = createApp({ logger: false, requestTimeout: 10_000, bodyLimit: 100_000 })
let handled = 0

const sum = { type: 'object', required: ['a', 'b'], properties: { a: { type: 'integer' }, b: { type: 'integer' } } }
const total = {
  type: 'object',
  properties: { total: { type: 'integer' }, items: { type: 'array', items: { type: 'string' } } }
}

app.decorateRequest('visits', null)
app.addHook('onRequest', async (request: Anything) => {
  request.visits = []
})
app.addHook('onResponse', async () => void handled++)
app.get('/echo/:id', (request: Anything) => ({ id: request.params.id, query: request.query }))
app.post('/sum', { schema: { body: sum, response: { 200: total } } }, async ({ body }: Anything) => ({
  total: body.a + body.b,
  items: [body.a],
  secret: 'x'
}))
app.post('/upload', (request: Anything) => ({ length: request.body.length }))
app.get('/slow', async (request: Anything) => {
  await sleep(Number(request.query.ms))
  return { slow: request.query.ms }
})
app.get('/stream', (request: Anything) =>
  Readable.from(Array.from({ length: Number(request.query.parts) }, () => 'part'))
)
app.get('/fail', () => {
  throw new Error('boom')
})
app.register(async (child: Wild) => {
  child.register(bearerAuth, { keys: ['key'], verifyErrorLogLevel: null })
  child.get('/private', () => 'private')
})

const origin = await app.listen({ port: 0, host: '127.0.0.1' })
const report = (what: Report) => void process.send?.(what)

process.on('message', (command) => {
  if (command === 'close') {
    const start = performance.now()
    app.close().then(() => {
      report({ closed: performance.now() - start })
      process.disconnect()
    })
    return
  }
  for (let turn = 0; turn < 4; turn++) globalThis.gc?.()
  app.server.getConnections((_error: unknown, open: number) =>
    report({ heap: process.memoryUsage().heapUsed, open, handled })
  )
})
report({ port: Number(new URL(origin).port) })
