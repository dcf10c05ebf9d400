/** Decides whether and when a request is retried (RFC 9110 §9.2.2, §10.2.3). */

/** The retry state of a request. */
export interface RetryState {
  /** How many retries are left. */
  retries: number
  /** How many responses with status 500 are retried on each reconnection of a stream. A server that is starting may send this status. */
  serverErrorRetries: number
  /** How many attempts have failed in this call or, for a stream, since its last event. */
  attempt: number
  /** In milliseconds: the first delay. */
  first: number
}

/** In milliseconds, 23 days: timers longer than 2^31 - 1 fire at once. */
export const maxDelay = 2e9

/**
 * Sends the request until there is a response that is not retried, or no retry is left.
 *
 * Three kinds of statuses are temporary: 429, those of gateways (502, 503, 504), and 409 with `Retry-After`. Such a 409 means that a request with the
 * same idempotency key is in progress. If `Retry-After` asks for more than 30 seconds, the caller gets the response.
 *
 * @param signal the signal of this call only
 * @param failure the error that cut a connection. With it, the first request is delayed like a retry
 */
export async function fetchWithRetries(
  ask: () => Promise<Response>,
  retryState: RetryState,
  signal: AbortSignal,
  failure?: unknown
): Promise<Response> {
  for (let left = failure ? retryState.serverErrorRetries : 0; ; ) {
    const response = failure
      ? undefined
      : await ask().catch((error) => {
          failure = error
        })
    const status = response?.status
    const after = response?.headers.get('retry-after') ?? ''
    // Retry-After is a number of seconds or a date.
    const asked = Number(after) * 1000 || Date.parse(after) - Date.now()
    // `status + after` is e.g. `4095` for a 409 with `Retry-After: 5`. So the dot of `409.` requires that header.
    const isPassing = !status || /^(429|50[234]|409.)/.test(status + after) || (status === 500 && left-- > 0)
    if (retryState.retries-- < 1 || asked > 30_000 || !isPassing) {
      if (response) return response
      throw failure
    }
    failure = undefined
    await response?.body?.cancel()
    signal.throwIfAborted()
    await new Promise<void>((resolve) => {
      const own = retryState.first * Math.min(2 ** retryState.attempt++, 16) * (1 + Math.random())
      const wake = () => {
        clearTimeout(timer)
        // Removes the listener, so that a stream does not collect one per delay.
        resolve(signal.removeEventListener('abort', wake))
      }
      const timer = setTimeout(wake, Math.min(asked > 0 ? asked : own, maxDelay))
      signal.addEventListener('abort', wake)
    })
    signal.throwIfAborted()
  }
}
