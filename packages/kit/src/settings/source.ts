/** Node does not store which file has set a variable. So the files of `--env-file` are parsed again. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Returns where a variable was set: `.env, line 3`, or `the environment`. */
export type SourceOf = (name: string, text: string) => string

export function sourceIn(files: readonly string[] = envFiles()): SourceOf {
  return (name, text) => {
    const file = files.flatMap(readFile).findLast(({ variables }) => variables[name] === text)
    if (file === undefined) return 'the environment'
    const line = 1 + file.lines.findLastIndex((one) => /^\s*(?:export\s+)?(.*?)\s*=/.exec(one)?.[1] === name)
    return line === 0 ? file.path : `${file.path}, line ${line}`
  }
}

function envFiles(): string[] {
  const named = process.execArgv.join('\n').matchAll(/^--env-file(?:-if-exists)?[=\n](.+)$/gm)
  const files = [...named].map(([, path = '']) => path)
  return files.length === 0 ? ['.env'] : files
}

function readFile(path: string) {
  try {
    const text = readFileSync(path, 'utf8')
    return [{ path, variables: parseEnv(text), lines: text.split('\n') }]
  } catch {
    return []
  }
}
