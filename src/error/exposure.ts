/**
 * Decides whether the text of an unexpected error is shown to clients. Messages of drivers name hosts, tables and files. An unset environment may be
 * a server in production as well as a developer's machine. So the text is shown only in an environment that is explicitly for development. Elsewhere
 * an error shows its text if its maker marked it for clients.
 */
import { isErrorObject } from '../base/is-error.ts'
import { readOf, toErrorStatus } from './error.ts'

const forDevelopers = new Set(['development', 'test'])

/** The modules that Node has loaded. The property is not documented; without it nothing is shown. */
type LoadedModules = { readonly moduleLoadList?: readonly string[] }

/** Whether Node's test runner is at work: it started the process, or the process is a test file that was started by itself. */
function runsTests({ NODE_TEST_CONTEXT }: NodeJS.ProcessEnv): boolean {
  const { moduleLoadList = [] } = process as LoadedModules
  return NODE_TEST_CONTEXT !== undefined || moduleLoadList.includes('NativeModule internal/test_runner/harness')
}

/** Tells it from `NODE_ENV`, or, where that is not set, from whether Node's test runner is at work. */
export function isForDevelopers(env: NodeJS.ProcessEnv): boolean {
  const { NODE_ENV } = env
  return NODE_ENV === undefined || NODE_ENV === '' ? runsTests(env) : forDevelopers.has(NODE_ENV)
}

/** Whether this is the machine of a developer: `NODE_ENV=development`. Sentences that help there stand nowhere else. */
export const isInDevelopment = (): boolean => process.env.NODE_ENV === 'development'

// On every error that @fastify/error makes, whichever copy of it: those of the framework, and those of plugins.
const generic = Symbol.for('fastify-error-generic')

/**
 * Whether the message, `code` and `headers` of a thrown value are for clients, where errors are hidden otherwise.
 *
 * `expose` decides where an error has it, as with the package http-errors; `httpError` brings `expose: true`. Without it the error needs a
 * `statusCode`: one of its own below 500, or the one that @fastify/error gave it. `status` says nothing: errors of HTTP clients carry the status of
 * the upstream there, beside its text and its headers. A value that is not an error is never for clients.
 */
export function isForClients(error: unknown): boolean {
  if (!isErrorObject(error)) return false
  const expose = readOf(error, 'expose')
  if (expose !== undefined && expose !== null) return expose === true
  const status = toErrorStatus(readOf(error, 'statusCode'))
  if (status === undefined) return false
  return readOf(error, generic) === true || (status < 500 && hasOwnStatusCode(error))
}

/** An inherited `statusCode` is the class's: a getter that reads the upstream's answer, or a member of every object. */
function hasOwnStatusCode(error: Error): boolean {
  try {
    return Object.hasOwn(error, 'statusCode')
  } catch {
    return false
  }
}
