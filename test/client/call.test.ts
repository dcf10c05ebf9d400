// Event streams over connections that are cut. Other calls: index.test.ts.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { AnswerError, createClient } from '../../src/client/index.ts'
import { endpoint, events, Type } from '../../src/contract/index.ts'
import { holdClock } from '../held-clock.ts'
import { countThroughCuts } from './cut-stream.ts'
import { countThroughRestarts } from './restarted-app.ts'

const ticks = { tick: Type.Object({ n: Type.Integer() }), done: Type.Null() }
const Problem = Type.Object({ message: Type.String() })
const watch = endpoint('GET /ticks', { response: { 200: events(ticks), 404: Problem } })
const start = endpoint('POST /ticks', { response: { 200: events(ticks) } })

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const tick = (n: number, more = '') => `${more}event: tick\nid: ${n}\ndata: {"n":${n}}\n\n`
const cut =
  (text: string): Answer =>
  (_request, response) =>
    stream(response).write(`retry: 1\n\n${text}`, () => response.destroy())
const end =
  (text: string): Answer =>
  (_request, response) =>
    stream(response).end(text)

async function serve(t: TestContext, answers: readonly Answer[]) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    answers[asked.length]?.(request, response)
    asked.push(request)
  })
  server.listen(0)
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  await once(server, 'listening')
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  const places = () => asked.map(({ headers }) => headers['last-event-id'])
  return { asked, places, baseUrl }
}

async function collect<Event>(body: AsyncIterable<Event>): Promise<Event[]> {
  const all: Event[] = []
  for await (const event of body) all.push(event)
  return all
}

const ns = async (body: AsyncIterable<{ data: { n: number } | null }>) =>
  (await collect(body)).map(({ data }) => data?.n)

test('events are parsed, and a stream that ends is done', async (t) => {
  const { baseUrl, places } = await serve(t, [
    end(`: hello\n\n${tick(1)}event: done\ndata: null\n\nevent: tick\ndata: {`)
  ])
  const answer = await createClient({ watch }, { baseUrl }).watch()
  assert.ok(answer.status === 200)
  assert.equal(answer.type, 'text/event-stream')
  assert.deepEqual(await collect(answer.body), [
    { event: 'tick', data: { n: 1 }, id: '1' },
    { event: 'done', data: null }
  ])
  assert.deepEqual(places(), [undefined])
})

test('a cut stream resumes after the last event read, with fresh headers', async (t) => {
  const { baseUrl, places, asked } = await serve(t, [
    cut(`${tick(1)}event: tick\nid: 2\ndata: {"n`),
    (request) => request.socket.destroy(),
    (_request, response) => response.writeHead(503).end(),
    cut(tick(2)),
    cut(': nothing\n\n'),
    end(tick(3))
  ])
  let turn = 0
  const headers = () => ({ authorization: `Bearer ${++turn}` })
  const body = await createClient({ watch }, { baseUrl, headers }).watch().expect(200)
  assert.deepEqual(await ns(body), [1, 2, 3])
  assert.deepEqual(places(), [undefined, '1', '1', '1', '2', '2'])
  assert.deepEqual(
    asked.map((request) => request.headers.authorization),
    [1, 2, 3, 4, 5, 6].map((n) => `Bearer ${n}`)
  )
})

test('a Last-Event-ID of the caller is the start, and a 204 ends the stream', async (t) => {
  const { baseUrl, places } = await serve(t, [cut(tick(8)), (_request, response) => response.writeHead(204).end()])
  const body = await createClient({ watch }, { baseUrl })
    .watch({ headers: { 'Last-Event-ID': '7' } })
    .expect(200)
  assert.deepEqual(await ns(body), [8])
  assert.deepEqual(places(), ['7', '8'])
})

test('a cut stream of a method that is not idempotent rejects', async (t) => {
  const { baseUrl, places } = await serve(t, [cut(tick(1)), cut(tick(2))])
  const seen: unknown[] = []
  const body = await createClient({ start }, { baseUrl }).start().expect(200)
  await assert.rejects(async () => {
    for await (const { data } of body) seen.push(data)
  }, TypeError)
  assert.deepEqual(seen, [{ n: 1 }])
  assert.equal(places().length, 1)
})

const json =
  (status: number, value: unknown): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

