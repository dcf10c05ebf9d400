import { misuse } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { compileApp, type Target } from './write-compiled.ts'

const takes = '<application> --out <module> [--target fetch]'

export const compile: Command = {
  takes,
  about: `Writes the validators and serializers of an application as one module, for the option 'compiled':

  espalier({ compiled: await import('./compiled.js') })

With '--target fetch' it is one module for bundlers, and what cannot be written down is an error: for workers, which compile nothing.

The application is a module whose default export, or export 'app', is an app or a function that answers one.`,
  flags: {
    out: { type: 'string', short: 'o', value: '<module>', does: 'the module to write, ending in .js or .mjs' },
    target: { type: 'string', value: '<target>', does: "'node', or 'fetch' for workers; 'node' if it is not given" }
  },
  run
}

async function run({ positionals, values: { out, target = 'node' } }: ParsedArguments): Promise<Outcome> {
  const [application, ...others] = positionals
  if (application === undefined) throw wrong('Name the application to compile.')
  if (others.length > 0) throw wrong(`One application is compiled at a time, not '${others.join("', '")}' as well.`)
  if (typeof out !== 'string') throw wrong('Name the module to write: --out compiled.js.')
  if (!isTarget(target)) throw wrong(`The target is 'node' or 'fetch', not '${target}'.`)
  const { validators, serializers, unwritable } = await compileApp(application, out, target)
  const left = unwritable.map((part) => `  left for the start, because it cannot be written down: ${part}\n`)
  return { code: 0, output: `${out}: ${validators} validators, ${serializers} serializers\n${left.join('')}` }
}

const wrong = (sentence: string) => misuse('compile', takes, sentence)

const isTarget = (target: unknown): target is Target => target === 'node' || target === 'fetch'
