/** `espalier endpoints`: its arguments, and what the command says. */
import { writeEndpoints } from '../document/write-endpoints.ts'
import { misuse } from './arguments.ts'
import type { Command, Given, Outcome } from './command.ts'

const takes = '<document> --out <module>'

export const endpoints: Command = {
  takes,
  about: `Writes the operations of an OpenAPI document as a module of endpoints, with their schemas:

  espalier endpoints openapi.yml --out endpoints.ts

The document is JSON or YAML, of OpenAPI 3.0, 3.1 or 3.2. What no endpoint says, such as its title, is one more constant: 'document'.`,
  flags: { out: { type: 'string', short: 'o', value: '<module>', does: 'the module to write, ending in .ts or .mts' } },
  run
}

async function run({ positionals, values: { out } }: Given): Promise<Outcome> {
  const [document, ...others] = positionals
  if (document === undefined) throw misuse('endpoints', takes, 'Name the document.')
  if (others.length > 0)
    throw misuse('endpoints', takes, `One document is read at a time, not '${others.join("', '")}' as well.`)
  if (typeof out !== 'string') throw misuse('endpoints', takes, 'Name the module to write: --out endpoints.ts.')
  const count = await writeEndpoints(document, out)
  return { code: 0, output: `${out}: ${count} endpoint${count === 1 ? '' : 's'}\n` }
}
