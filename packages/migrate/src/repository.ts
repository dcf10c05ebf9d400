/**
 * Finds the files of a folder that its repository does not ignore. Git would run programs from the repository's configuration (`core.fsmonitor`, a
 * remote of missing objects), and `git` itself may be a program in the folder. So the rules are read here, and nothing is run; `docs/migrate.md` lists
 * the consequences.
 */
import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type IgnoreFile, isIgnored, readIgnoreFile, toBytes } from './ignore-file.ts'
import { type Choice, type Unreadable, walk } from './walk.ts'

/** Folders that never contain the application's own files. */
export const foreign: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git'])

/** Returns the files below a folder, or `undefined` if it is not in a repository, or ignored by it: then the user named it deliberately. */
export async function filesOfRepository(folder: string, unreadable: Unreadable): Promise<string[] | undefined> {
  const root = rootAbove(folder)
  if (root === undefined) return
  const files = [readIgnoreFile(join(root, '.git', 'info', 'exclude'), slashed(root))]
  let at = root
  for (const name of relative(root, folder).split(sep).filter(Boolean)) {
    files.push(readIgnoreFile(join(at, '.gitignore'), slashed(at)))
    at = join(at, name)
    if (isIgnored(files, toBytes(slashed(at)), true)) return
  }
  const found = await walk(folder, choiceOf(folder, files), unreadable)
  return found.length === 0 ? undefined : found
}

const slashed = (path: string): string => path.split(sep).join('/')

function rootAbove(folder: string): string | undefined {
  if (isRoot(folder)) return folder
  return dirname(folder) === folder ? undefined : rootAbove(dirname(folder))
}

/** Whether a folder is the root of a repository. It has a folder `.git`; submodules and additional working trees have a file that refers to one. */
function isRoot(folder: string): boolean {
  try {
    const git = join(folder, '.git')
    if (lstatSync(git).isDirectory()) return lstatSync(join(git, 'HEAD')).isFile()
    return lstatSync(git).isFile() && readFileSync(git, 'utf8').startsWith('gitdir: ')
  } catch {
    return false
  }
}

/** @param above files with rules in the parent folders, outermost first */
function choiceOf(folder: string, above: readonly IgnoreFile[]): Choice {
  const files = [...above, readIgnoreFile(join(folder, '.gitignore'), slashed(folder))]
  return {
    // A nested repository is not part of this one.
    leaves: (path, name, isFolder) =>
      foreign.has(name) || isIgnored(files, toBytes(slashed(path)), isFolder) || (isFolder && isRoot(path)),
    below: (inner) => choiceOf(inner, files)
  }
}
