/** `espalier diff`: its arguments, and how it ends. */
import { compareDocuments } from '../document/diff/compare.ts'
import { countOf, toJsonReport, toReport } from '../document/diff/report.ts'
import { readDocument } from '../document/read-document.ts'
import { misuse } from './arguments.ts'
import type { Command, Given, Outcome } from './command.ts'

const takes = '<old document> <new document> [--json]'

export const diff: Command = {
  takes,
  about: `Says which changes between two documents of OpenAPI break clients of the old one:

  espalier diff openapi.json openapi.new.json

A document is JSON or YAML, of OpenAPI 3.0, 3.1 or 3.2.

It ends with 0 when nothing breaks, with 1 when something does, and with 2 for a document that it cannot read.`,
  flags: { json: { type: 'boolean', does: 'prints a JSON array of { operation, breaking, text }' } },
  run
}

async function run({ positionals, values: { json } }: Given): Promise<Outcome> {
  const [before, after, ...others] = positionals
  if (before === undefined || after === undefined) throw misuse('diff', takes, 'Name two documents, the old one first.')
  if (others.length > 0)
    throw misuse('diff', takes, `Two documents are compared, not '${others.join("', '")}' as well.`)
  const changed = compareDocuments(await readDocument(before), await readDocument(after))
  return { code: countOf(changed, 'break') > 0 ? 1 : 0, output: json ? toJsonReport(changed) : toReport(changed) }
}
