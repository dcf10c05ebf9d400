/** Variables of the process take precedence over those of `.env` files, which are read at the start and at each save. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Variables that a file has set. Only these may be changed or deleted later, because all others belong to the process. */
const setByFiles = new Set<string>()

/** @param files paths. A later file overrides an earlier one */
export function readEnvironment(files: readonly string[]): void {
  const read: NodeJS.Dict<string> = {}
  for (const file of files) if (existsSync(file)) Object.assign(read, parseEnv(readFileSync(file, 'utf8')))
  for (const name of setByFiles) if (read[name] === undefined) delete process.env[name]
  for (const [name, value] of Object.entries(read)) {
    if (process.env[name] !== undefined && !setByFiles.has(name)) continue
    setByFiles.add(name)
    process.env[name] = value
  }
}
