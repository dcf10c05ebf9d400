/** Packages that espalier does not bring along: what one command needs on one day. */
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, isAbsolute, join } from 'node:path'
import { isWithin } from './way-out.ts'

/**
 * Returns the path of a package that is installed where espalier is, or that npx has fetched for this call; nothing where neither has it.
 *
 * The current folder is not asked, and neither is one above it. A package is code, and the folder may be an unpacked archive: a command that reads
 * documents or sources must not run it.
 */
export function findPackage(name: string): string | undefined {
  for (const base of [import.meta.url, ...fetchedFolders()]) {
    const path = pathOf(name, base)
    if (path !== undefined) return path
  }
  return undefined
}

/**
 * For `npx --package` a package that the application has is not fetched again, so another one may stand elsewhere: on the path of commands. On it npm puts the
 * `node_modules` of the current folder, and of those above it, as well.
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
