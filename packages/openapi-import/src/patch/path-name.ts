/**
 * Restores the original names of path parameters, such as `book-id` for `bookId`. The router allows no dashes in names, but clients use the original
 * names.
 */
import { isPlainObject } from '@espalier/command-kit'
import type { JsonObject } from '../json.ts'

type Paths = Readonly<Record<string, JsonObject>>

/** @param wanted path templates with the original names of parameters */
export function renamePaths(paths: Paths, wanted: readonly string[]): Paths {
  const known = new Set(wanted)
  const byShape = new Map(wanted.map((path) => [shapeOf(path), path]))
  const entries = Object.entries(paths).map(([path, item]) => {
    const name = known.has(path) ? path : (byShape.get(shapeOf(path)) ?? path)
    return name === path ? [path, item] : [name, renameParameters(item, namesIn(path), namesIn(name))]
  })
  return Object.fromEntries(entries)
}

export const shapeOf = (path: string) => path.replaceAll(/\{[^}]*\}/g, '{}')

const namesIn = (path: string) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)

function renameParameters(item: JsonObject, from: readonly string[], to: readonly string[]): JsonObject {
  const rename = (parameter: unknown) => {
    const at = isPlainObject(parameter) && parameter.in === 'path' ? from.indexOf(String(parameter.name)) : -1
    return at < 0 ? parameter : { ...Object(parameter), name: to[at] }
  }
  const entries = Object.entries(item).map(([name, operation]) => {
    const parameters = isPlainObject(operation) ? operation.parameters : undefined
    return [name, Array.isArray(parameters) ? { ...Object(operation), parameters: parameters.map(rename) } : operation]
  })
  return Object.fromEntries(entries)
}
