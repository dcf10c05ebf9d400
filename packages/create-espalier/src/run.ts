import { parseArgs } from 'node:util'
import { ArgumentError, toPrintable } from '@espalier/command-kit'
import { features, readFeatures } from './feature.ts'
import { projectFiles } from './project.ts'
import { nameOf, writeProject } from './project-folder.ts'

export interface Outcome {
  readonly code: number
  readonly output: string
  readonly complaint: string
}

export interface Source {
  readonly template: string
  readonly version: string
}

const usage = 'Usage: npm create espalier [<folder>] [-- --with <features>]'

/** Runs the command. An error is not thrown, but results in an exit code other than 0. */
export async function run(args: readonly string[], source: Source): Promise<Outcome> {
  try {
    return { code: 0, output: toPrintable(await runTyped(args, source)), complaint: '' }
  } catch (error) {
    const isTyped = error instanceof ArgumentError
    const text = isTyped ? error.message : error instanceof Error ? `${error.stack}` : String(error)
    return { code: isTyped ? error.exitCode : 1, output: '', complaint: toPrintable(`${text}\n`) }
  }
}

async function runTyped(args: readonly string[], { template, version }: Source): Promise<string> {
  const { folder, list, isHelp, isVersion } = readTyped(args)
  if (isHelp) return help()
  if (isVersion) return `${version}\n`
  const project = { name: nameOf(folder), features: list === undefined ? new Set<string>() : readFeatures(list) }
  const files = projectFiles(template, version, project)
  await writeProject(folder, files)
  return next(folder, project.features, files.size)
}

function readTyped(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        with: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' }
      },
      allowPositionals: true
    })
    if (positionals.length > 1)
      throw new ArgumentError(`One folder is made at a time, so '${positionals[1]}' is one too many.\n\n${usage}`)
    const { help: isHelp = false, version: isVersion = false } = values
    return { folder: positionals[0] ?? 'espalier-app', list: values.with?.join(','), isHelp, isVersion }
  } catch (error) {
    if (error instanceof ArgumentError) throw error
    const message = error instanceof Error ? error.message.split(/\. To specify|\n/, 1)[0] : String(error)
    throw new ArgumentError(`${message}.\n\n${usage}`.replace('..\n', '.\n'), { cause: error })
  }
}

function help(): string {
  const width = Math.max(...Object.keys(features).map((name) => name.length))
  const rows = Object.entries(features).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}\n`)
  return `${usage}

Makes a project in a folder that is not there or empty; without a name, in espalier-app. It has settings, a part of
the domain with contract, routes and tests, a page of its OpenAPI document, health and readiness, and a drained shutdown.
--with adds features, separated by commas, or all:

${rows.join('')}`
}

function next(folder: string, chosen: ReadonlySet<string>, count: number): string {
  const enter = folder === '.' ? '' : `  cd ${quoted(folder)}\n`
  const also = [...chosen].length === 0 ? '' : `, with ${[...chosen].join(', ')}`
  return `${count} files are in ${folder}${also}. Next:

${enter}  npm install
  npm run dev

Then open http://127.0.0.1:3000/docs. README.md and AGENTS.md say the rest.
`
}

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)
