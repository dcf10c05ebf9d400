/**
 * Replaces files atomically: a reader finds the complete old or new content, even after a crash. The new content is written to a temporary file in
 * the same folder. Then the temporary file is renamed. Other hard links to the file keep the old content.
 */
import { constants } from 'node:fs'
import { access, link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A temporary file with the new content, in the folder of the file that it will replace. */
export interface Staged {
  /** Renames the temporary file to the final name. @throws the file system's error; neither file is changed in that case */
  commit(): Promise<void>
  /** Removes the temporary file. Does nothing after `commit`. */
  discard(): Promise<void>
}

/**
 * Replaces the content of a file and keeps its mode.
 *
 * @param path the path of the file itself: a link would be replaced by a file
 * @param isAsRead returns whether the file is unchanged since the caller read it. An editor may have saved the file meanwhile.
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
 * Writes the new content of a file to a temporary file in its folder.
 *
 * @param path the final path. If a file exists there, its mode and owner are copied. If the path is a link, the link is replaced, and not its target.
 * @throws the file system's error; the temporary file is removed then
 */
export async function stageFile(path: string, bytes: string | Uint8Array): Promise<Staged> {
  const beside = join(dirname(path), `.espalier-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`)
  const discard = () => rm(beside, { force: true })
  const old = await lstat(path).catch(() => undefined)
  const replaced = old?.isFile() ? old : undefined
  // Renaming would also replace a read-only file, because it needs only the right to write to the folder. So the right to write the file is checked.
  if (replaced !== undefined) await access(path, constants.W_OK)
  try {
    await write(beside, bytes, replaced)
  } catch (error) {
    await discard()
    throw error
  }
  return { commit: () => (old === undefined ? claim(beside, path) : rename(beside, path)), discard }
}

/** Renames the temporary file to a path where no file was. If another process has created a file there meanwhile, that file is not replaced. */
async function claim(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error
    // On a file system without hard links, the temporary file is renamed, although renaming could replace a file that was created meanwhile.
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
      // Only root may change the owner. For another user `chown` fails, and the new file belongs to that user.
      await file.chown(replaced.uid, replaced.gid).catch(() => undefined)
      // The mode is set once more, because the umask clears bits of the mode in `open`, and `chown` clears the set-user-ID bits.
      await file.chmod(replaced.mode & 0o7777)
    }
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
