import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ArgumentError, messageOf } from '@espalier/command-kit'

/** Names that npm accepts, and that need no escaping in the files of the project. */
const goodName = /^[a-z0-9][a-z0-9._-]{0,99}$/

/**
 * npm refuses some of these names. The others are dependencies of the project, and npm does not install a dependency with the name of the project.
 */
const taken = [
  'node_modules',
  'favicon.ico',
  'espalier',
  'create-espalier',
  'fastify',
  'pg',
  'tsx',
  'typescript',
  'vite'
]

/**
 * Returns the name of the project: the name of its folder.
 *
 * @throws ArgumentError when npm would not accept the name
 */
export function nameOf(folder: string): string {
  const name = basename(resolve(folder))
  if (!goodName.test(name))
    throw new ArgumentError(
      `'${name}' cannot be the name of a package: write small letters, digits, '-', '_' and '.', and begin with a letter or digit.`
    )
  if (taken.includes(name)) throw new ArgumentError(`'${name}' is the name of another package: choose one of your own.`)
  return name
}

/**
 * Writes all files, or none if one fails.
 *
 * @throws ArgumentError when the folder has other content than `.git`, and when it cannot be written
 */
export async function writeProject(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const target = resolve(folder)
  const isThere = await checkFree(folder, target)
  let made: string | undefined
  let staged: string | undefined
  try {
    made = await mkdir(dirname(target), { recursive: true })
    staged = await mkdtemp(join(isThere ? target : dirname(target), '.create-espalier-'))
    await stage(staged, files)
    await (isThere ? moveInto(staged, target) : moveTo(staged, target))
  } catch (error) {
    if (staged !== undefined) await rm(staged, { recursive: true, force: true })
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    throw new ArgumentError(`${folder} cannot be written: ${messageOf(error)}.`, { cause: error })
  }
}

async function checkFree(folder: string, target: string): Promise<boolean> {
  try {
    const found = (await readdir(target)).filter((name) => name !== '.git').sort()
    if (found[0] === undefined) return true
    throw new ArgumentError(`The folder ${folder} is not empty: ${found[0]} is in it. Name another one.`)
  } catch (error) {
    if (error instanceof ArgumentError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return false
    if (code === 'ENOTDIR' && (await stat(target).catch(() => undefined)))
      throw new ArgumentError(`${folder} is a file: name a folder.`, { cause: error })
    throw new ArgumentError(`${folder} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

async function stage(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, text, { flag: 'wx' })
  }
}

/** Creates the target and moves the files into it. Renaming the temporary folder would keep its mode 700, which excludes other users. */
async function moveTo(staged: string, target: string): Promise<void> {
  await mkdir(target)
  try {
    await moveInto(staged, target)
  } catch (error) {
    await rm(target, { recursive: true, force: true })
    throw error
  }
}

/** Moves the files one by one. The target may be the current folder of a shell, so it must not be replaced. */
async function moveInto(staged: string, target: string): Promise<void> {
  const moved: string[] = []
  try {
    for (const name of await readdir(staged)) {
      await rename(join(staged, name), join(target, name))
      moved.push(name)
    }
    await rm(staged, { recursive: true })
  } catch (error) {
    for (const name of moved) await rm(join(target, name), { recursive: true, force: true })
    throw error
  }
}
