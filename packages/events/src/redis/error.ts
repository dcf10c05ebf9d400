/** Redis starts its error messages with a code such as `OOM`. Messages of connection errors have no such code. */
import { httpError } from 'espalier'
import { EventLogError } from '../log/error.ts'

/** Errors of a server that will soon work again: it is starting, failing over, read-only, or running another script. */
const temporary = /^(?:LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|UNBLOCKED) /
/** Errors of a server that has no memory left, or cannot write to its disk. */
const full = /^(?:OOM|MISCONF) /
const errorCode = /^[A-Z]{2,} /

/**
 * - 503 EVENT_LOG_FULL: the server has no memory or disk space left
 * - 503 EVENT_LOG_AWAY: the connection is broken, or the server cannot answer at the moment
 * - ESP_ERR_EVENT_ENGINE: the server refuses the call permanently
 * @param doing the subject of the message: `Appending to 'news'`
 */
export function toLogError(cause: unknown, doing: string): Error {
  const message = cause instanceof Error ? cause.message : String(cause)
  const options = { cause, headers: { 'retry-after': '1' } }
  if (full.test(message))
    return httpError(503, 'EVENT_LOG_FULL', `${doing} failed, because Redis has no room. Raise its limit.`, options)
  if (temporary.test(message) || !errorCode.test(message))
    return httpError(503, 'EVENT_LOG_AWAY', `${doing} failed, because Redis is not available at the moment.`, options)
  const needs = 'The log needs Redis 6.2 or Valkey, and the right to run scripts and subscribe.'
  return new EventLogError('ESP_ERR_EVENT_ENGINE', `${doing} failed: ${message}. ${needs}`, { cause })
}
