/** Whether a path stays in a folder. */
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Returns where a path of the current folder leads to if that is outside of it, because of a link. A path that was named outside is one on purpose. */
export async function linkOut(path: string): Promise<string | undefined> {
  const here = process.cwd()
  if (!isWithin(resolve(path), here)) return undefined
  const real = await realpath(path)
  return isWithin(real, await realpath(here)) ? undefined : real
}

/** Returns whether a path is a folder, or below it, by their names alone. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
