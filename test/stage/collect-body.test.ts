import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

/** The response to a request whose body a `preParsing` hook replaces by `make()`. */
async function answerFor(make: () => unknown, options: object = {}, headers: object = {}) {
  const { app } = createApp()
  app.addHook('preParsing', async () => make())
  app.post('/', options, (request: Anything) => ({ got: request.body }))
  return app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'text/plain', ...headers }, payload: 'abc' })
}

const failing = (error: object) => () =>
  new Readable({
    read() {
      this.destroy(error as Error)
    }
  })

for (const [statusCode, expected] of [
  [undefined, 400],
  [200, 400],
  [399, 400],
  ['413', 400],
  [Number.NaN, 400],
  [400, 400],
  [418, 418],
  [503, 503]
] as [unknown, number][]) {
  test(`a body stream that fails with statusCode ${statusCode} gets a ${expected} response`, async () => {
    const error = Object.assign(new Error('broken'), statusCode === undefined ? {} : { statusCode })
    const { statusCode: answered, body } = await answerFor(failing(error))
    assert.equal(answered, expected, body)
  })
}

test('a body stream destroyed before its end gets a 400 that reports an incomplete body', async () => {
  const ended = () => {
    const stream = new PassThrough()
    stream.write('a')
    setImmediate(() => stream.destroy())
    return stream
  }
  const gone = () => new PassThrough().destroy()
  for (const make of [ended, gone]) {
    const answer = await answerFor(make)
    assert.equal(answer.statusCode, 400)
    assert.match(answer.json().message, /The body ended before it was complete/)
  }
})

test('a body stream that failed before it is read reports its own error', async () => {
  const stream = new PassThrough().on('error', () => {})
  stream.destroy(new Error('failed early'))
  await new Promise(setImmediate)
  assert.match((await answerFor(() => stream)).json().message, /failed early/)
})

for (const [limit, status] of [
  [3, 200],
  [2, 413]
] as const) {
  test(`a 3-byte body with bodyLimit ${limit} gets a ${status}, in one chunk or several, with or without a wire length`, async () => {
    const counted = (count: number) => () => Object.assign(Readable.from(['abc']), { receivedEncodedLength: count })
    for (const make of [() => Readable.from(['abc']), () => Readable.from(['a', Buffer.from('b'), 'c']), counted(0)])
      assert.equal((await answerFor(make, { bodyLimit: limit })).statusCode, status)
  })
}

test('a receivedEncodedLength over bodyLimit gets a 413 although the decoded body is within the limit', async () => {
  const stream = () => Object.assign(Readable.from(['abc']), { receivedEncodedLength: 4 })
  assert.equal((await answerFor(stream, { bodyLimit: 3 })).statusCode, 413)
})

test('a body longer or shorter than its Content-Length is refused with 400, compared by its length on the wire', async () => {
  for (const text of ['ab', 'abcd']) {
    const answer = await answerFor(() => Readable.from([text]), {}, { 'content-length': '3' })
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'])
  }
  const encoded = () => Object.assign(Readable.from(['decoded']), { receivedEncodedLength: 3 })
  assert.deepEqual((await answerFor(encoded, {}, { 'content-length': '3' })).json(), { got: 'decoded' })
})

test('a Content-Length that is not a number is refused with 400, whatever the length of the body', async () => {
  for (const text of ['', 'a', 'ab']) {
    const answer = await answerFor(() => Readable.from([text]), {}, { 'content-length': '1x' })
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'])
  }
})

test('a preParsing stream of chunks other than text and bytes is refused, and the message names their type', async () => {
  for (const [chunk, type] of [
    [7, 'number'],
    [true, 'boolean'],
    [{ a: 1 }, 'object'],
    [new DataView(new ArrayBuffer(1)), 'object']
  ] as const) {
    const { message } = (await answerFor(() => Readable.from([chunk]))).json()
    assert.equal(message, `A preParsing hook must hand on a stream of text or bytes, not one of ${type}`)
  }
})

test('chunks of text and of bytes are joined to one body', async () => {
  const bytes = new Uint8Array([0x61, 0x62, 0x63])
  for (const [parts, got] of [
    [['ä', bytes.subarray(2, 3)], 'äc'],
    [['c', Buffer.from('b'), bytes.subarray(0, 1)], 'cba']
  ] as const)
    assert.deepEqual((await answerFor(() => Readable.from([...parts]))).json(), { got })
})

test('a stream over bodyLimit is destroyed and loses its listeners, and its later error is ignored', async () => {
  const stream = new PassThrough()
  const listeners = () => ['data', 'end', 'close'].map((event) => stream.listenerCount(event))
  const before = listeners()
  stream.write('abcdef')
  assert.equal((await answerFor(() => stream, { bodyLimit: 3 })).statusCode, 413)
  assert.equal(stream.destroyed, true)
  assert.deepEqual(listeners(), before)
  stream.emit('error', new Error('late'))
})
