/**
 * A reader finds the complete old or new content, even after a crash: a temporary file in the same folder is written, and then renamed. Other hard
 * links to the file keep the old content.
 */
import { constants } from 'node:fs'
import { access, link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface Staged {
  /** @throws the file system's error; neither file is changed then */
  commit(): Promise<void>
  /** Does nothing after `commit`. */
  discard(): Promise<void>
}

/**
 * Keeps the mode of the file.
 *
 * @param path the path of the file itself: a link would be replaced by a file
 * @param isAsRead whether the file is unchanged since the caller read it. An editor may have saved it meanwhile.
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
 * @param path the final path. Mode and owner of an existing file are copied. A link is replaced, and not its target.
 * @throws the file system's error; the temporary file is removed then
 */
export async function stageFile(path: string, bytes: string | Uint8Array): Promise<Staged> {
  const temporary = join(dirname(path), `.espalier-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`)
  const discard = () => rm(temporary, { force: true })
  const old = await lstat(path).catch(() => undefined)
  const replaced = old?.isFile() ? old : undefined
  // Renaming needs only the right to write to the folder, and would replace even a read-only file.
  if (replaced !== undefined) await access(path, constants.W_OK)
  try {
    await write(temporary, bytes, replaced)
  } catch (error) {
    await discard()
    throw error
  }
  return { commit: () => (old === undefined ? claim(temporary, path) : rename(temporary, path)), discard }
}

/** Does not replace a file that another process has created at the path meanwhile. */
async function claim(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error
    // Without hard links, renaming could replace a file that was created meanwhile.
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
      // `chown` fails for all users except root. The new file then belongs to the user.
      await file.chown(replaced.uid, replaced.gid).catch(() => undefined)
      // The umask clears bits of the mode in `open`, and `chown` clears the set-user-ID bits.
      await file.chmod(replaced.mode & 0o7777)
    }
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
