/**
 * Writes files so that each is the old one or the new one at every moment, for every reader and after a crash. The new bytes go into a file beside
 * it, which then takes its name. Another name of the old file (a hard link) keeps the old bytes.
 */
import { constants } from 'node:fs'
import { access, link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** New bytes that are on the disk, beside the file whose place they are to take. */
export interface Staged {
  /** Gives them its name. @throws what the file system says; both files are as they were then */
  commit(): Promise<void>
  /** Removes them. After `commit` there is nothing to remove. */
  discard(): Promise<void>
}

/**
 * Replaces what a file holds; its mode stays.
 *
 * @param path the file itself, no link to it: a link would be replaced by a file
 * @param isAsRead tells whether the file still holds what was read, because an editor may have saved it since
 * @throws what the file system says; the file is as it was then
 */
export async function replaceFile(path: string, bytes: Uint8Array, isAsRead: () => Promise<boolean>): Promise<void> {
  if (!(await lstat(path)).isFile()) throw new Error('it is no file any more')
  const staged = await stageFile(path, bytes)
  try {
    if (!(await isAsRead())) throw new Error('it was changed while it was being read')
    await staged.commit()
  } finally {
    await staged.discard()
  }
}

/**
 * Writes what a file is to hold into a file beside it.
 *
 * @param path a file, whose mode and owner the new one has; or what is there not yet, or is a link, which is replaced itself
 * @throws what the file system says; nothing is beside the file then
 */
export async function stageFile(path: string, bytes: string | Uint8Array): Promise<Staged> {
  const beside = join(dirname(path), `.espalier-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`)
  const discard = () => rm(beside, { force: true })
  const old = await lstat(path).catch(() => undefined)
  const replaced = old?.isFile() ? old : undefined
  // A folder lets a read-only file be replaced; its owner did not mean it to be.
  if (replaced !== undefined) await access(path, constants.W_OK)
  try {
    await write(beside, bytes, replaced)
  } catch (error) {
    await discard()
    throw error
  }
  return { commit: () => (old === undefined ? claim(beside, path) : rename(beside, path)), discard }
}

/** A name that was free is still so, or the file that has it by now stays. */
async function claim(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error
    // Some file systems have one name for each file.
    await rename(beside, path)
  }
}

interface Owned {
  readonly mode: number
  readonly uid: number
  readonly gid: number
}

async function write(path: string, bytes: string | Uint8Array, replaced: Owned | undefined): Promise<void> {
  const file = await open(path, 'wx', replaced?.mode)
  try {
    if (replaced !== undefined) {
      // A user who is not the superuser cannot give a file away.
      await file.chown(replaced.uid, replaced.gid).catch(() => undefined)
      // The mask of the process takes bits from what `open` is given, and a new owner some more.
      await file.chmod(replaced.mode & 0o7777)
    }
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
