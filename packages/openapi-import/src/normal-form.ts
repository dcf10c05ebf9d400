/**
 * Documents as they are compared: what is written in two ways is written in one. References to parameters, headers, bodies and answers are followed,
 * parameters of a path stand in its operations, by place and name, and what says nothing is left out.
 */
import { type JsonObject, listIn, objectIn } from './json.ts'
import { keyOf, operationsOf } from './operation.ts'
import { changeParts, type Kind } from './part.ts'
import { createResolve, type Resolve } from './reference.ts'

/** Sections of components whose parts are written out where they are used. */
const followed: readonly Kind[] = ['parameter', 'requestBody', 'response', 'mediaType', 'callback', 'encoding']
const dropped = new Set(['parameters', 'headers', 'requestBodies', 'responses', 'callbacks', 'pathItems', 'mediaTypes'])

export function toNormalForm(document: JsonObject): JsonObject {
  const resolve = createResolve(document)
  const { components, paths: _paths, ...rest } = document
  const kept = Object.entries(objectIn(components)).filter(([name]) => !dropped.has(name))
  const written: JsonObject = {
    ...rest,
    paths: pathsOf(document, resolve),
    ...(kept.length > 0 && { components: Object.fromEntries(kept) })
  }
  return objectIn(changeParts(written, 'document', (part, kind) => withoutNothing(part, kind)))
}

/** Paths with their operations, whose parts are there and not elsewhere. */
function pathsOf(document: JsonObject, resolve: Resolve): JsonObject {
  const paths = new Map<string, unknown>()
  for (const [path, given] of Object.entries(objectIn(document.paths)))
    paths.set(path, path.startsWith('/') ? withoutParameters(objectIn(resolve(given))) : given)
  for (const { method, parameters, path, said } of operationsOf(document, resolve)) {
    const own = parameters.map(
      (parameter) => [keyOf(parameter, resolve), follow(parameter, 'parameter', resolve)] as const
    )
    const operation = { ...said, ...(own.length > 0 && { parameters: Object.fromEntries(own) }) }
    const item = objectIn(paths.get(path))
    const name = method.toLowerCase()
    const written = follow(operation, 'operation', resolve)
    paths.set(
      path,
      Object.hasOwn(item, name)
        ? { ...item, [name]: written }
        : { ...item, additionalOperations: { ...objectIn(item.additionalOperations), [method]: written } }
    )
  }
  return Object.fromEntries(paths)
}

function withoutParameters({ parameters: _parameters, $ref: _reference, ...item }: JsonObject): JsonObject {
  return item
}

function follow(value: unknown, kind: Kind, resolve: Resolve): unknown {
  const target = resolve(value)
  return changeParts(target, kind, (part, inner, place) => {
    const isFollowed = place.length > 0 && typeof part.$ref === 'string' && followed.includes(inner)
    return isFollowed ? follow(part, inner, resolve) : withoutNothing(part, inner)
  })
}

function withoutNothing(part: JsonObject, kind: Kind): JsonObject {
  const entries = Object.entries(part).flatMap(([name, value]): [string, unknown][] => {
    if ((name === 'required' || name === 'deprecated') && value === false) return []
    if (name === 'parameters' && kind === 'operation' && Array.isArray(value) && value.length === 0) return []
    if (name === 'content' && kind === 'response' && Object.keys(objectIn(value)).length === 0) return []
    if (kind !== 'schema' || name !== 'required' || !Array.isArray(value)) return [[name, value]]
    // Names that are required are required in any order.
    return value.length === 0 ? [] : [[name, [...new Set(listIn(value))].sort()]]
  })
  return Object.fromEntries(entries)
}
