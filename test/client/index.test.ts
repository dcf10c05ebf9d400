import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as after } from 'node:timers/promises'
import fc from 'fast-check'
import { AnswerError, createClient } from '../../src/client/index.ts'
import { endpoint, Type } from '../../src/contract/index.ts'
import type { Anything } from '../security/wild.ts'
import { books, download, flights, health, serve, upload } from './server.ts'

const clientAt = (baseUrl: string, options: object = {}) =>
  createClient({ books, files: { upload, download }, health }, { baseUrl, ...options })

test('endpoints are called over a socket, and responses are distinguished by status', async (t) => {
  const api = clientAt(await serve(t))
  const found = await api.books.find({ params: { id: '7' } })
  assert.deepEqual([found.status, found.ok, found.type, found.body], [200, true, 'application/json', { id: '7' }])
  assert.match(found.headers.get('content-type') ?? '', /json/)
  const none = await api.books.find({ params: { id: 'none' } })
  assert.deepEqual([none.status, none.ok, none.body], [404, false, { message: 'There is none.' }])
  assert.deepEqual(await api.books.add({ body: { title: 'Emma' } }).expect(201), { title: 'Emma' })
  assert.equal(await api.books.remove({ params: { id: '7' } }).expect(204), undefined)
  assert.deepEqual(await api.books.search().expect(200), { page: 1, tag: [] })
  assert.deepEqual(await api.books.search({ query: { page: 3, tag: ['a b', '&'] } }).expect(200), {
    page: 3,
    tag: ['a b', '&']
  })
  assert.deepEqual(await api.health().expect(200), { anything: 1 })
})

test('any path parameter and any query value arrive unchanged', async (t) => {
  const api = clientAt(await serve(t))
  const text = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((value) => !['none', 'broken', '.', '..'].includes(value))
  await fc.assert(
    fc.asyncProperty(text, fc.array(text, { minLength: 1, maxLength: 3 }), async (id, tag) => {
      assert.deepEqual(await api.books.find({ params: { id } }).expect(200), { id })
      assert.deepEqual((await api.books.search({ query: { tag } }).expect(200)).tag, tag)
    }),
    { numRuns: 60 }
  )
})

test('dates and bigints are sent and received in params, query and body', async (t) => {
  const api = createClient({ flights }, { baseUrl: await serve(t) })
  const at = new Date('2026-01-02T03:04:05.678Z')
  const seats = 2n ** 64n
  const input = { params: { at }, query: { seats }, body: { at, seats } }
  assert.deepEqual(await api.flights(input).expect(200), [
    { at, seats },
    { at, seats: seats + 1n }
  ])
  const none = { params: { at: at.toJSON() }, query: { seats: '5' }, body: { at, seats: null } }
  assert.deepEqual(await api.flights(none).expect(200), [
    { at, seats: 5n },
    { at, seats: null }
  ])
  const fetch = async () => Response.json([{ at: 'soon', seats: null }])
  const wrong = createClient({ flights }, { fetch }).flights(input)
  await assert.rejects(wrong, { code: 'ESP_ERR_ANSWER_UNREADABLE', body: '[{"at":"soon","seats":null}]' })
})

test('an undeclared or unexpected status rejects with the response', async (t) => {
  const api = clientAt(await serve(t))
  await assert.rejects(api.books.find({ params: { id: 'broken' } }), (error: AnswerError) => {
    assert.ok(error instanceof AnswerError && error instanceof Error)
    assert.deepEqual([error.name, error.code, error.status], ['AnswerError', 'ESP_ERR_STATUS_UNDECLARED', 500])
    assert.equal(error.message, 'GET /books/:id was answered with 500, not declared.')
    assert.equal((error.body as { statusCode: number }).statusCode, 500)
    assert.ok(error.headers.has('content-type'))
    return true
  })
  await assert.rejects(api.books.find({ params: { id: 'none' } }).expect(200), {
    code: 'ESP_ERR_STATUS_UNEXPECTED',
    status: 404,
    body: { message: 'There is none.' },
    message: 'GET /books/:id was answered with 404, not 200.'
  })
})

test('files and streams are uploaded and downloaded', async (t) => {
  const api = clientAt(await serve(t))
  const type = 'application/octet-stream'
  const bytes = new Uint8Array(70_000)
  const stream = () => new Blob([bytes]).stream()
  for (const body of [bytes, bytes.buffer, new Blob([bytes], { type }), stream()])
    assert.deepEqual(
      await api.files.upload({ params: { '*': 'a/b' }, body, headers: { 'content-type': type } }).expect(200),
      { bytes: 70_000, type }
    )
  const answer = await api.files.download({ params: { '*': 'a/b' } })
  assert.ok(answer.status === 200 && answer.type === 'application/octet-stream')
  assert.equal((await new Response(answer.body).arrayBuffer()).byteLength, 100_000)
  const text = await api.files.download({ params: { '*': 'text' } })
  assert.deepEqual([text.type, text.body], ['text/plain', 'Zeile'])
})

test('headers of client and call are merged, and a headers function is called before each request', async () => {
  const seen: [string | null, string | null][] = []
  const fetch = async (_url: unknown, { headers }: Anything) => {
    seen.push([headers.get('authorization'), headers.get('x-one')])
    return new Response(null, { status: seen.length === 1 ? 503 : 204 })
  }
  let turn = 0
  const headers = async () => ({ authorization: `Bearer ${++turn}`, 'x-one': 'client' })
  const api = createClient({ books }, { fetch: fetch as typeof globalThis.fetch, headers, retries: 1 })
  await api.books.remove({ params: { id: '1' }, headers: { 'X-One': 'call' } }).expect(204)
  assert.deepEqual(seen, [
    ['Bearer 1', 'call'],
    ['Bearer 2', 'call']
  ])
})

