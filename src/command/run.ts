/** From what was typed to how it ended. */
import { ArgumentError, UsageError } from '../base/usage-error.ts'
import { readArguments, suggestion } from './arguments.ts'
import type { Outcome } from './command.ts'
import { explain, listCommands } from './help.ts'
import { commands } from './table.ts'

/** The exit codes of every command. */
export const exitCodes = { done: 0, failed: 1, misused: 2 } as const

/** Runs the command that was typed; what goes wrong is an outcome, too. */
export async function run(args: readonly string[]): Promise<Outcome> {
  const [name = '', ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') return done(await helpOf(rest[0]))
  try {
    return await runCommand(name, rest)
  } catch (error) {
    return { code: codeOf(error), output: '', complaint: `${messageOf(error)}\n` }
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

function codeOf(error: unknown): number {
  return error instanceof ArgumentError ? exitCodes.misused : exitCodes.failed
}

function messageOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return error instanceof UsageError ? error.message : error.stack
}
