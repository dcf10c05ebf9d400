/** Finds packages that are not dependencies of espalier, because only one command needs them once. */
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, isAbsolute, join } from 'node:path'
import { isWithin } from './way-out.ts'

/**
 * Returns the path of a package that is installed where espalier is, or that npx has fetched for this call; `undefined` if neither has it.
 *
 * The current folder and its parents are not searched. The folder may be an unpacked archive, and a command that only reads documents or sources must not run code from it.
 */
export function findPackage(name: string): string | undefined {
  for (const base of [import.meta.url, ...fetchedFolders()]) {
    const path = pathOf(name, base)
    if (path !== undefined) return path
  }
  return undefined
}

/**
 * The folders of packages that npx has fetched, from the command path. There npm also adds `node_modules` of the current folder and its parents to the path,
 * which are excluded.
 */
function fetchedFolders(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders
    .filter(
      (path) => isAbsolute(path) && /[/\\]node_modules[/\\]\.bin[/\\]?$/.test(path) && !isAboveHere(join(path, '../..'))
    )
    .map((path) => join(path, '..', 'package.json'))
}

function isAboveHere(folder: string): boolean {
  try {
    return isWithin(realpathSync(process.cwd()), realpathSync(folder))
  } catch {
    return true
  }
}

function pathOf(name: string, base: string): string | undefined {
  try {
    return createRequire(base).resolve(name)
  } catch {
    return undefined
  }
}
