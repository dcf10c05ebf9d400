/** Checks whether a path is in a folder: as written, or after its links are followed. */
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/**
 * Returns the real path of a path in the current folder from which a link leads out of that folder; otherwise `undefined`. A path that names another
 * folder is the user's own choice, and is not checked.
 */
export async function linkOut(path: string): Promise<string | undefined> {
  const here = process.cwd()
  if (!isWithin(resolve(path), here)) return undefined
  const real = await realpath(path)
  return isWithin(real, await realpath(here)) ? undefined : real
}

/** Whether a path is in a folder, or is the folder itself. Links are not followed. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
