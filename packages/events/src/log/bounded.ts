/** Time limits for calls of a log, which may never return. */
import { httpError } from 'espalier'

/**
 * Settles like the call, unless that takes too long.
 *
 * @param what the start of the message: `Reading 'news'`
 * @throws 503 EVENT_LOG_SLOW when it takes longer than `ms` milliseconds
 */
export function bounded<Value>(call: Promise<Value>, ms: number, what: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const why = `${what} took longer than ${ms} ms. The log may have done it all the same.`
      reject(httpError(503, 'EVENT_LOG_SLOW', why, { headers: { 'retry-after': '1' } }))
    }, ms)
    call.then(resolve, reject).then(() => clearTimeout(timer))
  })
}
