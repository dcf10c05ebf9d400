import { isPlainObject } from '@espalier/command-kit'
import { type JsonObject, listIn, objectIn, textIn } from './json.ts'
import { methods } from './part.ts'
import type { Resolve } from './reference.ts'

export interface Operation {
  readonly method: string
  readonly path: string
  /** The operation object in the document. */
  readonly value: JsonObject
  /** The parameters of the operation, and those parameters of its path item that the operation does not replace. Each may be a reference. */
  readonly parameters: readonly unknown[]
  readonly item: JsonObject
}

export function operationsOf(document: JsonObject, resolve: Resolve): Operation[] {
  return Object.entries(objectIn(document.paths)).flatMap(([path, given]) => {
    if (!path.startsWith('/')) return []
    const item = objectIn(resolve(given))
    const known = methods.map((method) => [method.toUpperCase(), item[method]] as const)
    return [...known, ...Object.entries(objectIn(item.additionalOperations))].flatMap(([method, value]) => {
      if (!isPlainObject(value)) return []
      return [{ method, path, value, item, parameters: joinParameters(item, value, resolve) }]
    })
  })
}

/** Returns a key for a parameter: its `in` and its name, such as `query limit`. Header names are case-insensitive. */
export function keyOf(parameter: unknown, resolve: Resolve): string {
  const { in: place, name } = objectIn(resolve(parameter))
  return `${textIn(place)} ${place === 'header' ? textIn(name)?.toLowerCase() : textIn(name)}`
}

function joinParameters(item: JsonObject, operation: JsonObject, resolve: Resolve): unknown[] {
  const own = listIn(operation.parameters)
  const keys = new Set(own.map((parameter) => keyOf(parameter, resolve)))
  return [...listIn(item.parameters).filter((parameter) => !keys.has(keyOf(parameter, resolve))), ...own]
}
