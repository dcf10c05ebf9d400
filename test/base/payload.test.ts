import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { ignoreErrors, isAsyncIterable, isNodeStream, isResponse, isWebStream } from '../../src/base/payload.ts'

const values = [Readable.from(['a']), new ReadableStream(), new Response('a'), {}, 'text', null, undefined, 1]

test('isNodeStream, isWebStream and isResponse each recognize their kind of payload', () => {
  assert.deepEqual(values.filter(isNodeStream), [values[0]])
  assert.deepEqual(values.filter(isWebStream), [values[1]])
  assert.deepEqual(values.filter(isResponse), [values[2]])
})

test('ignoreErrors handles the error of a stream and the rejection of a promise', async () => {
  const stream = new Readable({ read() {} })
  ignoreErrors(stream)
  stream.destroy(new Error('gone'))
  ignoreErrors(Promise.reject(new Error('gone')))
  await new Promise(setImmediate)
  assert.equal(stream.destroyed, true)
})

test('ignoreErrors leaves an object that resembles a stream unchanged', () => {
  const resembling = { pipe() {}, on: 'nothing to call' }
  ignoreErrors(resembling)
  assert.equal(resembling.on, 'nothing to call')
})

test('isAsyncIterable accepts an async iterable only without toJSON', () => {
  const generator = (async function* () {})()
  assert.ok(isAsyncIterable(generator))
  assert.ok(isAsyncIterable({ [Symbol.asyncIterator]: () => generator }))
  const others = [null, undefined, 1, 'text', [], {}, () => {}, (function* () {})(), { [Symbol.asyncIterator]: 1 }]
  for (const other of others) assert.ok(!isAsyncIterable(other))
  assert.ok(!isAsyncIterable({ [Symbol.asyncIterator]: () => generator, toJSON: () => ({}) }))
})