for (const [name, answer, expected] of [
  [
    'a declared status',
    json(404, { message: 'gone' }),
    { code: 'ESP_ERR_STATUS_UNEXPECTED', status: 404, body: { message: 'gone' } }
  ],
  ['an undeclared status', json(401, 'who?'), { code: 'ESP_ERR_STATUS_UNDECLARED', status: 401, body: 'who?' }],
  ['another media type', json(200, 1), { code: 'ESP_ERR_TYPE_UNDECLARED', status: 200, body: 1 }],
  [
    'a Retry-After of more than 30 seconds',
    (_request: unknown, response: ServerResponse) => response.writeHead(503, { 'retry-after': '31' }).end('x'),
    { code: 'ESP_ERR_STATUS_UNDECLARED', status: 503 }
  ]
] as const)
  test(`resuming a stream with ${name} rejects with the response`, async (t) => {
    const { baseUrl } = await serve(t, [cut(tick(1)), answer])
    const body = await createClient({ watch }, { baseUrl }).watch().expect(200)
    await assert.rejects(collect(body), (error: AnswerError) => {
      assert.ok(error instanceof AnswerError && error.headers instanceof Headers)
      const { code, status, body } = error
      assert.deepEqual(Object.assign({ body }, expected), { body, code, status })
      return true
    })
  })

test('an event that is not JSON or is refused by validate rejects, as does the first response', async (t) => {
  const { baseUrl, asked } = await serve(t, [
    end('event: tick\ndata: x\n\n'),
    end(tick(1)),
    end(tick(1)),
    json(404, {})
  ])
  const broken = await createClient({ watch }, { baseUrl }).watch().expect(200)
  await assert.rejects(collect(broken), { code: 'ESP_ERR_ANSWER_UNREADABLE', status: 200, body: 'x' })
  const seen: unknown[] = []
  const validate = (given: unknown, answer: object) => {
    seen.push(given === watch, { ...answer, headers: undefined })
    return 'n must be even'
  }
  const refused = await createClient({ watch }, { baseUrl, validate }).watch().expect(200)
  await assert.rejects(collect(refused), {
    code: 'ESP_ERR_ANSWER_INVALID',
    message: 'GET /ticks was answered with 200: n must be even',
    body: { n: 1 }
  })
  const got = { status: 200, headers: undefined, type: 'text/event-stream', event: 'tick', body: { n: 1 } }
  assert.deepEqual(seen, [true, got])
  assert.deepEqual(await ns(await createClient({ watch }, { baseUrl }).watch().expect(200)), [1])
  await assert.rejects(createClient({ watch }, { baseUrl, validate }).watch(), { status: 404, body: {} })
  assert.equal(asked.length, 4)
})

test('leaving or aborting ends the connection, and the timeout ends when a stream begins', async (t) => {
  const wind = holdClock(t, 'setTimeout')
  const endless: Answer = (_request, response) => stream(response).write(tick(1))
  const { baseUrl, asked } = await serve(t, [endless, endless, endless, cut(''), (request) => request.socket.destroy()])
  const closed = async (at: number) => {
    const { socket } = asked[at] as IncomingMessage
    if (!socket.destroyed) await once(socket, 'close')
  }
  const api = createClient({ watch }, { baseUrl, timeout: 200 })
  for await (const _ of await api.watch().expect(200)) break
  await closed(0)

  const controller = new AbortController()
  const reason = new Error('enough')
  const { signal } = controller
  const events = (await api.watch({ signal }).expect(200))[Symbol.asyncIterator]()
  assert.deepEqual((await events.next()).value?.data, { n: 1 })
  const next = events.next()
  wind(250)
  controller.abort(reason)
  await assert.rejects(next, reason)
  await closed(1)

  const away = new AbortController()
  const waiting = createClient({ watch }, { baseUrl }).watch({ signal: away.signal }).expect(200)
  const iterator = (await waiting)[Symbol.asyncIterator]()
  await iterator.next()
  away.abort(reason)
  await assert.rejects(iterator.next(), reason)
  assert.equal(asked.length, 3)
})

test('with fifty cuts by the server, each event is received exactly once', async () => {
  const { events, kills } = await countThroughCuts({ kills: 50, seed: 7 })
  assert.ok(kills >= 50, `${kills}`)
  assert.deepEqual(
    events,
    Array.from(events, (_, index) => index)
  )
})

test('events are received exactly once across twenty restarts of the application', async () => {
  const { seen, closes } = await countThroughRestarts({ closes: 20 })
  assert.equal(closes, 20)
  assert.deepEqual(
    seen,
    Array.from(seen, (_, index) => index)
  )
})
