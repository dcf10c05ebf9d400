/** Values that a user's function can pass on in place of a payload, a stream, a parsed body, a text or nothing. */
import { EventEmitter } from 'node:events'
import { Duplex, PassThrough, Readable, Stream, Transform, Writable } from 'node:stream'
import type { Anything } from '../security/wild.ts'

/** The arguments of the function, which can be passed on as well. */
export interface Scene {
  readonly request?: Anything
  readonly reply?: Anything
}

type Make = (scene: Scene) => unknown

const throwing = (): never => {
  throw new Error('a hostile value')
}

const getting = (...names: PropertyKey[]) =>
  Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { get: throwing, enumerable: true }]))
  ) as object

const everyTrap = Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, throwing]))

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

const nothing = () => {}

/** Shows what it resembles at every other look. */
function fickle(make: () => object): object {
  let looks = 0
  const shown = make()
  return new Proxy({}, { get: (_target, name) => (looks++ % 2 === 0 ? Reflect.get(shown, name) : undefined) })
}

/** Emits each chunk on its own turn, so that callers cannot catch its errors. */
function sourceOf(chunks: readonly unknown[]): Readable {
  let index = 0
  return new Readable({
    objectMode: true,
    read() {
      setImmediate(() => this.push(index < chunks.length ? chunks[index++] : null))
    }
  })
}

async function* failingLater() {
  yield 'part'
  await new Promise(setImmediate)
  throw new Error('the source is gone')
}

/** Fails in each of these ways as soon as anybody is there to hear of it. */
function failingFor(...errors: unknown[]): Readable {
  const stream = new PassThrough()
  let isHeard = false
  stream.on('newListener', (event) => {
    if (event !== 'error' || isHeard) return
    isHeard = true
    setImmediate(() => {
      for (const error of errors) stream.emit('error', error)
    })
  })
  return stream
}

function detached<Bytes extends Uint8Array<ArrayBuffer>>(bytes: Bytes): Bytes {
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] })
  return bytes
}

const responseLike = (members: object) => ({ [Symbol.toStringTag]: 'Response', headers: [], status: 200, ...members })

const webLike = (members: object) => ({ locked: false, cancel: nothing, ...members })

const readerOf = (read: () => unknown) =>
  webLike({ getReader: () => ({ read, cancel: nothing, releaseLock: nothing }) })

const webOf = (...chunks: unknown[]) =>
  new ReadableStream({
    pull(controller) {
      if (chunks.length === 0) controller.close()
      else controller.enqueue(chunks.shift())
    }
  })

function locked(stream: ReadableStream): ReadableStream {
  stream.getReader()
  return stream
}

/** An old-style stream, without the classes of today: it emits its chunks when a listener is added. */
function oldStream(...chunks: unknown[]): Stream {
  const stream = new Stream()
  setImmediate(() => {
    for (const chunk of chunks) stream.emit('data', chunk)
    stream.emit('end')
  })
  return stream
}

function circular(): object {
  const value: Record<string, unknown> = {}
  value.self = value
  return value
}

function deep(): object {
  let value: object = []
  for (let depth = 0; depth < 20_000; depth++) value = [value]
  return value
}

const thenable = (then: unknown) => ({ then })

