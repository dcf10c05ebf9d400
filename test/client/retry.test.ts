import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Course, persist, waitBefore } from '../../src/client/retry.ts'

const answer = (status: number, after?: string) =>
  new Response(null, { status, headers: after === undefined ? {} : { 'retry-after': after } })
const course = (attempt = 0): Course => ({ retries: 1, attempt, first: 100 })

test('a request is sent once more only as often as it may be, and only where the server is not there for the moment', () => {
  for (const response of [undefined, answer(429), answer(502), answer(503), answer(504)])
    assert.equal(typeof waitBefore(course(), response), 'number')
  for (const status of [200, 304, 400, 404, 408, 500, 501, 505])
    assert.equal(waitBefore(course(), answer(status)), undefined)
  const own = course()
  assert.equal(typeof waitBefore(own, undefined), 'number')
  assert.equal(waitBefore(own, undefined), undefined)
})

test('the wait is what Retry-After says, in seconds or as a date, up to half a minute', () => {
  assert.equal(waitBefore(course(), answer(503, '2')), 2000)
  assert.equal(waitBefore(course(), answer(503, '31')), undefined)
  const soon = waitBefore(course(), answer(503, new Date(Date.now() + 10_000).toUTCString()))
  assert.ok(soon !== undefined && soon > 8000 && soon <= 10_000)
  for (const none of ['soon', '0', new Date(0).toUTCString()]) {
    const wait = waitBefore(course(), answer(503, none)) ?? 0
    assert.ok(wait >= 100 && wait <= 150, `${wait}`)
  }
})

test('without it the wait grows from the first one, sixteenfold at most', () => {
  for (const [attempt, least] of [
    [0, 100],
    [1, 200],
    [4, 1600],
    [20, 1600]
  ] as const) {
    const wait = waitBefore(course(attempt), undefined) ?? 0
    assert.ok(wait >= least && wait <= least * 1.5, `${wait}`)
  }
})

test('what is asked with persistence gives the first answer, or the last failure', async () => {
  const { signal } = new AbortController()
  const answers = [new TypeError('down'), answer(503), answer(200)]
  const ask = async () => {
    const next = answers.shift()
    if (next instanceof Response) return next
    throw next
  }
  assert.equal((await persist(ask, { retries: 5, attempt: 0, first: 1 }, signal)).status, 200)
  answers.push(new TypeError('one'), new TypeError('two'), answer(200))
  await assert.rejects(persist(ask, { retries: 1, attempt: 0, first: 1 }, signal), /two/)
})

test('a wait ends with its signal, and leaves nothing behind', async () => {
  const controller = new AbortController()
  const ask = () => Promise.reject(new TypeError('down'))
  const waiting = persist(ask, { retries: Infinity, attempt: 0, first: 60_000 }, controller.signal)
  setTimeout(() => controller.abort(new Error('enough')), 5)
  await assert.rejects(waiting, /enough/)
  await assert.rejects(persist(ask, { retries: Infinity, attempt: 0, first: 60_000 }, controller.signal), /enough/)
})
