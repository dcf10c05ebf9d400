import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Returns the real path if a link leads out of the current folder. A path that names another folder is the user's own choice, and is not checked. */
export async function linkOut(path: string): Promise<string | undefined> {
  const here = process.cwd()
  if (!isWithin(resolve(path), here)) return undefined
  const real = await realpath(path)
  return isWithin(real, await realpath(here)) ? undefined : real
}

/** Links are not followed. A folder is within itself. */
export function isWithin(path: string, folder: string): boolean {
  const below = relative(folder, path)
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
}
