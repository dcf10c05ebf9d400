/** Loads variables from `.env` files, at the start and at each save. Variables of the process itself take precedence. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Names that a file has set, which its next version may change. */
const given = new Set<string>()

/** @param files in order: later ones override earlier ones */
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
