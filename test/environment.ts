/** Sets variables of the environment; `undefined` removes one. */
function set(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

/** Runs something with other variables of the environment, and brings back those that it had. */
export async function within<Result>(
  variables: NodeJS.ProcessEnv,
  run: () => Result | Promise<Result>
): Promise<Result> {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]))
  set(variables)
  try {
    return await run()
  } finally {
    set(before)
  }
}
