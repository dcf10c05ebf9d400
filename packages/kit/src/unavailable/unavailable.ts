/** Errors of drivers that say "come back": a database, a cache or a service is away, full or too slow for now. */
import { httpError } from 'espalier'
import { describeErrors } from '../option/describe-errors.ts'

/** Codes of Node's sockets and of the name service. */
const system = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET']
]

/** Codes of undici, which is Node's `fetch`. */
const undici = ['SOCKET', 'CONNECT_TIMEOUT', 'HEADERS_TIMEOUT', 'BODY_TIMEOUT'].map((name) => `UND_ERR_${name}`)

/**
 * SQLSTATE of PostgreSQL (appendix A of its manual), as `pg` and PGlite pass it on. A connection broke, resources are too few, or a transaction has to be
 * repeated. A lock or a statement took too long. A server stops, starts, or only reads.
 */
const sqlState = /^(?:08\w{3}|53\w{3}|57P0[1235]|40001|40P01|55P03|57014|25006)$/

/** Names of errors of `ioredis` and `redis`. */
const names = new Set([
  ...['MaxRetriesPerRequestError', 'ClusterAllFailedError'],
  ...['ConnectionTimeoutError', 'SocketTimeoutError', 'SocketClosedUnexpectedlyError', 'DisconnectsClientError'],
  ...['ClientClosedError', 'ClientOfflineError', 'ReconnectStrategyError', 'CommandTimeoutDuringMaintenanceError']
])

const codes = new Set([...system, ...undici])

/** Drivers have no code for these: `pg`, its pool, PGlite, and `ioredis`; then the answers of Redis. */
const messages = [
  /^(?:Connection terminated|timeout e(?:xpired|xceeded when trying to connect)|Client has encountered a connection error)/,
  /^(?:Query read timeout|PGlite is closed|Connection is closed\.|Command timed out|Stream isn't writeable)/,
  /^(?:LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|READONLY|OOM) /
]

/**
 * Returns whether an error, or one that caused it, says that something is not available for now. An error that brings its own status has decided already.
 *
 * @example app.get('/books', () => db.query('select 1').catch((error) => (isUnavailable(error) ? cached : Promise.reject(error))))
 */
export function isUnavailable(error: unknown): boolean {
  const seen = new Set<unknown>()
  for (let one = error; one instanceof Error && !seen.has(one); one = one.cause) {
    if (Object.hasOwn(one, 'statusCode')) return false
    if (saysSo(one)) return true
    seen.add(one)
  }
  return false
}

function saysSo(error: Error & { readonly code?: unknown }): boolean {
  const { code, name, message } = error
  if (typeof code === 'string' && (codes.has(code) || sqlState.test(code))) return true
  return names.has(name) || names.has(error.constructor.name) || messages.some((form) => form.test(message))
}

/**
 * An error handler that answers errors of `isUnavailable` by 503 with `Retry-After: 1` and the code `UNAVAILABLE`. It throws other errors, which go to
 * the handler of the context around. Documents have the 503, and the errors of the framework as without a handler.
 *
 * @example app.setErrorHandler(answerUnavailable)
 */
export function answerUnavailable(error: unknown): never {
  if (!isUnavailable(error)) throw error
  const headers = { 'retry-after': '1' }
  throw httpError(503, 'UNAVAILABLE', 'This is not available at the moment. Try again.', { cause: error, headers })
}

describeErrors(answerUnavailable, [503])
