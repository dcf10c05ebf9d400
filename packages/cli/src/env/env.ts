import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { messageOf, nearestName, UsageError, writeOutput } from '@espalier/command-kit'
import { misuse } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { type Declared, declaredIn, namesIn } from './declared.ts'

const takes = '<module> [--check <file>] [--example] [--out <file>]'

export const env: Command = {
  takes,
  about: `Reads the settings that a program declares by settings() of @espalier/kit, in the module and all that it imports. No app is made.

Without an option it prints them as a file of variables, with the values that each of them takes. The option --check judges a file in place of the
environment. It lists every fault, and prints no value.`,
  flags: {
    check: { type: 'string', short: 'c', value: '<file>', does: 'a file of variables to judge: .env.production' },
    example: { type: 'boolean', does: 'writes .env.example' },
    out: { type: 'string', short: 'o', value: '<file>', does: 'another name for what --example writes' }
  },
  run
}

async function run({ positionals, values: { check, example, out } }: ParsedArguments): Promise<Outcome> {
  const [file, ...others] = positionals
  if (file === undefined) throw wrong('Name the module of the application.')
  if (others.length > 0) throw wrong(`One module is read at a time, not '${others.join("', '")}' as well.`)
  if (out !== undefined && !example) throw wrong("'--out' names what '--example' writes.")
  const declared = await declaredIn(file)
  if (typeof check === 'string') return judge(declared, check)
  const text = exampleOf(declared)
  if (!example) return { code: 0, output: text }
  const target = typeof out === 'string' ? out : '.env.example'
  await writeOutput(target, text)
  return { code: 0, output: `${target}: ${count(namesIn(declared).length, 'setting')}\n` }
}

const wrong = (sentence: string) => misuse('env', takes, sentence)

function exampleOf(declared: readonly Declared[]): string {
  const blocks = Object.assign({}, ...declared.map((one) => one.examples())) as Readonly<Record<string, string>>
  return Object.values(blocks).join('\n')
}

function judge(declared: readonly Declared[], path: string): Outcome {
  const variables = readVariables(path)
  const names = namesIn(declared)
  const sourceOf = () => path
  const faults = new Set(declared.flatMap((one) => one.faultsIn(variables, sourceOf)))
  const unknown = Object.keys(variables).filter((name) => !names.includes(name))
  const absent = names.filter((name) => !Object.hasOwn(variables, name))
  for (const name of unknown) {
    const near = nearestName(name, absent, 2)
    // `faultsIn` has already reported this name as the misspelt name of a required setting.
    const isReported = [...faults].some((fault) => fault.includes(`'${name}'`))
    if (near !== undefined && !isReported) faults.add(`${name}: no setting has this name. Did you mean '${near}'?`)
  }
  if (faults.size === 0) return { code: 0, output: `${path}: ${count(names.length, 'setting')}, each as declared\n` }
  const list = [...faults].map((fault) => `  ${fault}\n`).join('')
  return { code: 1, output: '', complaint: `${path} has ${count(faults.size, 'fault')}:\n${list}` }
}

function readVariables(path: string): NodeJS.Dict<string> {
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')) }
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
