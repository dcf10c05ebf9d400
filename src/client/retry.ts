/** Whether and when a request is sent once more (RFC 9110 §9.2.2, §10.2.3). */

/** How a request fares. */
export interface Course {
  /** How often it may still be sent once more. */
  retries: number
  /** How often it was, since anything came. */
  attempt: number
  /** Milliseconds of the first wait. */
  first: number
}

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
  for (;;) {
    const response = failure
      ? undefined
      : await ask().catch((error) => {
          failure = error
        })
    const after = response?.headers.get('retry-after') ?? ''
    // Seconds, or a date.
    const asked = Number(after) * 1000 || Date.parse(after) - Date.now()
    // A server that is not there for the moment says 429, or what gateways say. What asks for more patience is answered to the caller.
    if (course.retries-- < 1 || asked > 30_000 || (response && !/429|50[234]/.test(`${response.status}`))) {
      if (response) return response
      throw failure
    }
    failure = undefined
    await response?.body?.cancel()
    signal.throwIfAborted()
    await new Promise<void>((resolve) => {
      const own = course.first * Math.min(2 ** course.attempt++, 16) * (1 + Math.random())
      const timer = setTimeout(resolve, asked > 0 ? asked : own)
      signal.onabort = () => resolve(clearTimeout(timer))
    })
    signal.throwIfAborted()
  }
}
