/** Backpressure: an unread response does not grow in memory, and is complete when it is read. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Anything } from '../../security/wild.ts'
import { until } from '../../until.ts'
import { remote } from './carriers.ts'

const chunk = Buffer.alloc(64 * 1024, 'x')
const chunks = 1024

/** The number of chunks from a source. */
interface Count {
  given: number
}

const toNode = (count: Count) =>
  new Readable({
    read() {
      this.push(count.given < chunks ? chunk : null)
      count.given++
    }
  })

const toWeb = (count: Count) =>
  new ReadableStream({
    pull(controller) {
      if (count.given++ < chunks) controller.enqueue(chunk)
      else controller.close()
    }
  })

for (const [name, create] of remote) {
  for (const [kind, toSource] of Object.entries({ 'Node stream': toNode, 'web stream': toWeb })) {
    test(`${name}: a ${kind} waits for a client that does not read`, { timeout: 600_000 }, async (t) => {
      const count: Count = { given: 0 }
      const { begin, close } = await create((app: Anything) =>
        app.get('/', (_request: unknown, reply: Anything) => reply.send(toSource(count)))
      )
      t.after(close)
      assert.ok(begin)
      const call = begin({ method: 'GET', path: '/' })
      call.end()
      const response = await call.response
      let before = -1
      const isStill = () => {
        const isSame = count.given === before
        before = count.given
        return isSame
      }
      await until(isStill, 'a source that stands still', { every: 50 })
      // The buffers of two sockets and their systems hold a few megabytes.
      assert.ok(count.given < chunks / 2, `${count.given} of ${chunks} chunks were taken from the source for nobody`)
      let length = 0
      for await (const piece of response) length += (piece as Buffer).length
      assert.equal(length, chunks * chunk.length)
    })
  }
}
