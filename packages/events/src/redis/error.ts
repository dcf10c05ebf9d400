/** The errors of the log in Redis. A server begins each refusal by a word; clients have errors without one for connections. */
import { httpError } from 'espalier'
import { EventLogError } from '../log/error.ts'

/** Refusals that pass: a server starts, fails over, is read-only, or runs a script that is too long. */
const passing = /^(?:LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|UNBLOCKED) /
/** Refusals of a server without memory, or without a disk that it can write to. */
const full = /^(?:OOM|MISCONF) /
const word = /^[A-Z]{2,} /

/**
 * Returns the error that a program gets in place of a client's.
 *
 * - 503 EVENT_LOG_FULL: the server has no room
 * - 503 EVENT_LOG_AWAY: the connection is broken, or the server cannot do it now
 * - ESP_ERR_EVENT_ENGINE: the server refuses it, and will go on to
 *
 * @param doing for the message: `Appending to 'news'`
 */
export function toLogError(cause: unknown, doing: string): Error {
  const said = cause instanceof Error ? cause.message : String(cause)
  const options = { cause, headers: { 'retry-after': '1' } }
  if (full.test(said))
    return httpError(503, 'EVENT_LOG_FULL', `${doing} failed, because Redis has no room. Raise its limit.`, options)
  if (passing.test(said) || !word.test(said))
    return httpError(503, 'EVENT_LOG_AWAY', `${doing} failed, because Redis is not available at the moment.`, options)
  const needs = 'The log needs Redis 6.2 or Valkey, and the right to run scripts and subscribe.'
  return new EventLogError('ESP_ERR_EVENT_ENGINE', `${doing} failed: ${said}. ${needs}`, { cause })
}
