/**
 * Decides whether clients see the text of an unexpected error, which may contain hosts, tables and files. All texts are shown if `NODE_ENV` is
 * `development` or `test`, or if it is unset in Node's test runner. Otherwise clients see only the texts of errors that are marked for clients.
 */
import { isErrorObject } from '../base/outcome.ts'
import { readOf, toErrorStatus } from './error.ts'

const forDevelopers = new Set(['development', 'test'])

/** `process.moduleLoadList` is undocumented in Node. If it is missing, error texts stay hidden. */
type LoadedModules = { readonly moduleLoadList?: readonly string[] }

/** `node --test` sets NODE_TEST_CONTEXT. A test file that was started directly has loaded the module of the test runner. */
function runsTests({ NODE_TEST_CONTEXT }: NodeJS.ProcessEnv): boolean {
  const { moduleLoadList = [] } = process as LoadedModules
  return NODE_TEST_CONTEXT !== undefined || moduleLoadList.includes('NativeModule internal/test_runner/harness')
}

export function isForDevelopers(env: NodeJS.ProcessEnv): boolean {
  const { NODE_ENV } = env
  return NODE_ENV === undefined || NODE_ENV === '' ? runsTests(env) : forDevelopers.has(NODE_ENV)
}

export const isInDevelopment = (): boolean => process.env.NODE_ENV === 'development'

// `@fastify/error` sets this symbol in every copy of the package. The framework and Fastify's plugins make their errors with it.
const generic = Symbol.for('fastify-error-generic')

/**
 * Whether clients may see the message, `code` and `headers` of a thrown value, even if errors are hidden.
 *
 * The property `expose`, as in the package http-errors, decides if the error has it. Otherwise the error needs a `statusCode`: an own property
 * below 500, or one set by @fastify/error. `status` does not count, because HTTP clients copy it from the response of another server. A value that
 * is not an error is never for clients.
 */
export function isForClients(error: unknown): boolean {
  if (!isErrorObject(error)) return false
  const expose = readOf(error, 'expose')
  if (expose !== undefined && expose !== null) return expose === true
  const status = toErrorStatus(readOf(error, 'statusCode'))
  if (status === undefined) return false
  return readOf(error, generic) === true || (status < 500 && hasOwnStatusCode(error))
}

/** Whether the error itself has a `statusCode`. An inherited one belongs to the class, such as a getter that returns the status of another server. */
function hasOwnStatusCode(error: Error): boolean {
  try {
    return Object.hasOwn(error, 'statusCode')
  } catch {
    return false
  }
}
