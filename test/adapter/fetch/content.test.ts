/**
 * The law: at most the limit and one chunk are read from a body, whatever its `Content-Length`. The status is 413 if the body or its declared length
 * exceeds the limit, and 400 if the declared length is malformed or wrong. Otherwise the handler gets every byte.
 */
import assert from 'node:assert/strict'
import { PassThrough, type Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import { budget } from '../../fuzz/budget.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { until } from '../../until.ts'

interface Source {
  readonly body: ReadableStream<Uint8Array>
  readonly state: { given: number; isCancelled: boolean }
}

function toSource(sizes: Iterable<number>, type?: 'bytes'): Source {
  const state = { given: 0, isCancelled: false }
  const rest = sizes[Symbol.iterator]()
  const source = {
    ...(type && { type }),
    pull(controller: Anything) {
      const { value = 0, done } = rest.next()
      if (done) {
        controller.close()
        controller.byobRequest?.respond(0)
      } else {
        state.given += value
        controller.enqueue(new Uint8Array(value).fill(97))
      }
    },
    cancel() {
      state.isCancelled = true
    }
  }
  return { body: new ReadableStream(source as Anything, { highWaterMark: 0 }), state }
}

function* endless(size: number) {
  for (;;) yield size
}

function serve(bodyLimit: number, options: object = {}) {
  const { app } = createApp({ exposeErrors: false, bodyLimit })
  app.addContentTypeParser('a/b', { parseAs: 'buffer' }, (...[, body, done]: Anything[]) => done(null, body))
  app.post('/', options, ({ body }: Anything) => body ?? '')
  return toFetchHandler(app as Anything)
}

const toRequest = (body: ReadableStream | Buffer, fields: object = {}) =>
  new Request('http://a.test/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'a/b', ...fields },
    duplex: 'half'
  } as object)

const claim = fc.oneof(
  fc.constantFrom('none', 'true'),
  fc.nat(40).map(String),
  fc.integer({ min: -200_000, max: 200_000 }).map(String),
  fc.constantFrom('', 'a', '1e1', '0x5', '5.0', '+5', '-0', '00', '5, 5', '5,5', 'Infinity', 'NaN', '9'.repeat(400))
)
const sizes = fc
  .array(fc.oneof(fc.nat(12), fc.nat(12), fc.nat(30_000)), { maxLength: 8 })
  .map((list) => list.filter((size) => size > 0))
const sent = fc.record({
  sizes,
  claim,
  /** `null` stands for the size of the body. */
  limit: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 100_000 })),
  kind: fc.constantFrom('chunks', 'bytes', 'whole'),
  fields: fc.constantFrom({}, {}, { 'transfer-encoding': 'chunked' }, { 'content-encoding': 'gzip' })
})

function statusOf(total: number, declared: string | null, limit: number): number {
  if (total > limit) return 413
  if (declared !== null && !/^\d+$/.test(declared)) return 400
  if (Number(declared) > limit) return 413
  return declared === null || Number(declared) === total ? 200 : 400
}

test('bodyLimit applies to the received bytes, and a wrong Content-Length gets 400', async () => {
  const check = async ({
    sizes,
    claim,
    limit: given,
    kind,
    fields
  }: typeof sent extends fc.Arbitrary<infer Value> ? Value : never) => {
    const total = sizes.reduce((sum, size) => sum + size, 0)
    const limit = given ?? Math.max(total, 1)
    const { body, state } = toSource(sizes, kind === 'bytes' ? 'bytes' : undefined)
    const length = claim === 'none' ? {} : { 'content-length': claim === 'true' ? String(total) : claim }
    const request = toRequest(kind === 'whole' ? Buffer.alloc(total, 97) : body, { ...fields, ...length })
    const declared = request.headers.get('content-length')
    const answer = await serve(limit)(request)
    assert.equal(answer.status, statusOf(total, declared, limit))
    const largest = Math.max(0, ...sizes)
    assert.ok(state.given <= limit + largest, `${state.given} bytes were taken`)
    if (answer.status === 200) assert.equal((await answer.arrayBuffer()).byteLength, total)
    if (kind === 'whole') return
    assert.equal(state.isCancelled, state.given > limit)
  }
  await fc.assert(fc.asyncProperty(sent, check), { ...budget(1000), includeErrorInReport: true })
})

