import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Returns the real path if a link leads out of the current folder. A given path outside of this folder is the user's choice, and is not checked. */
export async function linkOut(path: string): Promise<string | undefined> {
  const here = process.cwd()
  if (!isWithin(resolve(path), here)) return undefined
  const real = await realpath(path)
  return isWithin(real, await realpath(here)) ? undefined : real
}

/** Whether a path is in a folder, or is the folder itself. Links are not followed. */
export function isWithin(path: string, folder: string): boolean {
  const below = relative(folder, path)
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
}
