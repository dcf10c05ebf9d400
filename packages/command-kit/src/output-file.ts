/**
 * Writes all files of a command's output completely, or none.
 *
 * The current folder may be an unpacked archive of a stranger. A symbolic link in it may lead to a file that the user does not expect. So an output
 * file that is a link is refused. A link in its path that leads out of the current folder is refused, too.
 */
import { lstat, mkdir, readFile, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { linkOut } from './link-out.ts'
import { type Staged, stageFile } from './replace-file.ts'
import { messageOf } from './system-fault.ts'
import { ArgumentError } from './usage-error.ts'

/**
 * The existing files that may be replaced. `nothing`: only a file with the same content. `file`: any file. `link`: any file or link; the link's
 * target is not changed.
 */
export type Replaceable = 'nothing' | 'file' | 'link'

export interface Output {
  readonly path: string
  readonly text: string
}

/**
 * @throws ArgumentError when the file may not be replaced, is a folder or a link, or cannot be written. An existing file is unchanged in that case.
 */
export const writeOutput = (path: string, text: string, replaceable: Replaceable = 'file'): Promise<void> =>
  writeOutputs([{ path, text }], replaceable)

/**
 * Writes all contents to temporary files first. Only then are the existing files replaced.
 *
 * @throws ArgumentError in the same cases as `writeOutput`. If some files were changed before the error, the message lists them.
 */
export async function writeOutputs(outputs: readonly Output[], replaceable: Replaceable = 'file'): Promise<void> {
  const staged: { readonly path: string; readonly file: Staged }[] = []
  const written: string[] = []
  try {
    for (const output of outputs) {
      const file = await stage(output, replaceable)
      if (file !== undefined) staged.push({ path: output.path, file })
    }
    for (const { path, file } of staged) {
      await file.commit().catch((error: unknown) => refuse(path, messageOf(error), written, error))
      written.push(path)
    }
  } finally {
    for (const { file } of staged) await file.discard()
  }
}

function refuse(path: string, why: string, written: readonly string[], cause: unknown): never {
  const others = written.length === 0 ? '' : ` Changed before that: ${written.join(', ')}.`
  throw new ArgumentError(`${path} cannot be written: ${why}.${others}`, { cause })
}

async function stage({ path, text }: Output, replaceable: Replaceable): Promise<Staged | undefined> {
  try {
    const target = join(await findFolder(path), basename(path))
    if ((await checkTarget(path, target, replaceable)) && replaceable === 'nothing')
      return await keep(path, target, text)
    return await stageFile(target, text)
  } catch (error) {
    if (error instanceof ArgumentError) throw error
    return refuse(path, messageOf(error), [], error)
  }
}

async function findFolder(path: string): Promise<string> {
  const folder = dirname(resolve(path))
  const real = await realpath(folder).catch((error: unknown) => {
    throw new ArgumentError(`${path} cannot be written, because of its folder: ${messageOf(error)}.`, { cause: error })
  })
  const linkTarget = await linkOut(folder)
  if (linkTarget === undefined) return real
  throw new ArgumentError(
    `${path} leads out of this folder by a link. Name ${join(linkTarget, basename(path))} to mean it.`
  )
}

async function checkTarget(path: string, target: string, replaceable: Replaceable): Promise<boolean> {
  if (/[/\\]$/.test(path)) throw new ArgumentError(`${path} is a folder: name a file in it.`)
  const existing = await lstat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (existing?.isDirectory()) throw new ArgumentError(`${path} is a folder: name a file in it.`)
  if (existing?.isSymbolicLink()) {
    if (replaceable === 'link') return false
    throw new ArgumentError(`${path} is a link to ${await readlink(target)}, and links are not followed: name a file.`)
  }
  if (existing !== undefined && !existing.isFile())
    throw new ArgumentError(`${path} is neither a file nor a place for one: name a file.`)
  return existing !== undefined
}

async function keep(path: string, target: string, text: string): Promise<undefined> {
  if ((await readFile(target, 'utf8')) === text) return
  throw new ArgumentError(
    `${path} is there already, and differs from what would be written: that would be lost. Name another file with --out, or write over it with --force.`
  )
}

export async function makeFolder(path: string): Promise<void> {
  await findFolder(path)
  try {
    await mkdir(path)
  } catch (error) {
    const existing = await lstat(path).catch(() => undefined)
    if (!existing?.isDirectory())
      refuse(path, existing ? 'it is to be a folder, and is none' : messageOf(error), [], error)
  }
}

/** @throws ArgumentError when both paths lead to the same file */
export async function refuseSource(out: string, source: string, called: string): Promise<void> {
  if ((await realPathOf(out)) === (await realPathOf(source)))
    throw new ArgumentError(`${out} is ${called}: name another file to write.`)
}

const realPathOf = (path: string): Promise<string> => realpath(path).catch(() => resolve(path))
