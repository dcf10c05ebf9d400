/** From a document to a module of endpoints. */
import { basename, extname } from 'node:path'
import { refuseSource, writeOutput } from '../base/output-file.ts'
import { ArgumentError } from '../base/usage-error.ts'
import { checkWords } from './check-words.ts'
import type { JsonObject } from './json.ts'
import { toModule, writeModule } from './module/module.ts'
import { readDocument } from './read-document.ts'
import { restOf } from './rest.ts'

/**
 * Writes the endpoints of a document as a module.
 *
 * @param out the module, ending in `.ts`
 * @param force whether a file that is there already is written over, whatever it says, and a link replaced
 * @returns how many endpoints it has
 * @throws UsageError when the document cannot be read, says what no endpoint can, or has no operation, `out` is no module of TypeScript, or something else is there already
 */
export async function writeEndpoints(file: string, out: string, force: boolean): Promise<number> {
  if (!/^\.m?ts$/.test(extname(out)))
    throw new ArgumentError(`${out} must end in .ts or .mts: it is a module of TypeScript.`)
  await refuseSource(out, file, 'the document')
  const { count, text } = toText(await readDocument(file), file)
  // A module of endpoints is changed by its owner, and the changes are not in the document.
  await writeOutput(out, text, force ? 'link' : 'nothing')
  return count
}

function toText(document: JsonObject, file: string): { readonly count: number; readonly text: string } {
  try {
    checkWords(document, file)
    const module = toModule(document)
    if (module.endpoints.length === 0)
      throw new ArgumentError(`${file} has no operation: there is no endpoint to write.`)
    return { count: module.endpoints.length, text: writeModule(module, basename(file), restOf(document, module)) }
  } catch (error) {
    // Schemas that refer to each other in a row of thousands are as many calls.
    if (error instanceof RangeError)
      throw new ArgumentError(`${file} is too large, or refers on and on: no module can be written from it.`, {
        cause: error
      })
    throw error
  }
}
