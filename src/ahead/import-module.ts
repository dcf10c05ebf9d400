/** Loads a module that was named on the command line. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../base/usage-error.ts'
import { readOf } from '../error/error.ts'

/** Returns what a module exports. @throws UsageError when there is no such file, or this Node cannot load it */
export async function importModule(file: string): Promise<Record<string, unknown>> {
  const path = resolve(file)
  if (!existsSync(path)) throw new UsageError(`${file} does not exist.`)
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    if (readOf(error, 'code') !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
    throw new UsageError(
      `This Node cannot load ${path}. Name what your build made of it, or have a loader read it: NODE_OPTIONS='--import tsx'.`,
      { cause: error }
    )
  }
}
