/** Finds the files that a migration reads. Skips installed packages, generated files and files that `.gitignore` excludes. */
import { realpath, stat } from 'node:fs/promises'
import { linkOut, messageOf, UsageError } from '@espalier/command-kit'
import { languageOf } from './module-name.ts'
import { filesOfRepository, foreign } from './repository.ts'
import { type Choice, type Unreadable, walk } from './walk.ts'

/** Without a git repository there is no `.gitignore`, so folders with these names, which mostly contain generated files, are skipped. */
const generated: ReadonlySet<string> = new Set(['build', 'out', 'coverage'])

/**
 * @param given paths of folders, which are searched, and of files, which are always included
 * @param unreadable called with each nested folder that cannot be read; all other folders are searched
 * @returns sorted paths, without links and duplicates
 * @throws UsageError for a path that does not exist, is a link out of the current folder, or is neither a source nor a folder
 */
export async function findFiles(given: readonly string[], unreadable: Unreadable = refuse): Promise<string[]> {
  const found = new Set<string>()
  for (const path of given) for (const file of await filesOf(path, unreadable)) found.add(file)
  return [...found].sort()
}

function refuse(path: string, error: unknown): never {
  throw new UsageError(`${path} cannot be read: ${messageOf(error)}.`)
}

async function filesOf(path: string, unreadable: Unreadable): Promise<string[]> {
  const real = await realpath(path).catch((error: unknown) => refuse(path, error))
  const linkTarget = await linkOut(path)
  if (linkTarget !== undefined)
    throw new UsageError(`${path} leads out of this folder by a link. Name ${linkTarget} to mean it.`)
  const found = await stat(real)
  if (found.isDirectory()) return filesBelow(real, unreadable)
  if (!found.isFile() || languageOf(real) === undefined)
    throw new UsageError(`${path} is no source: migrate reads TypeScript, JavaScript, package.json and tsconfig.json.`)
  return [real]
}

async function filesBelow(folder: string, unreadable: Unreadable): Promise<string[]> {
  const found = (await filesOfRepository(folder, unreadable)) ?? (await walk(folder, outside, unreadable))
  return found.filter((path) => languageOf(path) !== undefined)
}

const isSkipped = (name: string) => foreign.has(name) || generated.has(name) || name.startsWith('.')

const outside: Choice = {
  leaves: (_, name, isFolder) => isFolder && isSkipped(name),
  below: () => outside
}
