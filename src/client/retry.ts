/** Whether and when a request is sent once more (RFC 9110 §9.2.2, §10.2.3). */

/** How a request fares. */
export interface Course {
  /** How often it may still be sent once more. */
  retries: number
  /** How often a server that starts may answer 500, each time that a stream is to go on. */
  patience: number
  /** How often it was, since anything came. */
  attempt: number
  /** Milliseconds of the first wait. */
  first: number
}

/** Milliseconds, 23 days: timers that are to wait for more than 2^31 - 1 end at once. */
export const longest = 2e9

/**
 * Asks until there is an answer, or none to wait for.
 *
 * @param signal that of this call alone
 * @param failure why there is to be a wait before the first attempt
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
    // Seconds, or a date.
    const asked = Number(after) * 1000 || Date.parse(after) - Date.now()
    // 429 and the statuses of gateways pass by: the server is not there for the moment. So does a 409 with `Retry-After`: a request with the same key is
    // under way (`409.` has a character of the field). An answer with a longer `Retry-After` goes to the caller.
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
        // A stream keeps nothing of the waits behind it.
        resolve(signal.removeEventListener('abort', wake))
      }
      const timer = setTimeout(wake, Math.min(asked > 0 ? asked : own, longest))
      signal.addEventListener('abort', wake)
    })
    signal.throwIfAborted()
  }
}
