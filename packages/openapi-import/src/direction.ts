/**
 * Applies `readOnly` and `writeOnly` to `required`. OpenAPI requires `readOnly` properties only in responses, and `writeOnly` properties only in
 * requests (3.0.3 §4.7.24.1, 3.1.1 §4.8.24.4.2). JSON Schema requires both everywhere. So a component schema with such properties becomes two: `Book`
 * for responses, and `BookInput` for requests.
 */
import { freeName } from './free-name.ts'
import { areEqual, type JsonObject, objectIn } from './json.ts'
import { changeParts, type JsonPath, type Kind, visitParts } from './part.ts'
import { createResolve, type Resolve } from './reference.ts'
import { createRequire } from './required.ts'
import { renameSchemas, schemaIn, schemasOf, withSchemas } from './schema-name.ts'

type Direction = 'in' | 'out'
type Names = Readonly<Record<Direction, ReadonlySet<string>>>
type Direct = (value: unknown, kind: Kind, direction: Direction) => unknown

export function directDocument(document: JsonObject): JsonObject {
  if (!/"(?:read|write)Only":true/.test(JSON.stringify(document))) return document
  const resolve = createResolve(document)
  const requireBy = { in: createRequire('readOnly', resolve), out: createRequire('writeOnly', resolve) }
  const direct: Direct = (value, kind, direction) => requireBy[direction](value, kind)
  const used = usedNames(document, resolve)
  const inputs = inputsOf(document, used, resolve, direct)
  const write = (value: unknown, kind: Kind, direction: Direction) => {
    const directed = direct(value, kind, direction)
    return direction === 'in' ? renameSchemas(directed, kind, inputs) : directed
  }
  const whole = objectIn(
    changeParts(document, 'document', (part, kind, path) => {
      const direction = directionOf(kind, path)
      return direction === undefined ? part : write(part, kind, direction)
    })
  )
  const schemas = Object.entries(schemasOf(document)).flatMap(([name, schema]) => {
    const input = inputs.get(name)
    const own = [name, write(schema, 'schema', used.in.has(name) && !used.out.has(name) ? 'in' : 'out')] as const
    return input === undefined ? [own] : [own, [input, write(schema, 'schema', 'in')] as const]
  })
  return withSchemas(whole, Object.fromEntries(schemas))
}

/**
 * Returns whether an object of the document describes requests or responses. Returns `undefined` inside webhooks and callbacks, which become no
 * endpoints.
 */
function directionOf(kind: Kind, path: JsonPath): Direction | undefined {
  const isElsewhere = path[0] === 'webhooks' || path[1] === 'callbacks' || path.includes('callbacks', 3)
  if (isElsewhere) return undefined
  if (kind === 'response') return 'out'
  const isOfRequest = kind === 'requestBody' || (kind === 'parameter' && path.at(-2) === 'parameters')
  return isOfRequest ? 'in' : undefined
}

function usedNames(document: JsonObject, resolve: Resolve): Names {
  const used = { in: new Set<string>(), out: new Set<string>() }
  visitParts(document, 'document', (part, kind, path) => {
    const direction = directionOf(kind, path)
    if (direction !== undefined) for (const name of namesFrom(part, kind, resolve)) used[direction].add(name)
  })
  for (const names of Object.values(used))
    for (const name of names)
      for (const inner of namesFrom(schemasOf(document)[name], 'schema', resolve)) names.add(inner)
  return used
}

function namesFrom(value: unknown, kind: Kind, resolve: Resolve): Set<string> {
  const names = new Set<string>()
  const reached = new Map<unknown, Kind>([[value, kind]])
  for (const [each, of] of reached)
    visitParts(each, of, (part, inner) => {
      const name = schemaIn(part.$ref)
      if (name !== undefined) names.add(name)
      else if (inner === 'schema' && part.$ref !== undefined) reached.set(resolve({ $ref: part.$ref }), inner)
    })
  return names
}

/** Returns new names, such as `BookInput` for `Book`, for component schemas that differ between requests and responses. */
function inputsOf(document: JsonObject, used: Names, resolve: Resolve, direct: Direct): ReadonlyMap<string, string> {
  const schemas = Object.entries(schemasOf(document))
  const differs = ([, schema]: readonly [string, unknown]) =>
    (['in', 'out'] as const).some((direction) => !areEqual(direct(schema, 'schema', direction), schema))
  const other = new Set(schemas.filter(differs).map(([name]) => name))
  // If a component becomes two, each component that refers to it must become two as well.
  const users = new Map<string, string[]>()
  for (const [name, schema] of schemas)
    for (const inner of namesFrom(schema, 'schema', resolve)) users.set(inner, [...(users.get(inner) ?? []), name])
  for (const name of other) for (const user of users.get(name) ?? []) other.add(user)
  const inputs = new Map<string, string>()
  const taken = new Set(schemas.map(([name]) => name))
  for (const name of other) {
    if (!used.in.has(name) || !used.out.has(name)) continue
    const input = freeName(`${name}Input`, (one) => taken.has(one))
    taken.add(input)
    inputs.set(name, input)
  }
  return inputs
}