const likeStreams: Record<string, Make> = {
  'an object with a pipe': () => ({ pipe() {} }),
  'a function with a pipe': () => Object.assign(nothing, { pipe() {} }),
  'an object with a pipe that is no function': () => ({ pipe: 1 }),
  'an object whose pipe cannot be read': () => getting('pipe'),
  'an object whose getReader cannot be read': () => getting('getReader'),
  'an object whose tag cannot be read': () => getting(Symbol.toStringTag),
  'an object whose on, body, headers and status cannot be read': () =>
    Object.assign(getting('on', 'once', 'destroy', 'body', 'headers', 'status'), { pipe() {} }),
  'a stream that pipes nothing': () => ({ pipe() {}, on: nothing, once: nothing }),
  'a stream whose on throws': () => ({ pipe() {}, on: throwing }),
  'a stream whose pipe throws': () => Object.assign(new EventEmitter(), { pipe: throwing }),
  'a stream whose destroy throws': () =>
    Object.assign(new PassThrough({ autoDestroy: false }).end('text'), { destroy: throwing }),
  'a stream whose destroy is no function': () =>
    Object.assign(new PassThrough({ autoDestroy: false }).end('text'), { destroy: 1 }),
  'a stream whose mode cannot be read': () =>
    Object.defineProperty(new PassThrough().end('text'), 'readableObjectMode', { get: throwing }),
  'a stream at every other look': () => fickle(() => new PassThrough().end('text')),
  'a stream behind a proxy': () => new Proxy(Readable.from(['text']), {}),
  'an emitter': () => new EventEmitter(),
  'a stream of old': () => oldStream('text'),
  'a stream of old that emits an object': () => oldStream({ a: 1 }),
  'a stream of old that emits a text and null': () => oldStream('text', null, 'text'),
  'a stream of old that emits whatever there is': () => oldStream(1, undefined, Symbol('chunk'), revoked({}), 'text'),
  'an observable': () => ({ subscribe: () => ({ unsubscribe: nothing }), pipe: () => ({}), forEach: nothing }),
  'a schema of a library': () => ({ parse: throwing, safeParse: throwing, pipe: throwing, _def: {}, '~standard': {} })
}

const streams: Record<string, Make> = {
  'a stream of numbers': () => Readable.from([1, 2]),
  'a stream of undefined': () => sourceOf([undefined]),
  'a stream of objects': () => sourceOf([{}, { length: 2 }]),
  'a stream of what has an odd length': () => sourceOf([{ length: -5 }, { length: Number.NaN }, { length: 1e9 }]),
  'a stream of symbols': () => sourceOf([Symbol('chunk')]),
  'a stream of functions': () => sourceOf([nothing]),
  'a stream of proxies': () => sourceOf([revoked({})]),
  'a stream of lists': () => sourceOf([[1], ['a']]),
  'a stream of wide typed arrays': () => sourceOf([new Uint16Array(3)]),
  'a stream of detached bytes': () => sourceOf([detached(new Uint8Array(8))]),
  'a stream of texts and then an object': () => sourceOf(['text', {}]),
  'a stream of falsy things': () => sourceOf([0, false, '', Number.NaN]),
  'a stream that was destroyed': () => new PassThrough().destroy(),
  'a stream that failed': () => new PassThrough().on('error', nothing).destroy(new Error('gone')),
  'a stream that has ended': () => new PassThrough().resume().end(),
  'a stream that fails soon': () => Readable.from(failingLater()),
  'a stream that fails at its first byte': () => new Readable({ read: throwing }),
  'a stream that fails with undefined': () => failingFor(undefined),
  'a stream that fails twice': () => failingFor(new Error('once'), new Error('twice')),
  'a stream that is cut off': () => {
    const stream = new PassThrough()
    stream.write('part')
    setImmediate(() => stream.destroy())
    return stream
  },
  'a stream that never ends': () => new PassThrough(),
  'a stream that can only be written': () => new Writable({ write: (_chunk, _encoding, done) => done() }),
  'a duplex that was destroyed': () => new Duplex({ read: nothing, write: nothing }).destroy(),
  'a transform that fails': () => new Transform({ transform: throwing }),
  'a stream of strings in utf16': () => new PassThrough({ encoding: 'utf16le' }).end('text'),
  'the raw request': ({ request }) => request?.raw ?? null,
  'the raw response': ({ reply }) => reply?.raw ?? null
}

