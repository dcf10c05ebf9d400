import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { ignoreErrors, isAsyncIterable, isNodeStream, isResponse, isWebStream } from '../../src/base/payload.ts'

const values = [Readable.from(['a']), new ReadableStream(), new Response('a'), {}, 'text', null, undefined, 1]

test('a payload is told by what it can do: to pipe, to be read, or to be a Response', () => {
  assert.deepEqual(values.filter(isNodeStream), [values[0]])
  assert.deepEqual(values.filter(isWebStream), [values[1]])
  assert.deepEqual(values.filter(isResponse), [values[2]])
})

test('a stream that fails while nobody has it ends no process, and neither does a promise', async () => {
  const stream = new Readable({ read() {} })
  ignoreErrors(stream)
  stream.destroy(new Error('gone'))
  ignoreErrors(Promise.reject(new Error('gone')))
  await new Promise(setImmediate)
  assert.equal(stream.destroyed, true)
})

test('what only resembles a stream is left as it is', () => {
  const resembling = { pipe() {}, on: 'nothing to call' }
  ignoreErrors(resembling)
  assert.equal(resembling.on, 'nothing to call')
})

test('an async iterable gives its parts one after the other, unless it says what it is as JSON', () => {
  const generator = (async function* () {})()
  assert.ok(isAsyncIterable(generator))
  assert.ok(isAsyncIterable({ [Symbol.asyncIterator]: () => generator }))
  const others = [null, undefined, 1, 'text', [], {}, () => {}, (function* () {})(), { [Symbol.asyncIterator]: 1 }]
  for (const other of others) assert.ok(!isAsyncIterable(other))
  assert.ok(!isAsyncIterable({ [Symbol.asyncIterator]: () => generator, toJSON: () => ({}) }))
})
