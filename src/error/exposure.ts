/**
 * Who may read the text of an error that nobody expected. Messages of drivers name hosts, tables and files, and an environment that says nothing
 * of itself is as likely a server in production as a developer's machine: so only one that says that it is for developers shows them.
 */

const forDevelopers = new Set(['development', 'test'])

/** What Node has loaded of itself; not documented, and where it is not there nothing is shown. */
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
