import { parseArgs } from 'node:util'
import { ArgumentError, nearestName } from '@espalier/command-kit'
import type { Flag, Flags, ParsedArguments } from './command.ts'

export const help: Flag = { type: 'boolean', short: 'h', does: 'says this' }

/**
 * Parses the arguments of a command.
 *
 * @param name the command, for messages
 * @throws ArgumentError for an unknown flag, and for a flag whose value is missing or superfluous
 */
export function readArguments(name: string, flags: Flags, args: readonly string[]): ParsedArguments {
  const known = { ...flags, help }
  const { positionals, tokens, values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(known).map(([flag, { type, short }]) => [flag, toOption(type, short)])),
    strict: false,
    allowPositionals: true,
    tokens: true
  })
  for (const token of tokens) if (token.kind === 'option') check(name, known, token)
  return { positionals, values: values as ParsedArguments['values'] }
}

const toOption = (type: Flag['type'], short: string | undefined) => (short === undefined ? { type } : { type, short })

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value: string | undefined
  readonly inlineValue: boolean | undefined
}

function check(command: string, known: Flags, { name, rawName, value, inlineValue }: OptionToken): void {
  const flag = Object.hasOwn(known, name) ? known[name] : undefined
  if (flag === undefined) throw new ArgumentError(unknownFlag(command, known, name, rawName))
  if (flag.type === 'boolean' && value !== undefined)
    throw new ArgumentError(`'--${name}' of espalier ${command} takes no value.`)
  const isNext = value?.startsWith('-') === true && inlineValue === false
  if (flag.type === 'string' && (!value || isNext))
    throw new ArgumentError(`'--${name}' of espalier ${command} needs a value: --${name} ${flag.value ?? '<value>'}.`)
}

function unknownFlag(command: string, known: Flags, name: string, rawName: string): string {
  const names = Object.keys(known)
  const listed = names.map((each) => `--${each}`).join(', ')
  return `espalier ${command} has no option '${rawName}'.${suggestion(name, names, '--')} It has ${listed}.`
}

export const usageLine = (name: string, takes: string): string => `Usage: espalier ${name} ${takes}`

/** Returns an error whose message is `sentence`, followed by the usage line of the command. */
export function misuse(name: string, takes: string, sentence: string): ArgumentError {
  return new ArgumentError(`${sentence}\n\n${usageLine(name, takes)}`)
}

export function suggestion(given: string, names: readonly string[], before = ''): string {
  const nearest = nearestName(given, names, Math.max(2, Math.ceil(given.length / 2)))
  return nearest === undefined ? '' : ` Did you mean '${before}${nearest}'?`
}
