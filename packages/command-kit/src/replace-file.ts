/**
 * Replaces files atomically: readers, even after a crash, find the complete old or new content. The new bytes are written to a file beside it, which is
 * then renamed. Another hard link to the old file keeps the old bytes.
 */
import { constants } from 'node:fs'
import { access, link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** New content on the disk, beside the file that it will replace. */
export interface Staged {
  /** Renames it to its final name. @throws the file system's error; both files are unchanged then */
  commit(): Promise<void>
  /** Removes it. Does nothing after `commit`. */
  discard(): Promise<void>
}

/**
 * Replaces the content of a file and keeps its mode.
 *
 * @param path the file itself, not a link to it: a link would be replaced by a file
 * @param isAsRead returns whether the file is unchanged since it was read, because an editor may have saved it
 * @throws the file system's error; the file is unchanged then
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
 * Writes the new content of a file to a file beside it.
 *
 * @param path a file, whose mode and owner are copied; or a free path, or a link, which is itself replaced
 * @throws the file system's error; the temporary file is removed then
 */
export async function stageFile(path: string, bytes: string | Uint8Array): Promise<Staged> {
  const beside = join(dirname(path), `.espalier-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`)
  const discard = () => rm(beside, { force: true })
  const old = await lstat(path).catch(() => undefined)
  const replaced = old?.isFile() ? old : undefined
  // The folder's permissions would allow replacing a read-only file, which its owner did not intend.
  if (replaced !== undefined) await access(path, constants.W_OK)
  try {
    await write(beside, bytes, replaced)
  } catch (error) {
    await discard()
    throw error
  }
  return { commit: () => (old === undefined ? claim(beside, path) : rename(beside, path)), discard }
}

/** Renames without replacing: a file that was created meanwhile is kept. */
async function claim(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error
    // Some file systems do not support hard links.
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
      // Only the superuser can change a file's owner.
      await file.chown(replaced.uid, replaced.gid).catch(() => undefined)
      // The umask clears bits of the mode that `open` gets, and a change of owner clears more.
      await file.chmod(replaced.mode & 0o7777)
    }
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
