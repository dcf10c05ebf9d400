/**
 * Decides whether the text of an unexpected error is shown to clients. Messages of database drivers contain hosts, tables and files. An unset
 * environment may be production as well as a developer's machine. So the text is shown only in an environment that is explicitly for development.
 * Elsewhere an error shows its text if its maker marked it for clients.
 */
import { isErrorObject } from '../base/outcome.ts'
import { readOf, toErrorStatus } from './error.ts'

const forDevelopers = new Set(['development', 'test'])

/** The modules that Node has loaded. The property is undocumented; without it, error texts are hidden. */
type LoadedModules = { readonly moduleLoadList?: readonly string[] }

/** Whether Node's test runner is active: it started this process, or a test file was started directly. */
function runsTests({ NODE_TEST_CONTEXT }: NodeJS.ProcessEnv): boolean {
  const { moduleLoadList = [] } = process as LoadedModules
  return NODE_TEST_CONTEXT !== undefined || moduleLoadList.includes('NativeModule internal/test_runner/harness')
}

/** Whether the environment is for development, by `NODE_ENV`. If that is not set, by whether Node's test runner is active. */
export function isForDevelopers(env: NodeJS.ProcessEnv): boolean {
  const { NODE_ENV } = env
  return NODE_ENV === undefined || NODE_ENV === '' ? runsTests(env) : forDevelopers.has(NODE_ENV)
}

/** Whether `NODE_ENV` is `development`. Some hints are printed only then. */
export const isInDevelopment = (): boolean => process.env.NODE_ENV === 'development'

// This symbol marks every error of any copy of @fastify/error: those of the framework, and those of plugins.
const generic = Symbol.for('fastify-error-generic')

/**
 * Whether the message, `code` and `headers` of a thrown value are for clients, where errors are hidden otherwise.
 *
 * `expose` decides if an error has it, as in the package http-errors; `httpError` sets `expose: true`. Without it the error needs a `statusCode`: an
 * own property below 500, or one set by @fastify/error. `status` does not count: errors of HTTP clients carry the status of the upstream there, beside
 * its text and its headers. A value that is not an error is never for clients.
 */
export function isForClients(error: unknown): boolean {
  if (!isErrorObject(error)) return false
  const expose = readOf(error, 'expose')
  if (expose !== undefined && expose !== null) return expose === true
  const status = toErrorStatus(readOf(error, 'statusCode'))
  if (status === undefined) return false
  return readOf(error, generic) === true || (status < 500 && hasOwnStatusCode(error))
}

/** Whether the error itself has a `statusCode`. An inherited one belongs to the class, for example a getter for the upstream's response. */
function hasOwnStatusCode(error: Error): boolean {
  try {
    return Object.hasOwn(error, 'statusCode')
  } catch {
    return false
  }
}