async function flakyServer(failures: readonly ('cut' | number)[]) {
  const methods: string[] = []
  const server = createServer((request, response) => {
    const failure = failures[methods.length]
    methods.push(request.method ?? '')
    if (failure === 'cut') request.socket.destroy()
    else {
      response.writeHead(failure ?? 204, failure === undefined ? {} : { 'retry-after': '0' })
      response.end()
    }
  })
  server.listen(0)
  await once(server, 'listening')
  return { server, methods, baseUrl: `http://localhost:${(server.address() as AddressInfo).port}` }
}

test('an idempotent request is retried, and a request that is not idempotent is not', async (t) => {
  const { server, methods, baseUrl } = await flakyServer(['cut', 503, 429])
  t.after(() => server.close())
  const api = createClient({ books }, { baseUrl, retries: 3 })
  await api.books.remove({ params: { id: '1' } }).expect(204)
  assert.deepEqual(methods, ['DELETE', 'DELETE', 'DELETE', 'DELETE'])

  const other = await flakyServer(['cut', 503])
  t.after(() => other.server.close())
  const once = createClient({ books, upload }, { baseUrl: other.baseUrl, retries: 3 })
  await assert.rejects(once.books.add({ body: { title: 'a' } }), TypeError)
  const body = new Blob(['a']).stream()
  await assert.rejects(once.upload({ params: { '*': 'a' }, body }), { status: 503 })
  assert.deepEqual(other.methods, ['POST', 'PUT'])
})

test('a call ends with its signal, the signal of the client, or its timeout', async (t) => {
  const server = createServer(() => {})
  server.listen(0)
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  await once(server, 'listening')
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`
  const own = new AbortController()
  const api = createClient({ health }, { baseUrl, signal: own.signal, timeout: 60_000, retries: 2 })
  const begun = performance.now()
  await assert.rejects(api.health({ timeout: 50 }), {
    name: 'TimeoutError',
    message: 'GET /health took 50 ms'
  })
  assert.ok(performance.now() - begun < 5000)
  const reason = new Error('enough')
  const call = new AbortController()
  const pending = api.health({ signal: call.signal })
  await after(20)
  call.abort(reason)
  await assert.rejects(pending, reason)
  own.abort(reason)
  await assert.rejects(api.health(), reason)
})

test('a JSON response that is not JSON rejects with its text', async () => {
  const fetch = async () => new Response('<p>', { status: 200, headers: { 'content-type': 'application/json' } })
  const api = createClient({ books }, { fetch })
  await assert.rejects(api.books.search(), { code: 'ESP_ERR_ANSWER_UNREADABLE', status: 200, body: '<p>' })
})

test('an invalid baseUrl throws, and no parameter changes the host', async () => {
  for (const baseUrl of ['books.example', 'ftp://a', 'https://', 'https://a?b', '//evil.example', 'https://a b', 1])
    assert.throws(() => createClient({ books }, { baseUrl: baseUrl as string }), {
      name: 'TypeError',
      message: /^baseUrl is no address: /
    })
  const asked: string[] = []
  const fetch = async (url: unknown) => {
    asked.push(new URL(String(url), 'https://own.example/').host)
    return new Response(null, { status: 204 })
  }
  const rest = endpoint('GET /*')
  for (const baseUrl of ['', '/', '/api', 'https://own.example', 'https://own.example/']) {
    const api = createClient({ rest }, { baseUrl, fetch }) as Anything
    for (const way of ['/evil.example', '//evil.example', '\\evil.example', '/\\evil.example'])
      await api.rest({ params: { '*': way } })
  }
  assert.deepEqual([...new Set(asked)], ['own.example'])
})

test('exports other than endpoints are not callable on the client', () => {
  const ping = endpoint('GET /ping')
  const api = createClient({ ping, version: '1', none: null, list: ['a'], helper: () => 'x' } as never) as object
  assert.deepEqual(
    Object.entries(api).map(([name, call]) => [name, typeof call]),
    [
      ['ping', 'function'],
      ['version', 'undefined'],
      ['none', 'undefined'],
      ['list', 'object'],
      ['helper', 'object']
    ]
  )
})

test('fetch receives a signal only if the call has a signal or a timeout', async () => {
  const asked: unknown[] = []
  const fetch = async (_address: unknown, init?: RequestInit) => {
    asked.push(init?.signal instanceof AbortSignal)
    return new Response()
  }
  const api = createClient({ ping: endpoint('GET /ping') }, { fetch: fetch as typeof globalThis.fetch })
  await api.ping()
  await api.ping({ timeout: 1000 })
  await api.ping({ signal: new AbortController().signal })
  assert.deepEqual(asked, [false, true, true])
})

test('a parameter that would match another endpoint rejects before anything is sent', async () => {
  let sent = 0
  const fetch = async () => {
    sent++
    return new Response()
  }
  const notes = endpoint('GET /users/:id/notes', { params: { id: Type.String() } })
  const api = createClient({ notes }, { fetch })
  await assert.rejects(api.notes({ params: { id: '..' } }), {
    name: 'TypeError',
    message: "GET /users/:id/notes is not reached with these parameters: '/users/../notes' is read otherwise."
  })
  await assert.rejects(api.notes({ params: { id: '' } }), { name: 'TypeError', message: /for 'id'/ })
  await api.notes({ params: { id: '../..' } })
  assert.equal(sent, 1)
})
