import { httpError } from 'espalier'
import { describeErrors } from '../option/describe-errors.ts'

const systemCodes = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET']
]

const undiciCodes = ['SOCKET', 'CONNECT_TIMEOUT', 'HEADERS_TIMEOUT', 'BODY_TIMEOUT'].map((name) => `UND_ERR_${name}`)

/**
 * SQLSTATE codes of PostgreSQL. They mean: the connection broke, resources are exhausted, a transaction must be repeated, or a lock or statement took
 * too long. Or the server is stopping, starting or read-only.
 */
const sqlState = /^(?:08\w{3}|53\w{3}|57P0[1235]|40001|40P01|55P03|57014|25006)$/

/** Errors of the clients `ioredis` and `redis`. */
const errorNames = new Set([
  ...['MaxRetriesPerRequestError', 'ClusterAllFailedError'],
  ...['ConnectionTimeoutError', 'SocketTimeoutError', 'SocketClosedUnexpectedlyError', 'DisconnectsClientError'],
  ...['ClientClosedError', 'ClientOfflineError', 'ReconnectStrategyError', 'CommandTimeoutDuringMaintenanceError']
])

const codes = new Set([...systemCodes, ...undiciCodes])

/** Messages of errors without a code, from `pg`, its pool, PGlite and `ioredis`. The last pattern is for errors of the Redis server. */
const messages = [
  /^(?:Connection terminated|timeout e(?:xpired|xceeded when trying to connect)|Client has encountered a connection error)/,
  /^(?:Query read timeout|PGlite is closed|Connection is closed\.|Command timed out|Stream isn't writeable)/,
  /^(?:LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|READONLY|OOM) /
]

/**
 * Whether an error, or one of its causes, means that a service is temporarily unavailable. An error with its own `statusCode` never counts.
 *
 * @example isUnavailable(Object.assign(new Error(), { code: 'ECONNREFUSED' })) // true
 */
export function isUnavailable(error: unknown): boolean {
  const seen = new Set<unknown>()
  for (let one = error; one instanceof Error && !seen.has(one); one = one.cause) {
    if (Object.hasOwn(one, 'statusCode')) return false
    if (isTemporary(one)) return true
    seen.add(one)
  }
  return false
}

function isTemporary(error: Error & { readonly code?: unknown }): boolean {
  const { code, name, message } = error
  if (typeof code === 'string' && (codes.has(code) || sqlState.test(code))) return true
  return (
    errorNames.has(name) || errorNames.has(error.constructor.name) || messages.some((pattern) => pattern.test(message))
  )
}

/**
 * An error handler that answers errors of `isUnavailable` with 503, `Retry-After: 1` and the code `UNAVAILABLE`. Other errors go to the error
 * handler of the outer context.
 *
 * @example
 * const app = espalier().setErrorHandler(answerUnavailable)
 * app.get('/', () => { throw Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
 * (await app.inject('/')).statusCode // 503
 */
export function answerUnavailable(error: unknown): never {
  if (!isUnavailable(error)) throw error
  const headers = { 'retry-after': '1' }
  throw httpError(503, 'UNAVAILABLE', 'This is not available at the moment. Try again.', { cause: error, headers })
}

describeErrors(answerUnavailable, [503])
