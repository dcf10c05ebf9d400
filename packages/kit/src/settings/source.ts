/** Where a variable comes from, for messages. Node does not keep it, so the files that it was started with are read again. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Returns words for the place of a variable: `.env, line 3`, or `the environment`. */
export type SourceOf = (name: string, text: string) => string

/** @param files the files of variables, of which the later ones count more. Default: those of `--env-file`, else `.env` */
export function sourceIn(files: readonly string[] = startedWith(process.execArgv)): SourceOf {
  // Most programs have no fault, and need no file.
  let read: ReturnType<typeof readFile> | undefined
  return (name, text) => {
    read ??= files.flatMap(readFile).reverse()
    const file = read.find(({ variables }) => variables[name] === text)
    return file === undefined ? 'the environment' : `${file.path}${lineOf(name, file.lines)}`
  }
}

function startedWith(args: readonly string[]): string[] {
  const named = args.flatMap((arg, index) => {
    const [, value] = /^--env-file(?:-if-exists)?(?:=(.*))?$/s.exec(arg) ?? [undefined, null]
    return value === null ? [] : (value ?? args[index + 1] ?? [])
  })
  return named.length === 0 ? ['.env'] : named
}

function readFile(path: string) {
  try {
    const text = readFileSync(path, 'utf8')
    return [{ path, variables: parseEnv(text), lines: text.split('\n') }]
  } catch {
    return []
  }
}

function lineOf(name: string, lines: readonly string[]): string {
  const line = lines.findLastIndex((one) => one.replace(/^\s*(?:export\s+)?/, '').replace(/\s*=.*$/s, '') === name)
  return line < 0 ? '' : `, line ${line + 1}`
}
