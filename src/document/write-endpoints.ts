/** From a document to a module of endpoints. */
import { writeFile } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { ArgumentError } from '../base/usage-error.ts'
import { toModule, writeModule } from './module/module.ts'
import { readDocument } from './read-document.ts'
import { restOf } from './rest.ts'

/**
 * Writes the endpoints of a document as a module.
 *
 * @param out the module, ending in `.ts`
 * @returns how many endpoints it has
 * @throws UsageError when the document cannot be read, says what no endpoint can, or has no operation, or `out` is no module of TypeScript
 */
export async function writeEndpoints(file: string, out: string): Promise<number> {
  if (!/^\.m?ts$/.test(extname(out)))
    throw new ArgumentError(`${out} must end in .ts or .mts: it is a module of TypeScript.`)
  if (resolve(out) === resolve(file)) throw new ArgumentError(`${out} is the document: name another file to write.`)
  const document = await readDocument(file)
  const module = toModule(document)
  if (module.endpoints.length === 0) throw new ArgumentError(`${file} has no operation: there is no endpoint to write.`)
  await writeFile(out, writeModule(module, basename(file), restOf(document, module)))
  return module.endpoints.length
}
