import { relative, sep } from 'node:path'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { loadCompanion } from '../load/load-companion.ts'

export const migrate: Command = {
  takes: '[<folder or file> …] [--dry-run]',
  about: `Moves an application from Fastify to espalier. It changes what is certain, the name of the module wherever a source imports, requires or mocks it:

  TypeScript   'fastify' → 'espalier/fastify-types', whose types are Fastify's own
  JavaScript   'fastify' → 'espalier'

and lists the rest with file, line and what to write. Not another byte of a file changes; running it again changes nothing.

Without a folder it is the current one. It reads what .gitignore does not name, and never node_modules or dist; and it runs nothing of the folder,
neither git with its settings nor a parser from its node_modules.

It ends with 0 when every file was read, whatever is left to you; with 1 when a file could not be read or written, which is as it was then;
and with 2 for arguments that it does not take.`,
  flags: {
    'dry-run': { type: 'boolean', short: 'n', does: 'prints what would change, as a diff, and writes nothing' }
  },
  run
}

const loadMigrate = () => loadCompanion('migrate', '@espalier/migrate', () => import('@espalier/migrate'))

async function run({ positionals, values }: ParsedArguments): Promise<Outcome> {
  const folder = process.cwd()
  const isDry = values['dry-run'] === true
  const given = positionals.length === 0 ? ['.'] : positionals
  const show = (path: string) => relative(folder, path).split(sep).join('/')
  const { migrate: migrateFiles, toReport } = await loadMigrate()
  const migration = await migrateFiles({ given, isDry, show })
  const diff = isDry ? migration.changed.map((each) => each.diff).join('') : ''
  return { code: migration.failed.length > 0 ? 1 : 0, diff, output: toReport(migration, isDry) }
}
