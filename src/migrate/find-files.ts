/** Which files of a folder are an application's own: those that git knows or would take, and nothing that was installed or built. */
import { execFile } from 'node:child_process'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '../base/system-fault.ts'
import { UsageError } from '../base/usage-error.ts'
import { languageOf } from './module-name.ts'

const git = promisify(execFile)

/** Never an application's own, whatever git says. */
const foreign: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git'])

/** What is built, where no git says what is. */
const built: ReadonlySet<string> = new Set(['build', 'out', 'coverage'])

/**
 * Returns the files that are to be read, each once and without links, sorted.
 *
 * @param given folders, which are searched, and files, which are taken as they are
 * @throws UsageError for a path that is not there, or a file of another kind
 */
export async function findFiles(given: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (const path of given) for (const file of await filesOf(path)) found.add(file)
  return [...found].sort()
}

async function filesOf(path: string): Promise<string[]> {
  const real = await realpath(path).catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}.`)
  })
  if (!(await stat(real)).isFile()) return filesBelow(real)
  if (languageOf(real) === undefined)
    throw new UsageError(`${path} is no source: migrate reads TypeScript, JavaScript, package.json and tsconfig.json.`)
  return [real]
}

async function filesBelow(folder: string): Promise<string[]> {
  const names = await namesByGit(folder)
  // A folder that git ignores was named on purpose.
  if (names === undefined || names.length === 0) return walk(folder)
  const wanted = names.filter(
    (name) => languageOf(name) !== undefined && !name.split('/').some((part) => foreign.has(part))
  )
  const paths = [...new Set(wanted)].map((name) => join(folder, name))
  return (await Promise.all(paths.map(async (path) => ((await isOwnFile(path)) ? [path] : [])))).flat()
}

/** What stands behind a link is found where it stands, or is not of this folder. What git knows may have been deleted since. */
const isOwnFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false
  )

/** Returns what git follows and what it would take, from the folder; `undefined` where there is no git or no repository. */
async function namesByGit(folder: string): Promise<string[] | undefined> {
  const args = ['-C', folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  try {
    const { stdout } = await git('git', args, { maxBuffer: 2 ** 30 })
    return stdout.split('\0').filter((name) => name !== '')
  } catch {
    return undefined
  }
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries.map((entry) => {
    const path = resolve(folder, entry.name)
    if (entry.isDirectory()) return isLeft(entry.name) ? [] : walk(path)
    return entry.isFile() && languageOf(path) !== undefined ? [path] : []
  })
  return (await Promise.all(found)).flat()
}

const isLeft = (name: string) => foreign.has(name) || built.has(name) || name.startsWith('.')
