import { httpError } from 'espalier'

/**
 * Rejects if a call of the log takes too long. The call itself cannot be stopped.
 *
 * @param what the subject of the message: `Reading 'news'`
 * @throws 503 EVENT_LOG_SLOW when the call takes longer than `ms` milliseconds
 */
export function withTimeout<Value>(call: Promise<Value>, ms: number, what: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const why = `${what} took longer than ${ms} ms. The log may have done it all the same.`
      reject(httpError(503, 'EVENT_LOG_SLOW', why, { headers: { 'retry-after': '1' } }))
    }, ms)
    call.then(resolve, reject).then(() => clearTimeout(timer))
  })
}