for (const length of ['1', '16384', '-5', 'a', undefined])
  test(`an endless body with Content-Length ${length ?? 'absent'} gets 413 at the limit`, async () => {
    const { body, state } = toSource(endless(1000))
    const answer = await serve(100_000)(toRequest(body, length === undefined ? {} : { 'content-length': length }))
    assert.equal(answer.status, 413)
    assert.ok(state.given <= 101_000, String(state.given))
    await until(() => state.isCancelled, 'it is cancelled')
  })

const ahead = 4 * 65_536
const replacing = (replace: (payload: Readable) => Readable) => ({
  preParsing: (...[, , payload, done]: Anything[]) => done(null, replace(payload))
})
const counting = (payload: Readable) => {
  const through = new PassThrough() as Anything
  through.receivedEncodedLength = 0
  return payload
    .on('data', (chunk) => {
      through.receivedEncodedLength += chunk.length
    })
    .pipe(through)
}
for (const [name, replace] of Object.entries({
  'passed on by preParsing': (payload: Readable) => payload,
  'piped through a preParsing stream': (payload: Readable) => payload.pipe(new PassThrough()),
  'piped through a preParsing stream with receivedEncodedLength': counting
}))
  for (const length of ['5', undefined])
    test(`an endless body ${name} gets 413 at the limit, with Content-Length ${length ?? 'absent'}`, async () => {
      const { body, state } = toSource(endless(1000))
      const handle = serve(1000, replacing(replace))
      const answer = await handle(toRequest(body, length === undefined ? {} : { 'content-length': length }))
      assert.equal(answer.status, 413)
      await until(() => state.isCancelled, 'it is cancelled')
      const { given } = state
      assert.ok(given <= 1000 + ahead, String(given))
      for (let count = 0; count < 20; count++) await turn()
      assert.equal(state.given, given)
    })

test('destroying request.raw cancels the body', async () => {
  const { app } = createApp({ exposeErrors: false })
  app.addContentTypeParser('a/b', (...[request, , done]: Anything[]) => {
    request.raw.once('data', () => {
      request.raw.destroy()
      done(null, 'left')
    })
  })
  app.post('/', ({ body }: Anything) => body)
  const { body, state } = toSource(endless(1000))
  await toFetchHandler(app as Anything)(toRequest(body))
  await until(() => state.isCancelled, 'it is cancelled')
})

const used: [how: string, use: (request: Request) => unknown][] = [
  ['was read', (request) => request.arrayBuffer()],
  [
    'was read and released',
    async (request) => {
      const reader = (request.body as ReadableStream).getReader()
      while (!(await reader.read()).done);
      reader.releaseLock()
    }
  ],
  ['is locked', (request) => (request.body as ReadableStream).getReader()]
]
for (const [how, use] of used)
  for (const options of [{}, replacing((payload) => payload)])
    test(`a body that ${how} before the app gets 400${'preParsing' in options ? ', with preParsing' : ''}`, async () => {
      for (const fields of [{}, { 'content-length': '6' }]) {
        const request = toRequest(toSource([3, 3]).body, fields)
        await use(request)
        assert.equal((await serve(1000, options)(request)).status, 400)
      }
    })

test('body chunks that are not bytes get 400', async () => {
  for (const chunk of ['text', 5, null, {}, [1]]) {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(chunk)
        controller.close()
      }
    })
    assert.equal((await serve(1000)(toRequest(body))).status, 400)
  }
})

test('a body without content type and the body of GET or HEAD are not read', async () => {
  const { body, state } = toSource(endless(10))
  const handle = serve(1000)
  const request = new Request('http://a.test/', { method: 'POST', body, duplex: 'half' } as object)
  assert.equal((await handle(request)).status, 200)
  for (const method of ['GET', 'HEAD']) {
    const bodied = Object.defineProperty(toRequest(toSource(endless(10)).body), 'method', { value: method })
    assert.equal((await handle(bodied)).status, 404)
  }
  assert.equal(state.given, 0)
})
