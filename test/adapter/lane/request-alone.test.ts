/** In the lane, Node's request may exist without its response. It ends with the response or the connection. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { Conversation, get } from '../../http-semantics/raw.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { connectTo } from '../../shared-key.ts'
import { until } from '../../until.ts'
import { openApp } from './app.ts'
import { post } from './both-servers.ts'

const timeout = 60_000
const events = ['aborted', 'error', 'end', 'close']

const responseOn = ({ socket }: IncomingMessage) =>
  (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? null

test('request.raw has no response until reply.raw is read, and then its own', { timeout }, async (t) => {
  const seen: unknown[] = []
  const { ask } = await openApp(t, (app) => {
    app.get('/late', (request: Anything, reply: Anything) => {
      const { raw } = request
      seen.push(responseOn(raw), reply.raw.req === raw, responseOn(raw) === reply.raw, request.raw === raw)
      return 'late'
    })
    const onResponse = async (request: Anything, { raw }: Anything) =>
      void seen.push(raw.req === request.raw, raw.statusCode, raw.writableFinished)
    app.get('/after', { onResponse }, (request: Anything) => request.raw.url)
  })
  await ask(get('/late'), /late$/)
  assert.deepEqual(seen.splice(0), [null, true, true, true])
  await ask(get('/after'), /after$/)
  await until(() => seen.length === 3, 'the end of the exchange')
  assert.deepEqual(seen, [true, 200, true])
})

test('changes of request.raw are visible on the request', { timeout }, async (t) => {
  const { ask } = await openApp(t, (app) => {
    app.get('/change', (request: Anything) => {
      Object.assign(request.raw, { url: '/changed', headers: { ...request.raw.headers, 'x-own': 'yes' } })
      return [request.url, request.headers['x-own']]
    })
  })
  assert.match(await ask(get('/change'), /\]$/), /\["\/changed","yes"\]$/)
})

type Exchange = 'auto' | 'stock'

async function notesOf(t: TestContext, exchange: Exchange, bytes: string, act: (socket: Anything) => void = () => {}) {
  const notes: unknown[] = []
  const { app } = createApp({ exchange })
  app.addHook('onRequest', async ({ raw }: Anything) => {
    for (const event of events) raw.on(event, (error?: Error) => notes.push([event, error?.message ?? null]))
    raw.on('close', () => notes.push(raw.aborted, raw.complete))
  })
  app.post('/echo', (request: Anything) => request.body)
  app.get('/large', () => Buffer.alloc(32 << 20))
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const { socket } = new Conversation(await connectTo({}, app.server.address()))
  t.after(() => socket.destroy())
  socket.write(bytes)
  act(socket)
  await until(() => notes.some((note) => String(note).startsWith('close')), 'the end of the request')
  return notes
}

const cases: Record<string, string> = {
  'with a response that is sent at once': post('/echo', 'body', 'Content-Type: text/plain'),
  'with a response that its client reads slowly': get('/large')
}

for (const [name, bytes] of Object.entries(cases)) {
  test(`request.raw ends as on the stock exchange ${name}`, { timeout }, async (t) => {
    assert.deepEqual(await notesOf(t, 'auto', bytes), await notesOf(t, 'stock', bytes))
  })
}

test('request.raw is aborted when its client disconnects during the response', { timeout }, async (t) => {
  const leave = (socket: Anything) => socket.pause().once('readable', () => socket.destroy())
  const aborted = [['aborted', null], ['error', 'aborted'], ['close', null], true, true]
  assert.deepEqual(await notesOf(t, 'auto', get('/large'), leave), aborted)
})
