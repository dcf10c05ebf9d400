import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { readStream } from '../../src/http/body-reader.ts'

const read = (stream: Readable, limit = 100) =>
  new Promise<string>((resolve) => {
    const tell = (error: Error | null, body: Buffer) =>
      resolve(error === null ? `${body}` : `${(error as NodeJS.ErrnoException).code}: ${body.length}`)
    readStream(stream, limit, tell)
  })

test('readStream joins chunks, even of a stream with an encoding', async () => {
  assert.equal(await read(Readable.from([])), '')
  assert.equal(await read(Readable.from([Buffer.from('one '), Buffer.from('two')])), 'one two')
  const text = new PassThrough().setEncoding('latin1')
  text.end(Buffer.from('é', 'latin1'))
  assert.equal(await read(text), Buffer.from('é', 'latin1').toString())
})

test('readStream accepts a body of exactly the limit and refuses one byte more', async () => {
  assert.equal(await read(Readable.from([Buffer.from('1234')]), 4), '1234')
  const longer = new PassThrough()
  const closed = once(longer, 'close')
  longer.write('1234')
  longer.write('5')
  longer.end('6'.repeat(100_000))
  assert.equal(await read(longer, 4), 'ERR_BODY_TOO_LARGE: 0')
  await closed
})

test('readStream reports an ended, destroyed or failed stream', async () => {
  const over = Readable.from([]).resume()
  await once(over, 'end')
  assert.equal(await read(over), '')
  const gone = new PassThrough()
  gone.destroy()
  assert.equal(await read(gone), 'ECONNRESET: 0')
  const leaving = new PassThrough()
  const result = read(leaving)
  leaving.destroy()
  assert.equal(await result, 'ECONNRESET: 0')
  const failing = new PassThrough()
  const failure = read(failing)
  failing.destroy(Object.assign(new Error('broken'), { code: 'EBROKEN' }))
  assert.equal(await failure, 'EBROKEN: 0')
})

test('the callback of readStream runs in the asynchronous context of its call', async () => {
  const storage = new AsyncLocalStorage<string>()
  const stream = new PassThrough()
  const asked = storage.run(
    'the question',
    () => new Promise((resolve) => readStream(stream, 9, () => resolve(storage.getStore())))
  )
  storage.run('the connection', () => stream.end('body'))
  assert.equal(await asked, 'the question')
})

test('readStream removes its listeners after the result', async () => {
  const events = ['data', 'end', 'error', 'close']
  for (const give of [(stream: PassThrough) => stream.end('1'), (stream: PassThrough) => stream.write('12345')]) {
    const stream = new PassThrough()
    const listeners = () => events.map((event) => stream.listenerCount(event))
    const before = listeners()
    const answer = read(stream, 4)
    give(stream)
    await answer
    assert.deepEqual(listeners(), before)
  }
})
