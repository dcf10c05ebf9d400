/** Variables of the process take precedence over those of `.env` files. Later files override earlier files. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Variables that a file has set. All others belong to the process, and are never changed or deleted. */
const setByFiles = new Set<string>()

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
