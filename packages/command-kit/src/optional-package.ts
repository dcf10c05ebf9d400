/** Finds packages such as `@babel/parser`. Most users never need them, so they are no dependencies of espalier's packages. */
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, isAbsolute, join } from 'node:path'
import { isWithin } from './link-out.ts'

/**
 * Returns the path of a package that is installed beside espalier, or that `npx` has fetched for this command. `undefined` if the package is in
 * neither place.
 *
 * The current folder and its parents are not searched, because the current folder may be an unpacked archive of a stranger. A command that only reads
 * the files of a folder must not run code from it.
 */
export function findPackage(name: string): string | undefined {
  for (const base of [import.meta.url, ...fetchedFolders()]) {
    const path = pathOf(name, base)
    if (path !== undefined) return path
  }
  return undefined
}

/**
 * Returns the folders of packages that `npx` has fetched. `npx` adds these folders to the variable PATH. npm also adds folders of the current folder
 * and of its parents. They are excluded, because the current folder is not trusted.
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
