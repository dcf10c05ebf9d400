import { misuse } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { writeClient } from './client-module.ts'

const takes = '<endpoints> --out <module>'

export const client: Command = {
  takes,
  about: `Writes a client of the endpoints that a module exports, as a module of TypeScript:

  import { createClient } from './client.ts'

It has their methods, paths and statuses, and takes their types from the module without its code: no schema is in the bundle of a page.`,
  flags: { out: { type: 'string', short: 'o', value: '<module>', does: 'the module to write, ending in .ts or .mts' } },
  run
}

async function run({ positionals, values: { out } }: ParsedArguments): Promise<Outcome> {
  const [endpoints, ...others] = positionals
  if (endpoints === undefined) throw misuse('client', takes, 'Name the module of endpoints.')
  if (others.length > 0)
    throw misuse('client', takes, `One module is read at a time, not '${others.join("', '")}' as well.`)
  if (typeof out !== 'string') throw misuse('client', takes, 'Name the module to write: --out client.ts.')
  const count = await writeClient(endpoints, out)
  return { code: 0, output: `${out}: ${count} endpoint${count === 1 ? '' : 's'}\n` }
}
