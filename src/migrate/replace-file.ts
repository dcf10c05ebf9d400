/** Writes a file so that it is the old one or the new one at every moment: whoever reads it, and whatever ends the process. */
import { constants } from 'node:fs'
import { access, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Replaces what a file holds; its mode stays.
 *
 * @param path the file itself, no link to it: a link would be replaced by a file
 * @param isAsRead tells whether the file still holds what was read, because an editor may have saved it since
 * @throws what the file system says; the file is as it was then
 */
export async function replaceFile(path: string, bytes: Uint8Array, isAsRead: () => Promise<boolean>): Promise<void> {
  const { mode } = await stat(path)
  // A folder lets a read-only file be replaced; its owner did not mean it to be.
  await access(path, constants.W_OK)
  const beside = join(dirname(path), `.espalier-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`)
  try {
    await write(beside, bytes, mode)
    if (!(await isAsRead())) throw new Error('it was changed while it was being read')
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

async function write(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    // The mask of the process takes bits from what `open` is given.
    await file.chmod(mode & 0o7777)
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
