/** All connections are read into one buffer. Bytes of one client must never become bytes of another. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { laneOf } from '../../../src/adapter/lane/index.ts'
import { copyShared, useSharedBuffer } from '../../../src/adapter/lane/shared-buffer.ts'
import { Conversation, get } from '../../http-semantics/raw.ts'
import { type Anything, createApp, type Options } from '../../security/wild.ts'
import { connectTo, https } from '../../shared-key.ts'
import { until } from '../../until.ts'
import { post } from './both-servers.ts'
import { openPair } from './socket-pair.ts'

const timeout = 60_000

/** As a Node whose sockets do not know `onread`. */
const hide = (socket: Socket) =>
  void Object.assign((socket as Socket & { _handle: object })._handle, { useUserBuffer: undefined })

test('sockets are read into the same buffer, without an event', { timeout }, async (t) => {
  const buffers = new Set<Buffer>()
  let received = ''
  const prepare = (socket: Socket) => {
    useSharedBuffer(socket, (size, shared) => {
      buffers.add(shared)
      received += shared.toString('latin1', 0, size)
      return true
    })
    socket.on('data', () => assert.fail('an event came'))
  }
  for (const text of ['first', 'other']) {
    const { client } = await openPair(t, prepare)
    client.write(text)
    await until(() => received.endsWith(text), text)
  }
  assert.deepEqual([received, buffers.size], ['firstother', 1])
})

test('a socket is not read further after false, until it is resumed', { timeout }, async (t) => {
  let received = ''
  const { accepted, client } = await openPair(t, (socket) =>
    useSharedBuffer(socket, (size, shared) => {
      received += shared.toString('latin1', 0, size)
      return received !== 'a'
    })
  )
  client.write('a')
  await until(() => received === 'a', 'the first byte')
  client.write('b')
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(received, 'a')
  accepted.resume()
  await until(() => received === 'ab', 'the second byte')
})

test('a socket with an option `onread` of its own keeps it', { timeout }, async (t) => {
  const { accepted } = await openPair(t, (socket) => void socket.end('text'))
  const own = Buffer.alloc(16)
  const seen: string[] = []
  const callback = (size: number) => seen.push(own.toString('latin1', 0, size)) > 0
  const socket = connect({
    port: accepted.localPort as number,
    host: '127.0.0.1',
    onread: { buffer: own, callback }
  })
  useSharedBuffer(socket, () => assert.fail('its bytes came into the shared buffer'))
  await once(socket, 'end')
  assert.deepEqual(seen, ['text'])
})

test('a socket that does not know `onread` emits its bytes', { timeout }, async (t) => {
  const { client } = await openPair(t, (socket) => {
    hide(socket)
    useSharedBuffer(socket, () => assert.fail('its bytes came into the shared buffer'))
    socket.once('data', (bytes) => socket.end(`${bytes}!`))
  })
  client.write('text')
  const [bytes] = await once(client, 'data')
  assert.equal(String(bytes), 'text!')
})

test('a socket without a handle is left alone', () => {
  useSharedBuffer(new Socket(), () => true)
})

test('a printed socket shows no bytes of others', { timeout }, async (t) => {
  let received = 0
  const { accepted, client } = await openPair(t, (socket) =>
    useSharedBuffer(socket, (size) => {
      received += size
      return true
    })
  )
  client.write('secret')
  await until(() => received === 6, 'the bytes')
  assert.doesNotMatch(inspect(accepted), /73 65 63 72 65 74|<Buffer/)
})

test('a copy has memory of its own', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), (bytes, cut) => {
      const shared = Buffer.from(bytes)
      const length = (cut % bytes.length) + 1
      const copy = copyShared(shared, length)
      shared.fill(0)
      assert.deepEqual([...copy], [...bytes.subarray(0, length)])
      assert.equal(copy.buffer.byteLength, length)
    })
  )
})

/** Each request of a client: how its bytes arrive, and how the app takes its body. */
const requests = fc.record({
  client: fc.nat(3),
  size: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 60_000, max: 140_000 })),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  parts: fc.integer({ min: 1, max: 2 }),
  taken: fc.constantFrom('buffer', 'string', 'stream', 'raw')
})
type Request = typeof requests extends fc.Arbitrary<infer One> ? One : never

