// The feed alone, with a destination of a pace of its own.
import assert from 'node:assert/strict'
import { Readable, Writable } from 'node:stream'
import { describe, test } from 'node:test'
import { errors } from '../../src/error/error.ts'
import { EventSchemas } from '../../src/schema/event-schemas.ts'
import { EventFeed, type FeedCallbacks } from '../../src/stage/event-feed.ts'
import { compileEvents } from '../../src/stage/event-text.ts'
import { holdClock } from '../held-clock.ts'
import { until } from '../until.ts'

const toText = (maxBuffered: number, heartbeat = 40_004) =>
  compileEvents(new EventSchemas(new Map([['n', {}]]), { heartbeat, maxBuffered }), () => JSON.stringify, {
    method: 'GET',
    url: '/'
  })

/** Takes a chunk on each call of `take()`. */
class Reader extends Writable {
  readonly taken: string[] = []
  #next: (() => void) | null = null
  constructor() {
    super({ highWaterMark: 1 })
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.#next = () => {
      this.taken.push(String(chunk))
      done()
    }
  }
  take() {
    const next = this.#next
    this.#next = null
    next?.()
  }
}

function listen() {
  const heard: unknown[] = []
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void heard.push([name, ...args])
  const callbacks: FeedCallbacks = {
    open: note('open'),
    end: note('end'),
    fail: note('fail'),
    drop: note('drop'),
    report: note('report')
  }
  return { heard, callbacks }
}

const turns = async (count = 10) => {
  for (let n = 0; n < count; n++) await new Promise(setImmediate)
}

test('a generator is read until maxBuffered is reached, and resumes when the reader takes a chunk', async () => {
  let asked = 0
  const source = (async function* () {
    for (; asked < 10; ) yield { event: 'n', data: asked++ }
  })()
  const reader = new Reader()
  const { heard, callbacks } = listen()
  const length = 'event: n\ndata: 0\n\n'.length
  new EventFeed(source, toText(3 * length)).begin(reader, callbacks)
  await turns()
  assert.equal(asked, 3)
  assert.equal(reader.writableLength, 3 * length)
  reader.take()
  await turns()
  assert.equal(asked, 4)
  await until(() => {
    reader.take()
    return heard.length === 2
  }, 'the end')
  assert.deepEqual(heard, [['open'], ['end']])
})

test('a generator that never waits leaves turns of the event loop to others', async () => {
  let isOver = false
  const source = (async function* () {
    while (!isOver) yield { event: 'n', data: 1 }
  })()
  const feed = new EventFeed(source, toText(100))
  feed.begin(new Writable({ write: (_chunk, _encoding, done) => done() }), listen().callbacks)
  await turns(3)
  isOver = true
  feed.stop()
})

describe('a feed that is stopped', () => {
  test('before it begins never starts its generator, and sends no event', async () => {
    let isStarted = false
    const source = (async function* () {
      isStarted = true
      yield 1
    })()
    const feed = new EventFeed(source, toText(1))
    assert.equal(feed.stop(), true)
    assert.equal(feed.stop(), false)
    const { heard, callbacks } = listen()
    feed.begin(new Reader(), callbacks)
    await turns()
    assert.deepEqual(heard, [['open'], ['end']])
    assert.equal(isStarted, false)
    assert.deepEqual(await source.next(), { done: true, value: undefined })
  })

  test('destroys or cancels an unread stream', async () => {
    const stream = new Readable({ read() {} })
    new EventFeed(stream, toText(1)).stop()
    assert.ok(stream.destroyed)
    let isCancelled = false
    const web = new ReadableStream({
      cancel() {
        isCancelled = true
      }
    })
    new EventFeed(web as never, toText(1)).stop()
    assert.ok(isCancelled)
  })

  test('while its reader takes nothing ends its generator', async () => {
    let isEnded = false
    const source = (async function* () {
      try {
        for (;;) yield { event: 'n', data: 1 }
      } finally {
        isEnded = true
      }
    })()
    const { heard, callbacks } = listen()
    const feed = new EventFeed(source, toText(1))
    feed.begin(new Reader(), callbacks)
    await turns()
    feed.stop()
    await turns()
    assert.ok(isEnded)
    assert.deepEqual(heard, [['open']])
  })

  test('reports an error of its source, except an AbortError and the reason of a closing app', async () => {
    for (const [error, told] of [
      [new Error('cannot let go'), 1],
      [new DOMException('left', 'AbortError'), 0],
      [new errors.ESP_ERR_APP_CLOSING(), 0]
    ] as const) {
      const source = {
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise<never>(() => {}),
          return: () => Promise.reject(error)
        })
      }
      const { heard, callbacks } = listen()
      const feed = new EventFeed(source, toText(1))
      feed.begin(new Reader(), callbacks)
      feed.stop()
      await turns()
      assert.deepEqual(heard, told === 1 ? [['report', error]] : [])
    }
  })
})

test('a reader that takes a chunk within two heartbeats is kept, and is dropped after two heartbeats without one', async (t) => {
  const wind = holdClock(t, 'setInterval')
  const { heard, callbacks } = listen()
  const source = (async function* () {
    for (;;) yield { event: 'n', data: 1 }
  })()
  const reader = new Reader()
  new EventFeed(source, toText(50, 4000)).begin(reader, callbacks)
  await turns()
  wind(7000)
  assert.deepEqual(heard, [['open']])
  reader.take()
  await turns()
  wind(7000)
  assert.deepEqual(heard, [['open']])
  wind(1000)
  assert.deepEqual(heard, [['open'], ['drop', reader.writableLength, 8000]])
  wind(100_000)
  assert.equal(heard.length, 2)
})

test('a comment is written after a heartbeat without other data', async (t) => {
  const wind = holdClock(t, 'setInterval')
  const { callbacks } = listen()
  let give = () => {}
  const source = (async function* () {
    for (;;) {
      await new Promise<void>((resolve) => {
        give = resolve
      })
      yield { event: 'n', data: 1 }
    }
  })()
  const taken: string[] = []
  const reader = new Writable({
    write(chunk, _encoding, done) {
      taken.push(String(chunk))
      done()
    }
  })
  const feed = new EventFeed(source, toText(50, 4000))
  feed.begin(reader, callbacks)
  await turns()
  assert.deepEqual(taken, [':\n\n'])
  wind(3000)
  give()
  await turns()
  wind(3000)
  assert.equal(taken.length, 2)
  wind(1000)
  assert.deepEqual(taken, [':\n\n', 'event: n\ndata: 1\n\n', ':\n\n'])
  feed.stop()
})

test('a head that cannot be sent fails the feed, with or without events', async () => {
  for (const source of [
    (async function* () {})(),
    (async function* () {
      yield { event: 'n', data: 1 }
    })()
  ]) {
    const { heard, callbacks } = listen()
    const wrong = new Error('no such field')
    const open = () => {
      throw wrong
    }
    new EventFeed(source, toText(1)).begin(new Reader(), { ...callbacks, open })
    await turns()
    assert.deepEqual(heard, [['fail', wrong]])
  }
})
