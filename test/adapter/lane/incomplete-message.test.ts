import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { IncompleteMessage } from '../../../src/adapter/lane/incomplete-message.ts'
import { type Received, readMessage } from '../../../src/adapter/lane/read.ts'

const head = (length: number) => `POST /parts HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
const read = (bytes: Buffer) => readMessage(bytes, 0, bytes.length, 8192, null) as Received

function fail(): never {
  throw new Error('the message was not late')
}

test('a message in parts of any size has the bytes that were sent, without those that follow it', () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary-ascii' }), fc.string(), cuts, (text, next, cuts) => {
      const start = head(text.length)
      const bytes = Buffer.from(start + text)
      // The first part ends before the last byte of the message, and only the last part may have bytes behind it.
      const ends = cuts.map((cut) => start.length + Math.floor(cut * (text.length - 1))).sort((a, b) => a - b)
      const pieces = [0, ...ends].map((from, index) => bytes.subarray(from, ends[index]))
      pieces.push(Buffer.concat([pieces.pop() as Buffer, Buffer.from(next)]))
      const incomplete = new IncompleteMessage(read(bytes), bytes.length, fail)
      let following = ''
      for (const piece of pieces) {
        assert.ok(incomplete.missing > 0)
        following += piece.subarray(incomplete.missing)
        incomplete.add(piece)
        // The memory of a part may be used for the next one.
        piece.fill(0)
      }
      assert.equal(incomplete.missing, 0)
      assert.deepEqual(incomplete.take(), Buffer.from(start + text))
      assert.equal(following, next)
    })
  )
})

test('a message whose rest is late is announced once, with all that has arrived', async () => {
  const bytes = Buffer.from(head(4))
  const late: string[] = []
  const incomplete = new IncompleteMessage(read(bytes), bytes.length + 4, () => late.push(incomplete.take().toString()))
  incomplete.add(bytes)
  incomplete.add(Buffer.from('b'))
  assert.equal(incomplete.missing, 3)
  await wait(60)
  assert.deepEqual(late, [`${head(4)}b`])
})

test('a message that was taken is never late', async () => {
  const bytes = Buffer.from(head(4))
  const incomplete = new IncompleteMessage(read(bytes), bytes.length + 4, fail)
  incomplete.take()
  await wait(60)
})
