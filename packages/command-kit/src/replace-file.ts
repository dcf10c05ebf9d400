/**
 * Replaces a file in one step: a temporary file in the same folder is written, and then renamed. So readers get the complete old or new content, even
 * after a crash. Other hard links to the file keep the old content.
 */
import { constants } from 'node:fs'
import { access, link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Staged {
  /** Renames the temporary file. @throws the file system's error; no file is changed in that case */
  commit(): Promise<void>
  /** Removes the temporary file, unless `commit` has renamed it. */
  discard(): Promise<void>
}

/**
 * Replaces the content of a file, and keeps its mode.
 *
 * @param path the path of a file. A link is refused, because a file would replace it
 * @param isAsRead whether the file is unchanged since the caller read it. An editor may have saved it meanwhile.
 * @throws the file system's error; the file is unchanged in that case
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
 * @param path the final path. The mode and owner of an existing file are copied. If it is a link, the link itself is replaced, and not its target.
 * @throws the file system's error; the temporary file is removed in that case
 */
export async function stageFile(path: string, bytes: string | Uint8Array): Promise<Staged> {
  const temporary = join(dirname(path), `.espalier-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`)
  const discard = () => rm(temporary, { force: true })
  const old = await lstat(path).catch(() => undefined)
  const replaced = old?.isFile() ? old : undefined
  // A rename needs only the right to write to the folder, and would replace even a read-only file. So the right to write to the file is checked.
  if (replaced !== undefined) await access(path, constants.W_OK)
  try {
    await write(temporary, bytes, replaced)
  } catch (error) {
    await discard()
    throw error
  }
  return { commit: () => (old === undefined ? claim(temporary, path) : rename(temporary, path)), discard }
}

/** Renames the temporary file to a new path. A file that another process has created there meanwhile is not replaced. */
async function claim(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error
    // The file system has no hard links. `rename` could replace a file that another process has created meanwhile.
    await rename(temporary, path)
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
      // `chown` fails for users other than root. In that case the new file belongs to the current user.
      await file.chown(replaced.uid, replaced.gid).catch(() => undefined)
      // `open` removes the bits of the umask from the mode, and `chown` removes the set-user-ID bits. So the mode is set again.
      await file.chmod(replaced.mode & 0o7777)
    }
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
