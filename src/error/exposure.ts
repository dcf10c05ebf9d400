/**
 * Who may read the text of an error that nobody expected. Messages of drivers name hosts, tables and files, and an environment that says nothing
 * of itself is as likely a server in production as a developer's machine: so only one that says that it is for developers shows them.
 */

const forDevelopers = new Set(['development', 'test'])

/** Tells it from `NODE_ENV`, or, where that is not set, from whether Node's test runner started the process. */
export function isForDevelopers({ NODE_ENV, NODE_TEST_CONTEXT }: NodeJS.ProcessEnv): boolean {
  return NODE_ENV === undefined || NODE_ENV === '' ? NODE_TEST_CONTEXT !== undefined : forDevelopers.has(NODE_ENV)
}
