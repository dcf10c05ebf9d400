/** Variables that the process was started with take precedence over variables in `.env` files. Later files override earlier files. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The variables that a `.env` file has set. All other variables were set outside, and are never changed or deleted. */
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
