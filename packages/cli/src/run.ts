import { createRequire } from 'node:module'
import { inspect } from 'node:util'
import { ArgumentError, toPrintable, toPrintableDiff } from '@espalier/command-kit'
import { readArguments, suggestion } from './arguments.ts'
import type { Outcome } from './command.ts'
import { explain, listCommands } from './help.ts'
import { commands } from './table.ts'

export const exitCodes = { done: 0, failed: 1, misused: 2 } as const

/**
 * Runs a command. A failure does not throw, but results in an exit code other than 0. Control characters in the output are escaped, because texts of
 * a document or a source could otherwise control the terminal or the CI.
 */
export async function run(args: readonly string[]): Promise<Outcome> {
  const { code, diff = '', output, complaint } = await runTyped(args)
  const shown = toPrintableDiff(diff)
  const message = shown === diff ? complaint : `${complaint ?? ''}${isEscaped}`
  return {
    code,
    output: [shown, toPrintable(output)].filter(Boolean).join('\n'),
    ...(message !== undefined && { complaint: toPrintable(message) })
  }
}

const isEscaped = `The diff shows control characters and the like as escapes, such as \\u001b. git apply refuses it there, and changes nothing.
`

async function runTyped(args: readonly string[]): Promise<Outcome> {
  const [name = '', ...rest] = args
  if (name === '--version') return done(`${createRequire(import.meta.url)('@espalier/cli/package.json').version}\n`)
  if (name === '--help' || name === '-h' || name === 'help') return done(await helpOf(rest[0]))
  try {
    return await runCommand(name, rest)
  } catch (error) {
    return { code: exitCodeOf(error) ?? exitCodes.failed, output: '', complaint: `${messageOf(error)}\n` }
  }
}

const done = (output: string): Outcome => ({ code: exitCodes.done, output })

async function helpOf(name: string | undefined): Promise<string> {
  if (name === undefined || !Object.hasOwn(commands, name)) return listCommands()
  const command = await commands[name]?.load()
  return command === undefined ? listCommands() : explain(name, command)
}

async function runCommand(name: string, args: readonly string[]): Promise<Outcome> {
  const row = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (row === undefined) throw new ArgumentError(`${unknownCommand(name)}\n\n${listCommands()}`.trim())
  const command = await row.load()
  const given = readArguments(name, command.flags, args)
  return given.values.help === true ? done(explain(name, command)) : command.run(given)
}

function unknownCommand(name: string): string {
  if (name === '') return 'Say what espalier is to do.'
  const what = name.startsWith('-') ? `option '${name}' before a command` : `command '${name}'`
  return `espalier has no ${what}.${suggestion(name, Object.keys(commands))}`
}

/** Returns the exit code of an error for users. `instanceof` would fail, because each companion package bundles its own copy of the error class. */
function exitCodeOf(error: unknown): number | undefined {
  const code: unknown = error instanceof Error && 'exitCode' in error ? error.exitCode : undefined
  return typeof code === 'number' ? code : undefined
}

/** An error without an exit code is a bug in the command, so it is printed with its stack. */
function messageOf(error: unknown): string {
  if (error instanceof Error && exitCodeOf(error) !== undefined) return error.message
  return error instanceof Error && typeof error.stack === 'string' ? error.stack : inspect(error)
}
