/**
 * Lists the files of a git repository. Git itself is not run, because the configuration of an untrusted repository may make git run programs
 * (`core.fsmonitor`). Even `git` may be a program in the untrusted folder. `docs/migrate.md` lists the differences from git.
 */
import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type IgnoreFile, isIgnored, readIgnoreFile, toBytes } from './ignore-file.ts'
import { type Choice, type Unreadable, walk } from './walk.ts'

export const foreign: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git'])

/** Returns `undefined` if no repository contains the folder, or the repository ignores it. */
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

/** Whether a folder is the root of a repository. In a submodule or an additional working tree, `.git` is a file instead of a folder. */
function isRoot(folder: string): boolean {
  try {
    const git = join(folder, '.git')
    if (lstatSync(git).isDirectory()) return lstatSync(join(git, 'HEAD')).isFile()
    return lstatSync(git).isFile() && readFileSync(git, 'utf8').startsWith('gitdir: ')
  } catch {
    return false
  }
}

function choiceOf(folder: string, above: readonly IgnoreFile[]): Choice {
  const files = [...above, readIgnoreFile(join(folder, '.gitignore'), slashed(folder))]
  return {
    // A folder that is a repository of its own is skipped, because its files do not belong to the outer repository.
    leaves: (path, name, isFolder) =>
      foreign.has(name) || isIgnored(files, toBytes(slashed(path)), isFolder) || (isFolder && isRoot(path)),
    below: (inner) => choiceOf(inner, files)
  }
}
