/** Checks whether a path stays in a folder. */
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Returns the target of a path in the current folder if a link leads out of it. A path outside was chosen deliberately. */
export async function linkOut(path: string): Promise<string | undefined> {
  const here = process.cwd()
  if (!isWithin(resolve(path), here)) return undefined
  const real = await realpath(path)
  return isWithin(real, await realpath(here)) ? undefined : real
}

/** Whether a path is a folder or below it, by name only. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
