import { misuse } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { loadCompanion } from '../load/load-companion.ts'
import { writeEndpoints } from './write-endpoints.ts'

const takes = '<document> --out <module> [--force]'

export const endpoints: Command = {
  takes,
  about: `Writes the operations of an OpenAPI document as a module of endpoints, with their schemas:

  espalier endpoints openapi.yml --out endpoints.ts

The document is JSON or YAML, of OpenAPI 3.0, 3.1 or 3.2. What no endpoint says, such as its title, is one more constant: 'document'.

A file that is there already, and differs, is written over with --force alone.`,
  flags: {
    out: { type: 'string', short: 'o', value: '<module>', does: 'the module to write, ending in .ts or .mts' },
    force: { type: 'boolean', does: 'writes over a module that is there, with all that was changed in it' }
  },
  run
}

const loadImport = () =>
  loadCompanion('endpoints', '@espalier/openapi-import', () => import('@espalier/openapi-import'))

async function run({ positionals, values: { force, out } }: ParsedArguments): Promise<Outcome> {
  const [document, ...others] = positionals
  if (document === undefined) throw misuse('endpoints', takes, 'Name the document.')
  if (others.length > 0)
    throw misuse('endpoints', takes, `One document is read at a time, not '${others.join("', '")}' as well.`)
  if (typeof out !== 'string') throw misuse('endpoints', takes, 'Name the module to write: --out endpoints.ts.')
  const { importDocument, readDocument } = await loadImport()
  const { endpoints: count, left } = await writeEndpoints({ document, out, force: force === true }, async (file) =>
    importDocument(await readDocument(file), file)
  )
  return { code: 0, output: [`${out}: ${count} endpoint${count === 1 ? '' : 's'}`, ...shortened(left), ''].join('\n') }
}

const maxLines = 20

const shortened = (sentences: readonly string[]) =>
  sentences.length <= maxLines
    ? sentences
    : [
        ...sentences.slice(0, maxLines),
        `And ${sentences.length - maxLines} other keywords, which 'document' has as well.`
      ]
