/** Most users never need packages such as `@babel/parser`. So these packages are not dependencies, and are found at run time. */
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, isAbsolute, join } from 'node:path'
import { isWithin } from './link-out.ts'

/**
 * Finds a package that is installed beside espalier, or that `npx` has fetched for this command.
 *
 * The current folder may be an unpacked archive of a stranger. A command that only reads its files must not run code from it. So the current folder
 * and its parents are not searched.
 */
export function findPackage(name: string): string | undefined {
  for (const base of [import.meta.url, ...fetchedFolders()]) {
    const path = pathOf(name, base)
    if (path !== undefined) return path
  }
  return undefined
}

/**
 * Returns the folders of packages that `npx` has fetched: `npx` adds them to the variable PATH. npm also adds `node_modules/.bin` of the current
 * folder and of its parents. These are excluded.
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
