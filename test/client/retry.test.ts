import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleep, waitBefore } from '../../src/client/retry.ts'

const answer = (status: number, after?: string) =>
  new Response(null, { status, headers: after === undefined ? {} : { 'retry-after': after } })

test('only what may be repeated is, and only where the server is not there for the moment', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'QUERY'])
    for (const response of [undefined, answer(429), answer(502), answer(503), answer(504)])
      assert.equal(typeof waitBefore(method, response, 0), 'number')
  for (const method of ['POST', 'PATCH', 'LOCK']) assert.equal(waitBefore(method, undefined, 0), undefined)
  for (const status of [200, 304, 400, 404, 408, 500, 501, 505])
    assert.equal(waitBefore('GET', answer(status), 0), undefined)
})

test('the wait is what Retry-After says, in seconds or as a date, up to half a minute', () => {
  assert.equal(waitBefore('GET', answer(503, '2'), 0), 2000)
  assert.equal(waitBefore('GET', answer(503, '31'), 0), undefined)
  const soon = waitBefore('GET', answer(503, new Date(Date.now() + 10_000).toUTCString()), 0)
  assert.ok(soon !== undefined && soon > 8000 && soon <= 10_000)
  assert.equal(waitBefore('GET', answer(503, new Date(0).toUTCString()), 0), 0)
  assert.ok(Number(waitBefore('GET', answer(503, 'soon'), 0)) <= 100)
})

test('without it the wait grows, to five seconds', () => {
  for (const [attempt, most] of [
    [0, 100],
    [1, 200],
    [4, 1600],
    [20, 5000]
  ] as const) {
    const wait = waitBefore('GET', undefined, attempt) ?? 0
    assert.ok(wait >= most / 2 && wait <= most, `${wait}`)
  }
})

test('a sleep ends with its signal, and leaves nothing behind', async () => {
  const { signal } = new AbortController()
  await sleep(1, signal)
  const controller = new AbortController()
  const sleeping = sleep(60_000, controller.signal)
  controller.abort(new Error('enough'))
  await assert.rejects(sleeping, /enough/)
  await assert.rejects(sleep(60_000, controller.signal), /enough/)
})
