/** Loads variables from `.env` files, at the start and at each save. Variables of the process itself take precedence. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/**
 * Names of variables that a file has set. When the file is read again, only these variables may be changed or deleted, because all others belong to
 * the process.
 */
const given = new Set<string>()

/** @param files paths: a variable in a later file overrides the same variable in an earlier file */
export function readEnvironment(files: readonly string[]): void {
  const read: NodeJS.Dict<string> = {}
  for (const file of files) if (existsSync(file)) Object.assign(read, parseEnv(readFileSync(file, 'utf8')))
  for (const name of given) if (read[name] === undefined) delete process.env[name]
  for (const [name, value] of Object.entries(read)) {
    if (process.env[name] !== undefined && !given.has(name)) continue
    given.add(name)
    process.env[name] = value
  }
}
