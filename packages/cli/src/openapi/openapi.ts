import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isPlainObject, messageOf, refuseSource, UsageError, writeOutput } from '@espalier/command-kit'
import { openapi as describeApp, type OpenApiDocument, type OpenApiInfo, type OpenApiOptions } from 'espalier/openapi'
import { misuse } from '../arguments.ts'
import type { Command, Outcome, ParsedArguments } from '../command.ts'
import { withApp } from '../load/with-app.ts'

const takes = '<application> [--out <file>] [--version 3.2]'

export const openapi: Command = {
  takes,
  about: `Writes the OpenAPI document of an application as JSON: what its routes take and answer, and whom they let pass.

The application is a module whose default export, or export 'app', is an app or a function that answers one. It is made ready and closed, and does
not listen. What no route says, the module may export:

  export const openapi = { info: { title: 'Books', version: '1.0.0' }, servers: [{ url: 'https://books.example' }] }

Without it, title and version are those of the nearest package.json.`,
  flags: {
    out: {
      type: 'string',
      short: 'o',
      value: '<file>',
      does: 'the file to write; without it, the document is printed'
    },
    version: {
      type: 'string',
      value: '<version>',
      does: "the version of OpenAPI: '3.1' or '3.2'; '3.1' if it is not given"
    }
  },
  run
}

async function run({ positionals, values: { out, version } }: ParsedArguments): Promise<Outcome> {
  const [application, ...others] = positionals
  if (application === undefined) throw wrong('Name the application to describe.')
  if (others.length > 0) throw wrong(`One application is described at a time, not '${others.join("', '")}' as well.`)
  if (version !== undefined && version !== '3.1' && version !== '3.2')
    throw wrong(`The version of OpenAPI is '3.1' or '3.2', not '${version}'.`)
  if (typeof out === 'string') await refuseSource(out, application, 'the application')
  const { document, leftOut } = await describe(application, version === undefined ? {} : { version })
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (typeof out === 'string') await writeOutput(out, text)
  return {
    code: 0,
    output: typeof out === 'string' ? `${out}: ${countOf(document)}\n` : text,
    complaint: leftOut.map((sentence) => `${sentence}\n`).join('')
  }
}

const wrong = (sentence: string) => misuse('openapi', takes, sentence)

const describe = (file: string, chosen: Partial<OpenApiOptions>) =>
  withApp(file, async ({ app, exports }) => {
    const { openapi: exported = {} } = exports
    if (!isPlainObject(exported))
      throw new UsageError(`The export 'openapi' of ${file} is an object of options for openapi().`)
    const leftOut: string[] = []
    const onLeftOut = (sentence: string) => void leftOut.push(sentence)
    return { document: describeApp(app, { info: infoOf(file), ...exported, ...chosen, onLeftOut }), leftOut }
  })

function infoOf(file: string): OpenApiInfo {
  const { name = basename(file), version = '0.0.0', description } = packageAbove(dirname(resolve(file)))
  return { title: name, version, ...(description !== undefined && { description }) }
}

type Manifest = Partial<Record<'name' | 'version' | 'description', string>>

function packageAbove(folder: string): Manifest {
  const path = join(folder, 'package.json')
  if (existsSync(path)) return readManifest(path)
  return dirname(folder) === folder ? {} : packageAbove(dirname(folder))
}

function readManifest(path: string): Manifest {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

function countOf({ paths, components }: OpenApiDocument): string {
  const operations = Object.values(paths).reduce((sum, item) => sum + operationsIn(item), 0)
  const schemas = Object.keys(components?.schemas ?? {}).length
  return `${operations} operation${operations === 1 ? '' : 's'}, ${schemas} schema${schemas === 1 ? '' : 's'}`
}

const operationsIn = ({ additionalOperations = {}, ...own }: Readonly<Record<string, unknown>>) =>
  Object.keys(own).length + Object.keys(Object(additionalOperations)).length
