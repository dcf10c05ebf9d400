/**
 * Node does not store the position of a syntax error in the error. It only prints the position when the error ends a process. So a second process
 * parses the modules again, without running them.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { shortPath } from './fault-text.ts'

const timeoutInMs = 20_000

export function placeOfSyntaxError(file: string, error: unknown): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined
  const program = `import 'data:text/javascript,process.exit(0)'\nimport ${JSON.stringify(pathToFileURL(resolve(file)).href)}`
  const flags = [...process.execArgv, '--input-type=module', '--eval', program]
  const { stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: timeoutInMs })
  const [, path, line] = /^(file:\S+|\/.+):(\d+)$/m.exec(stderr ?? '') ?? []
  return path === undefined ? undefined : `${shortPath(path)}:${line}`
}
