/** The operations of a document, each with what its path says for all of them. */
import { isPlainObject } from '@espalier/command-kit'
import { type JsonObject, listIn, objectIn, textIn } from './json.ts'
import { methods } from './part.ts'
import type { Resolve } from './reference.ts'

export interface Operation {
  /** In capitals. */
  readonly method: string
  /** As the document writes it: `/books/{id}`. */
  readonly path: string
  readonly said: JsonObject
  /** As the document has them, references among them: those of the path that the operation does not have itself, and its own. */
  readonly parameters: readonly unknown[]
  /** The path item around the operation. */
  readonly item: JsonObject
}

/** Lists the operations that the paths of a document have. */
export function operationsOf(document: JsonObject, resolve: Resolve): Operation[] {
  return Object.entries(objectIn(document.paths)).flatMap(([path, given]) => {
    if (!path.startsWith('/')) return []
    const item = objectIn(resolve(given))
    const known = methods.map((method) => [method.toUpperCase(), item[method]] as const)
    return [...known, ...Object.entries(objectIn(item.additionalOperations))].flatMap(([method, said]) => {
      if (!isPlainObject(said)) return []
      return [{ method, path, said, item, parameters: joinParameters(item, said, resolve) }]
    })
  })
}

/** A parameter is known by its name and where it stands. */
export function keyOf(parameter: unknown, resolve: Resolve): string {
  const { in: place, name } = objectIn(resolve(parameter))
  return `${textIn(place)} ${place === 'header' ? textIn(name)?.toLowerCase() : textIn(name)}`
}

function joinParameters(item: JsonObject, operation: JsonObject, resolve: Resolve): unknown[] {
  const own = listIn(operation.parameters)
  const keys = new Set(own.map((parameter) => keyOf(parameter, resolve)))
  return [...listIn(item.parameters).filter((parameter) => !keys.has(keyOf(parameter, resolve))), ...own]
}
