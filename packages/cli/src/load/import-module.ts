import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf, UsageError } from '@espalier/command-kit'

/** @throws UsageError when the file does not exist, or the running version of Node cannot load it */
export async function importModule(file: string): Promise<Record<string, unknown>> {
  const path = resolve(file)
  await checkFile(file, path)
  // On POSIX a file name may contain a backslash, which becomes `%5C` in a file URL. Node's loader refuses such a URL.
  if (sep === '/' && path.includes('\\'))
    throw new UsageError(`Node imports no file whose path has a backslash: rename ${path}.`)
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    if (codeOf(error) !== 'ERR_UNKNOWN_FILE_EXTENSION' && extname(path) !== '.json') throw error
    throw new UsageError(
      `This Node cannot load ${path}. Install a loader of TypeScript: npm install --save-dev tsx. Or take Node 22.18 or later, or name what your build made of it.`,
      { cause: error }
    )
  }
}

async function checkFile(file: string, path: string): Promise<void> {
  try {
    if (!(await stat(path)).isFile()) throw new UsageError(`${file} is no file: name a module.`)
    await access(path, constants.R_OK)
  } catch (error) {
    if (error instanceof UsageError) throw error
    const why = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read: ${messageOf(error)}`
    throw new UsageError(`${file} ${why}.`, { cause: error })
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