const webStreams: Record<string, Make> = {
  'an object with a getReader': () => ({ getReader() {} }),
  'a web stream whose lock cannot be read': () => Object.assign(getting('locked'), { getReader: nothing }),
  'a web stream whose getReader throws': () => webLike({ getReader: throwing }),
  'a web stream that reads no promise': () => readerOf(() => 1),
  'a web stream that reads null': () => readerOf(async () => null),
  'a web stream whose read throws': () => readerOf(throwing),
  'a web stream whose cancel throws': () =>
    webLike({ getReader: () => ({ read: async () => ({ done: true }), cancel: throwing }), cancel: throwing }),
  'a web stream that is locked': () => locked(webOf('text')),
  'a web stream that failed': () => new ReadableStream({ start: (controller) => controller.error(new Error('gone')) }),
  'a web stream of objects': () => webOf({}, { length: 3 }),
  'a web stream of symbols': () => webOf(Symbol('chunk')),
  'a web stream of numbers': () => webOf(1, 2),
  'a web stream of nothing': () => webOf(undefined),
  'a web stream of buffers of a shared kind': () => webOf(new Uint8Array(new SharedArrayBuffer(4))),
  'a web stream that never ends': () => new ReadableStream({ pull: () => new Promise<void>(nothing) }),
  'an object of the class of responses by name': () => ({ [Symbol.toStringTag]: 'Response' }),
  'a response of an odd status': () => responseLike({ status: 999 }),
  'a response of no status': () => responseLike({ status: Symbol('status') }),
  'a response whose status cannot be read': () => Object.defineProperty(responseLike({}), 'status', { get: throwing }),
  'a response whose headers are no list': () => responseLike({ headers: 1 }),
  'a response whose headers are odd': () => responseLike({ headers: [[Symbol('name'), {}]] }),
  'a response whose body cannot be read': () => Object.defineProperty(responseLike({}), 'body', { get: throwing }),
  'a response whose body resembles a stream': () => responseLike({ body: { pipe() {} } }),
  'a response whose body is a number': () => responseLike({ body: 42 }),
  'a response that was read': () => {
    const response = new Response('text')
    response.text().catch(nothing)
    return response
  },
  'a response of a failed fetch': () => Response.error()
}

const promises: Record<string, Make> = {
  'an object whose then cannot be read': () => getting('then'),
  'an object with a then that is no function': () => thenable(1),
  'a thenable that throws': () => thenable(throwing),
  'a thenable that never settles': () => thenable(nothing),
  'a thenable that settles twice': () =>
    thenable((fulfil: Anything, reject: Anything) => {
      fulfil({ a: 1 })
      reject(new Error('twice'))
      fulfil({ a: 2 })
    }),
  'a thenable that throws after it settled': () =>
    thenable((fulfil: Anything) => {
      fulfil({ a: 1 })
      throwing()
    }),
  'a thenable of what resembles a stream': () => thenable((fulfil: Anything) => fulfil({ pipe() {} })),
  'a thenable that is a function': () =>
    Object.assign(
      nothing,
      thenable((fulfil: Anything) => fulfil('text'))
    ),
  'a promise whose then throws': () => Object.assign(Promise.resolve('text'), thenable(throwing)),
  'a promise whose then does nothing': () => Object.assign(Promise.resolve('text'), thenable(nothing)),
  'a promise whose constructor cannot be read': () =>
    Object.defineProperty(Promise.resolve('text'), 'constructor', { get: throwing }),
  'a promise behind a proxy': () => new Proxy(Promise.resolve('text'), {}),
  'a promise of another class': () => new (class extends Promise<unknown> {})((fulfil) => fulfil('text')),
  'a promise that rejects later': () =>
    new Promise((_fulfil, reject) => setImmediate(() => reject(new Error('rejected later')))),
  'a promise of a proxy that throws': () => Promise.resolve(new Proxy(nothing, { ...everyTrap, get: () => undefined })),
  'a promise that never settles': () => new Promise(nothing)
}

