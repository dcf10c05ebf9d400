/**
 * Where a source does not parse. Node keeps the place of such an error to itself, and prints it only when the error ends a process. So another process reads
 * the modules again. It evaluates none of them: the first module that runs ends it.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { shortPath } from './fault-text.ts'

/** In milliseconds. */
const longest = 20_000

/** Returns the line of the first source that does not parse, in a module or in what it imports: `orders.ts:12`. */
export function placeOfSyntaxError(file: string, error: unknown): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined
  const program = `import 'data:text/javascript,process.exit(0)'\nimport ${JSON.stringify(pathToFileURL(resolve(file)).href)}`
  const flags = [...process.execArgv, '--input-type=module', '--eval', program]
  const { stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: longest })
  const [, path, line] = /^(file:\S+|\/.+):(\d+)$/m.exec(stderr ?? '') ?? []
  return path === undefined ? undefined : `${shortPath(path)}:${line}`
}
