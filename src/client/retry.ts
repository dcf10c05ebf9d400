/** Whether and when a request is sent once more (RFC 9110 §9.2.2, §10.2.3). */

/** Methods that may be repeated: what was done is done once (RFC 9110 §9.2.2; QUERY is safe). */
const isIdempotent = (method: string) => /^(GET|HEAD|OPTIONS|TRACE|PUT|DELETE|QUERY)$/.test(method)

/** Answers of a server that is not there for the moment: too many requests, and those of gateways. */
const isPassing = (status: number) => status === 429 || (status >= 502 && status <= 504)

/** Most milliseconds that a server may have somebody wait: what asks for more is answered to the caller. */
const longest = 30_000

/**
 * Milliseconds until the next attempt; `undefined` where there is none to be made.
 *
 * @param response what was answered; nothing where the connection failed
 * @param attempt how many were made
 */
export function waitBefore(method: string, response: Response | undefined, attempt: number): number | undefined {
  if (!isIdempotent(method) || (response !== undefined && !isPassing(response.status))) return undefined
  const after = response?.headers.get('retry-after')
  // Seconds, or a date.
  const asked = after ? (/^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now()) : Number.NaN
  if (Number.isNaN(asked)) return Math.min(100 * 2 ** attempt, 5000) * (0.5 + Math.random() / 2)
  return asked > longest ? undefined : Math.max(asked, 0)
}

/** Waits, unless the signal aborts before. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
