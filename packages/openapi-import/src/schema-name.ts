import { FreeNames } from './free-name.ts'
import { type JsonObject, objectIn } from './json.ts'
import { changeParts, type Kind } from './part.ts'
import { nameInPointer, stepOf } from './pointer.ts'

const before = '#/components/schemas/'

export function schemaIn(pointer: unknown): string | undefined {
  if (typeof pointer !== 'string' || !pointer.startsWith(before)) return undefined
  return nameInPointer(pointer.slice(before.length).split('/')[0] ?? '')
}

export const schemasOf = (document: JsonObject): JsonObject => objectIn(objectIn(document.components).schemas)

export const withSchemas = (document: JsonObject, schemas: JsonObject): JsonObject => ({
  ...document,
  components: { ...objectIn(document.components), schemas }
})

export function renameSchemas(value: unknown, kind: Kind, names: ReadonlyMap<string, string>): unknown {
  return changeParts(value, kind, (part) => {
    const name = names.get(schemaIn(part.$ref) ?? '')
    if (name === undefined) return part
    const [, ...steps] = String(part.$ref).slice(before.length).split('/')
    return { ...part, $ref: [`${before}${stepOf(name)}`, ...steps].join('/') }
  })
}

/**
 * Renames component schemas, because their names become `$id`. A slash in an `$id` would change how relative references are resolved. OpenAPI allows
 * only letters, digits, `.`, `-` and `_` (3.1.1 §4.8.7), but documents also use slashes and brackets.
 */
export function withNamesForIds(document: JsonObject): JsonObject {
  const schemas = schemasOf(document)
  const fits = (name: string) => /^[\w.-]+$/.test(name) && !Object.hasOwn(Object.prototype, name)
  const others = Object.keys(schemas).filter((name) => !fits(name))
  if (others.length === 0) return document
  const free = new FreeNames(Object.keys(schemas))
  const names = new Map(others.map((name) => [name, free.take(name.replaceAll(/[^\w.-]+/g, '_'))]))
  const renamed = Object.entries(schemas).map(([name, schema]) => [names.get(name) ?? name, schema] as const)
  return objectIn(renameSchemas(withSchemas(document, Object.fromEntries(renamed)), 'document', names))
}
