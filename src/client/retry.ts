/** Decides whether and when a request is sent again (RFC 9110 §9.2.2, §10.2.3). */

export interface RetryState {
  retries: number
  /** How many responses with status 500 are retried when an event stream reconnects. A server that is starting may send 500. */
  serverErrorRetries: number
  /** The number of failed attempts, since the start of the call or the last event of the stream. */
  attempt: number
  /** In milliseconds: the delay before the first retry. */
  first: number
}

/** In milliseconds. Timers longer than 2^31 - 1 ms would fire at once. */
export const maxDelay = 2e9

/**
 * Retries the statuses 429, 502, 503 and 504. Also retries 409 with `Retry-After`: a request with the same idempotency key is still in progress. If
 * `Retry-After` is more than 30 seconds, the caller gets the response instead.
 *
 * @param failure the error that ended the connection of an event stream; if given, the first request is delayed as well
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
    const asked = Number(after) * 1000 || Date.parse(after) - Date.now()
    // `status + after` is '4095' for a 409 with `Retry-After: 5`. In the expression, the dot of `409.` requires that header.
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
        resolve(signal.removeEventListener('abort', wake))
      }
      const timer = setTimeout(wake, Math.min(asked > 0 ? asked : own, maxDelay))
      signal.addEventListener('abort', wake)
    })
    signal.throwIfAborted()
  }
}
