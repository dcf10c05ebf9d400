/**
 * Finds the place of a syntax error. Node does not expose it, and prints it only when the error ends a process. So another process parses the modules
 * again, without evaluating them.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { shortPath } from './fault-text.ts'

/** In milliseconds: the limit for that process. */
const longest = 20_000

/** Returns the place of the first syntax error in a module or its imports: `orders.ts:12`. */
export function placeOfSyntaxError(file: string, error: unknown): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined
  const program = `import 'data:text/javascript,process.exit(0)'\nimport ${JSON.stringify(pathToFileURL(resolve(file)).href)}`
  const flags = [...process.execArgv, '--input-type=module', '--eval', program]
  const { stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: longest })
  const [, path, line] = /^(file:\S+|\/.+):(\d+)$/m.exec(stderr ?? '') ?? []
  return path === undefined ? undefined : `${shortPath(path)}:${line}`
}