const objects: Record<string, Make> = {
  'a proxy that throws': () => new Proxy({}, everyTrap),
  'a proxy of a function that throws': () => new Proxy(nothing, everyTrap),
  'a proxy of an error that throws': () => new Proxy(new Error('boom'), everyTrap),
  'a revoked proxy': () => revoked({}),
  'a revoked proxy of a function': () => revoked(nothing),
  'a revoked proxy of a list': () => revoked([]),
  'an object of traps for every name': () => new Proxy({}, { get: () => throwing }),
  'an object that is anything': () => new Proxy(nothing, { get: () => () => undefined }),
  'an object without prototype': () => Object.create(null),
  'a frozen object': () => Object.freeze({ a: 1 }),
  'a circular object': circular,
  'a deep list': deep,
  'an object whose toJSON throws': () => ({ toJSON: throwing }),
  'an object whose toJSON returns a symbol': () => ({ toJSON: () => Symbol('json') }),
  'an object whose toString throws': () => ({ toString: throwing, valueOf: throwing }),
  'an object that is no primitive': () => ({ [Symbol.toPrimitive]: throwing }),
  'an object whose fields throw': () => getting('a', 'error', 'value', 'length', 'buffer', 'statusCode'),
  'a list whose items throw': () => Object.defineProperty([1], 0, { get: throwing }),
  'an iterator that throws': () => ({ [Symbol.iterator]: throwing }),
  'an async iterator that throws': () => ({ [Symbol.asyncIterator]: throwing }),
  'a generator': () => (function* () {})(),
  'an async generator': () => failingLater(),
  'a sparse list': () => new Array(3),
  'a map': () => new Map([[{}, 1]]),
  'a date that is none': () => new Date(Number.NaN),
  'a boxed bigint': () => Object(1n),
  'a pattern': () => /a/g,
  'the request': ({ request }) => request ?? null,
  'the reply': ({ reply }) => reply ?? null,
  'an error': () => new Error('boom'),
  'an error whose fields throw': () =>
    Object.defineProperties(new Error('boom'), { message: { get: throwing }, statusCode: { get: throwing } }),
  'an error of status 200': () => Object.assign(new Error('boom'), { statusCode: 200 }),
  'an error of status Infinity': () => Object.assign(new Error('boom'), { statusCode: Number.POSITIVE_INFINITY }),
  'an error whose headers are odd': () => Object.assign(new Error('boom'), { headers: { 'a b': Symbol('header') } })
}

const bytes: Record<string, Make> = {
  'detached bytes': () => detached(new Uint8Array(8)),
  'a detached buffer': () => detached(Buffer.from(new ArrayBuffer(8))),
  'bytes of shared memory': () => new Uint8Array(new SharedArrayBuffer(4)),
  'shared memory': () => new SharedArrayBuffer(4),
  'an array buffer': () => new ArrayBuffer(4),
  'a typed array': () => new Float64Array([1, Number.NaN]),
  'a view of data': () => new DataView(new ArrayBuffer(4)),
  'a buffer whose length cannot be read': () => Object.defineProperty(Buffer.from('text'), 'length', { get: throwing }),
  'an object with the length of bytes': () => ({ length: 4, byteLength: 4, buffer: new ArrayBuffer(4) }),
  'a blob': () => new Blob(['text']),
  'a form': () => new FormData()
}

const primitives: Record<string, Make> = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  false: () => false,
  zero: () => 0,
  NaN: () => Number.NaN,
  infinity: () => Number.NEGATIVE_INFINITY,
  'a bigint': () => 10n ** 40n,
  'a symbol': () => Symbol('value'),
  'an empty text': () => '',
  'a text of half a character': () => 'a\ud800b',
  'a text of control characters': () => '\u0000\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
  'a long text': () => 'é'.repeat(2 ** 16),
  'a boxed text': () => Object('text'),
  'a function': () => nothing,
  'an async function': () => async () => 'text',
  'a class': () => class {}
}

/** All hostile values. They are created again for each request. */
export const hostileValues: Readonly<Record<string, Make>> = {
  ...likeStreams,
  ...streams,
  ...webStreams,
  ...promises,
  ...objects,
  ...bytes,
  ...primitives
}
