/**
 * Removes keywords that the validator would refuse at boot: unknown keywords, descriptive keywords of OpenAPI, and defaults that are never applied.
 * The constant `documentPatch` contains them.
 */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { directDocument } from '../direction.ts'
import { type JsonObject, listIn, objectIn } from '../json.ts'
import { keywordsWhere } from '../keyword.ts'
import { isAnnotation, omittedKeywords } from '../omitted-keyword.ts'
import { changeParts, type Kind, visitParts } from '../part.ts'
import { componentNamed, endOfReference } from '../reference.ts'
import { schemasOf, withNamesForIds } from '../schema-name.ts'

export function readablePart(given: JsonObject): JsonObject {
  const document = directDocument(withNamesForIds(given))
  const tried = componentsWithIgnoredDefaults(document)
  const kept = changeParts(document, 'document', (part, kind, [, section, name]) => {
    if (kind !== 'schema') return part
    const read = readSchema(part)
    const clean = typeof part.$ref === 'string' ? { ...read, $ref: endOfReference(document, part.$ref) } : read
    return section === 'schemas' && tried.has(name ?? '') ? withoutDefault(clean) : withoutIgnoredDefaults(clean)
  })
  return withOptionalBodies(objectIn(kept))
}

function readSchema(schema: JsonObject): JsonObject {
  const left = omittedKeywords(schema)
  const read = Object.entries(schema).filter(([key, value]) => !left.has(key) && isRead(key, value))
  return Object.fromEntries(read.map(([key, value]) => [key, sets.has(key) ? distinct(value) : value]))
}

/** The validator refuses duplicate values of these keywords. Duplicates have no effect, so they are removed. */
const sets = new Set(['enum', 'required'])

function distinct(value: unknown): readonly unknown[] {
  const seen = new Set<string>()
  return listIn(value).filter((one) => seen.size < seen.add(JSON.stringify(one)).size)
}

function isRead(key: string, value: unknown): boolean {
  if (key === 'format') return Object.hasOwn(fullFormats, String(value))
  // `examples` of a schema is an array. Elsewhere in a document, `examples` may be a map or contain references. These are omitted.
  if (key === 'examples') return Array.isArray(value) && !JSON.stringify(value).includes('"$ref":')
  return !isAnnotation(key)
}

/** Validators apply no defaults in subschemas of keywords such as `anyOf`. */
const mayFailKeywords = keywordsWhere(({ mayFail }) => mayFail === true)

function withoutIgnoredDefaults(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    mayFailKeywords.has(key) ? objectIn(withoutDefaults({ [key]: value }, 'schema'))[key] : value
  ])
  return Object.fromEntries(entries)
}

const withoutDefaults = (value: unknown, of: Kind) =>
  changeParts(value, of, (part, kind) => (kind === 'schema' ? withoutDefault(part) : part))

const withoutDefault = ({ default: _ignored, ...rest }: JsonObject): JsonObject => rest

function componentsWithIgnoredDefaults(document: JsonObject): ReadonlySet<string> {
  const schemas = schemasOf(document)
  const tried = new Set<string>()
  const addAll = (within: unknown) => {
    // The loop also visits schemas that it adds. A recursive function would overflow the stack for a long chain of references.
    const waiting = [within]
    for (const schema of waiting)
      visitParts(schema, 'schema', (part) => {
        const name = componentNamed(part, 'schemas')
        if (name === undefined || tried.has(name)) return
        tried.add(name)
        if (Object.hasOwn(schemas, name)) waiting.push(schemas[name])
      })
  }
  visitParts(document, 'document', (part, kind) => {
    if (kind === 'schema') for (const key of mayFailKeywords) if (key in part) addAll({ [key]: part[key] })
    // The schema of an optional body becomes a member of `anyOf` beside null, where defaults are never applied.
    if (kind === 'requestBody' && part.required !== true)
      for (const entry of Object.values(objectIn(part.content))) addAll(objectIn(entry).schema)
  })
  return tried
}

function withOptionalBodies(document: JsonObject): JsonObject {
  const changed = changeParts(document, 'document', (part, kind) =>
    kind === 'requestBody' && part.required !== true ? { ...part, content: contentWithoutDefaults(part.content) } : part
  )
  return objectIn(changed)
}

const contentWithoutDefaults = (content: unknown) =>
  Object.fromEntries(
    Object.entries(objectIn(content)).map(([type, entry]) => [type, withoutDefaults(entry, 'mediaType')])
  )
