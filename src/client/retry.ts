/** Decides whether and when a request is retried (RFC 9110 §9.2.2, §10.2.3). */

/** The retry state of a request. */
export interface Course {
  /** How many retries are left. */
  retries: number
  /** How often a starting server may answer 500, for each reconnection of a stream. */
  patience: number
  /** How many attempts failed since something was received. */
  attempt: number
  /** In milliseconds: the first delay. */
  first: number
}

/** In milliseconds, 23 days: timers longer than 2^31 - 1 fire at once. */
export const longest = 2e9

/**
 * Sends the request until there is a response, or retrying makes no sense.
 *
 * @param signal the signal of this call only
 * @param failure why the first attempt is delayed
 */
export async function persist(
  ask: () => Promise<Response>,
  course: Course,
  signal: AbortSignal,
  failure?: unknown
): Promise<Response> {
  for (let patience = failure ? course.patience : 0; ; ) {
    const response = failure
      ? undefined
      : await ask().catch((error) => {
          failure = error
        })
    const status = response?.status
    const after = response?.headers.get('retry-after') ?? ''
    // Retry-After is a number of seconds or a date.
    const asked = Number(after) * 1000 || Date.parse(after) - Date.now()
    // 429 and the statuses of gateways are temporary. So is a 409 with `Retry-After`: a request with the same key is in progress (the dot of `409.` is
    // a character of the field). With a longer `Retry-After` the caller gets the response.
    const isPassing = !status || /^(429|50[234]|409.)/.test(status + after) || (status === 500 && patience-- > 0)
    if (course.retries-- < 1 || asked > 30_000 || !isPassing) {
      if (response) return response
      throw failure
    }
    failure = undefined
    await response?.body?.cancel()
    signal.throwIfAborted()
    await new Promise<void>((resolve) => {
      const own = course.first * Math.min(2 ** course.attempt++, 16) * (1 + Math.random())
      const wake = () => {
        clearTimeout(timer)
        // Removes the listener, so that a stream does not collect one per delay.
        resolve(signal.removeEventListener('abort', wake))
      }
      const timer = setTimeout(wake, Math.min(asked > 0 ? asked : own, longest))
      signal.addEventListener('abort', wake)
    })
    signal.throwIfAborted()
  }
}
