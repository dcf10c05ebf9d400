import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { fetchWithRetries, type RetryState } from '../../src/client/retry.ts'

const { signal } = new AbortController()
const answer = (status: number, after?: string) =>
  new Response(null, { status, headers: after === undefined ? {} : { 'retry-after': after } })
const retryState = (retries: number, first = 0): RetryState => ({ retries, serverErrorRetries: 0, attempt: 0, first })

function asking(...answers: (Response | Error)[]) {
  let asked = 0
  const ask = async () => {
    const next = answers[asked++]
    if (next instanceof Response) return next
    throw next
  }
  return { ask, asked: () => asked }
}

async function waitBefore(first: Response | Error, given: RetryState): Promise<number> {
  const begun = performance.now()
  await fetchWithRetries(asking(first, answer(200)).ask, { ...given }, signal)
  return performance.now() - begun
}

test('a temporary failure is retried up to the limit, and other responses are not', async () => {
  for (const passing of [new TypeError('down'), answer(429), answer(502), answer(503), answer(504)]) {
    const { ask, asked } = asking(passing, answer(200))
    assert.equal((await fetchWithRetries(ask, retryState(1), signal)).status, 200)
    assert.equal(asked(), 2)
  }
  for (const status of [200, 304, 400, 404, 408, 500, 501, 505]) {
    const { ask, asked } = asking(answer(status))
    assert.equal((await fetchWithRetries(ask, retryState(5), signal)).status, status)
    assert.equal(asked(), 1)
  }
  assert.equal(
    (await fetchWithRetries(asking(answer(503), answer(502), answer(429)).ask, retryState(1), signal)).status,
    502
  )
  await assert.rejects(
    fetchWithRetries(asking(new TypeError('one'), new TypeError('two')).ask, retryState(1), signal),
    /two/
  )
  await assert.rejects(fetchWithRetries(asking(new TypeError('one')).ask, retryState(0), signal), /one/)
})

test('the delay is the Retry-After, in seconds or as a date, up to 30 seconds', async () => {
  assert.ok((await waitBefore(answer(503, '1'), retryState(1))) > 990)
  // HTTP dates have whole seconds.
  const date = Math.floor(Date.now() / 1000) * 1000 + 2000
  await waitBefore(answer(503, new Date(date).toUTCString()), retryState(1))
  assert.ok(Date.now() > date - 10)
  const { ask, asked } = asking(answer(503, '31'))
  assert.equal((await fetchWithRetries(ask, retryState(5), signal)).status, 503)
  assert.equal(asked(), 1)
  for (const none of ['soon', '0', new Date(0).toUTCString()])
    assert.ok((await waitBefore(answer(503, none), retryState(1, 50))) > 49)
})

test('a 409 is retried only with a Retry-After', async () => {
  const { ask, asked } = asking(answer(409, '0.01'), answer(201))
  assert.equal((await fetchWithRetries(ask, retryState(1), signal)).status, 201)
  assert.equal(asked(), 2)
  for (const [status, after] of [
    [409, undefined],
    [422, '0.01']
  ] as const)
    assert.equal((await fetchWithRetries(asking(answer(status, after)).ask, retryState(1), signal)).status, status)
})

test('without Retry-After the delay doubles up to sixteen times the first one', async () => {
  for (const [attempt, least] of [
    [0, 10],
    [1, 20],
    [4, 160],
    [20, 160]
  ] as const)
    assert.ok((await waitBefore(new TypeError('down'), { ...retryState(1, 10), attempt })) > least - 1)
  const given = retryState(2, 1)
  await fetchWithRetries(asking(answer(503), answer(503), answer(200)).ask, given, signal)
  assert.equal(given.attempt, 2)
  assert.deepEqual(getEventListeners(signal, 'abort'), [])
})

test('a given failure is followed by a delay before the first attempt', async () => {
  const { ask, asked } = asking(answer(200))
  assert.equal((await fetchWithRetries(ask, retryState(1), signal, new Error('cut'))).status, 200)
  assert.equal(asked(), 1)
  await assert.rejects(fetchWithRetries(ask, retryState(0), signal, new Error('cut')), /cut/)
  assert.equal(asked(), 1)
})

test('a delay rejects when its signal aborts, also before the next attempt', async () => {
  const controller = new AbortController()
  const down = () => Promise.reject(new TypeError('down'))
  const waiting = fetchWithRetries(down, retryState(Infinity, 60_000), controller.signal)
  setTimeout(() => controller.abort(new Error('enough')), 5)
  await assert.rejects(waiting, /enough/)
  await assert.rejects(fetchWithRetries(down, retryState(Infinity, 60_000), controller.signal), /enough/)
})
