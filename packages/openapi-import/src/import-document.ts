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
  /** The source of the generated TypeScript module. */
  readonly module: string
  /** The number of endpoints in the generated module. */
  readonly endpoints: number
  /** A sentence for each keyword that endpoints cannot contain. Only the constant `documentPatch` of the generated module contains these keywords. */
  readonly left: readonly string[]
}

/**
 * Generates a TypeScript module with the endpoints of an OpenAPI document.
 *
 * @param document the result of `readDocument`
 * @param file the name of the document, for messages and for the first line of the generated module
 * @throws an error with `exitCode` 2 when endpoints cannot express the document, or the document has no operation
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
    // The functions above are recursive, and a chain of thousands of references overflows the stack.
    if (error instanceof RangeError)
      throw new ArgumentError(`${file} is too large, or refers on and on: no module can be written from it.`, {
        cause: error
      })
    throw error
  }
}
