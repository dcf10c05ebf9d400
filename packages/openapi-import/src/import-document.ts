import { basename } from 'node:path'
import { ArgumentError } from '@espalier/command-kit'
import { checkPaths } from './check-paths.ts'
import { checkWords } from './check-words.ts'
import { checkCircles } from './circle.ts'
import { optionsOf } from './document-options.ts'
import type { JsonObject } from './json.ts'
import { toModule, writeModule } from './module/module.ts'
import { omittedKeywordSentences } from './omitted-keyword.ts'
import { createResolve } from './reference.ts'

export interface ImportedDocument {
  /** The text of a TypeScript module. */
  readonly module: string
  /** The number of endpoints in the module. */
  readonly endpoints: number
  /** A sentence for each keyword that endpoints cannot have. Such keywords are only in the constant `documentPatch`. */
  readonly left: readonly string[]
}

/**
 * Returns the endpoints of an OpenAPI document as the text of a module.
 *
 * @param document the result of `readDocument`
 * @param file the document's name for messages and the first line of the module
 * @throws an error with `exitCode` 2 when endpoints cannot express the document, or it has no operation
 */
export async function importDocument(document: JsonObject, file: string): Promise<ImportedDocument> {
  try {
    checkWords(document, file)
    checkPaths(document, file)
    const module = toModule(document)
    if (module.endpoints.length === 0 && document.webhooks === undefined)
      throw new ArgumentError(`${file} has no operation: there is no endpoint to write.`)
    checkCircles(module.components, createResolve(module.document), file)
    const options = await optionsOf(document, module).catch((error) => {
      throw error instanceof ArgumentError ? new ArgumentError(`${file}: ${error.message}`, { cause: error }) : error
    })
    return {
      module: writeModule(module, basename(file), options),
      endpoints: module.endpoints.length,
      left: omittedKeywordSentences(document)
    }
  } catch (error) {
    // A chain of thousands of references overflows the stack of the recursive functions.
    if (error instanceof RangeError)
      throw new ArgumentError(`${file} is too large, or refers on and on: no module can be written from it.`, {
        cause: error
      })
    throw error
  }
}