interface Kept {
  readonly mark: string
  readonly body: Buffer | string
  readonly fields: readonly string[]
}

async function readStream(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
}

/** The app keeps the body and the fields of each request, as bytes came. */
async function serve(t: TestContext, options: Options, prepare: (socket: Socket) => void) {
  const kept: Kept[] = []
  const { app } = createApp({ logger: false, bodyLimit: 1 << 20, ...options })
  app.removeAllContentTypeParsers()
  for (const parseAs of ['buffer', 'string'])
    app.addContentTypeParser(`kept/${parseAs}`, { parseAs }, (_request: Anything, body: Anything, done: Anything) =>
      done(null, body)
    )
  app.addContentTypeParser('kept/stream', (_request: Anything, payload: Anything) => readStream(payload))
  app.addContentTypeParser('kept/raw', (_request: Anything, _payload: Anything, done: Anything) => done(null))
  app.post('/:mark', async ({ body, headers, params, raw }: Anything) => {
    const taken = headers['content-type'] === 'kept/raw' ? await readStream(raw) : (body ?? '')
    kept.push({ mark: params.mark, body: taken, fields: raw.rawHeaders })
    return { mark: params.mark }
  })
  app.server.prependListener(options.https === undefined ? 'connection' : 'secureConnection', prepare)
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  return { app, kept }
}

const bodyOf = (mark: string, size: number): string =>
  `${mark} `.repeat(Math.ceil(size / (mark.length + 1))).slice(0, size)

async function send(conversation: Conversation, mark: string, { size, cut, parts, taken }: Request): Promise<void> {
  const message = Buffer.from(post(`/${mark}`, bodyOf(mark, size), `Content-Type: kept/${taken}\r\nX-Mark: ${mark}`))
  const at = parts === 1 ? message.length : Math.floor(cut * message.length)
  conversation.received = ''
  conversation.socket.write(message.subarray(0, at))
  if (at < message.length) setImmediate(() => conversation.socket.write(message.subarray(at)))
  await conversation.until(new RegExp(`\\{"mark":"${mark}"\\}$`))
}

for (const [where, options, prepare] of [
  ['over TCP', {}, () => {}],
  ['over TLS', { https }, () => {}],
  ['without the shared buffer', {}, hide]
] as const)
  test(`bodies and fields that the app keeps stay as they were sent, ${where}`, { timeout }, async (t) => {
    const { app, kept } = await serve(t, options, prepare)
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: 2, maxLength: 12 }), async (list) => {
        kept.length = 0
        const clients = new Map<number, Conversation>()
        const sent = new Map<string, Request>()
        const ofClient = new Map<number, Request[]>()
        for (const one of list) ofClient.set(one.client, [...(ofClient.get(one.client) ?? []), one])
        const run = async ([place, own]: [number, Request[]]) => {
          const conversation = new Conversation(await connectTo(options, app.server.address()))
          clients.set(place, conversation)
          for (const request of own) {
            const mark = `m${count++}`
            sent.set(mark, request)
            await send(conversation, mark, request)
          }
        }
        await Promise.all([...ofClient].map(run))
        for (const { socket } of clients.values()) socket.destroy()
        assert.equal(kept.length, list.length)
        for (const { mark, body, fields } of kept) {
          // An `equal` would print the whole body.
          assert.ok(String(body) === bodyOf(mark, (sent.get(mark) as Request).size), `the body of ${mark}`)
          assert.equal(fields[fields.indexOf('X-Mark') + 1], mark)
        }
      }),
      { numRuns: 60 }
    )
  })

test('a connection without the shared buffer is in the lane, too', { timeout }, async (t) => {
  const { app } = createApp({ logger: false })
  const sockets: Socket[] = []
  app.server.prependListener('connection', hide)
  app.server.on('connection', (socket: Socket) => void sockets.push(socket))
  app.get('/', () => 'here')
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const conversation = new Conversation(await connectTo({}, app.server.address()))
  for (let turn = 0; turn < 3; turn++) {
    conversation.received = ''
    await conversation.send(get('/')).until(/here$/)
  }
  assert.notEqual(laneOf(sockets[0] as Socket), undefined)
  conversation.socket.destroy()
})
