/** Packages that espalier does not bring along: what one command needs on one day. */
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** Returns the path of a package that stands beside espalier, in the application, or where npx has fetched it for this call; nothing where none has it. */
export function findPackage(name: string, folder: string): string | undefined {
  for (const base of [import.meta.url, join(folder, 'package.json'), ...fetchedFolders()]) {
    const path = pathOf(name, base)
    if (path !== undefined) return path
  }
  return undefined
}

/** For `npx --package` a package that the application has is not fetched again, so another one may stand elsewhere: on the path of commands. */
function fetchedFolders(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders
    .filter((path) => /[/\\]node_modules[/\\]\.bin$/.test(path))
    .map((path) => join(path, '..', 'package.json'))
}

function pathOf(name: string, base: string): string | undefined {
  try {
    return createRequire(base).resolve(name)
  } catch {
    return undefined
  }
}
