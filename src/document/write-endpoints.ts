/** From a document to a module of endpoints. */
import { readFile, writeFile } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { ArgumentError } from '../base/usage-error.ts'
import { readOf } from '../error/error.ts'
import { checkWords } from './check-words.ts'
import { toModule, writeModule } from './module/module.ts'
import { readDocument } from './read-document.ts'
import { restOf } from './rest.ts'

/**
 * Writes the endpoints of a document as a module.
 *
 * @param out the module, ending in `.ts`
 * @param force whether a file that is there already is written over, whatever it says
 * @returns how many endpoints it has
 * @throws UsageError when the document cannot be read, says what no endpoint can, or has no operation, `out` is no module of TypeScript, or something else is there already
 */
export async function writeEndpoints(file: string, out: string, force: boolean): Promise<number> {
  if (!/^\.m?ts$/.test(extname(out)))
    throw new ArgumentError(`${out} must end in .ts or .mts: it is a module of TypeScript.`)
  if (resolve(out) === resolve(file)) throw new ArgumentError(`${out} is the document: name another file to write.`)
  const document = await readDocument(file)
  checkWords(document, file)
  const module = toModule(document)
  if (module.endpoints.length === 0) throw new ArgumentError(`${file} has no operation: there is no endpoint to write.`)
  await write(out, writeModule(module, basename(file), restOf(document, module)), force)
  return module.endpoints.length
}

/** Whoever has a module of endpoints changes it, and what he wrote is not in the document. */
async function write(out: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(out, text, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    if (readOf(error, 'code') !== 'EEXIST') throw error
    if ((await readFile(out, 'utf8')) === text) return
    throw new ArgumentError(
      `${out} is there already, and differs from what would be written: that would be lost. Name another file with --out, or write over it with --force.`,
      { cause: error }
    )
  }
}
