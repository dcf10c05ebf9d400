/**
 * Removes from schemas the keywords that the validator refuses at boot: unknown keywords, descriptions of OpenAPI, and defaults in places where none
 * are filled in. Endpoints have the remaining keywords. The constant `documentPatch` has the removed keywords.
 */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { directDocument } from '../direction.ts'
import { type JsonObject, listIn, objectIn } from '../json.ts'
import { keywordsWhere } from '../keyword.ts'
import { isTelling, leftWords } from '../left-words.ts'
import { changeParts, type Kind, visitParts } from '../part.ts'
import { componentNamed, endOfReference } from '../reference.ts'
import { withNamesForIds } from '../schema-name.ts'

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
  const left = leftWords(schema)
  const read = Object.entries(schema).filter(([key, value]) => !left.has(key) && isRead(key, value))
  return Object.fromEntries(read.map(([key, value]) => [key, sets.has(key) ? distinct(value) : value]))
}

/** Keywords with lists in which the validator refuses duplicates. Duplicates have no effect, so they are removed. */
const sets = new Set(['enum', 'required'])

function distinct(value: unknown): readonly unknown[] {
  const seen = new Set<string>()
  return listIn(value).filter((one) => seen.size < seen.add(JSON.stringify(one)).size)
}

function isRead(key: string, value: unknown): boolean {
  if (key === 'format') return Object.hasOwn(fullFormats, String(value))
  // The `examples` of a schema must be a list of values. A map or references, which `examples` may have in other parts of a document, are omitted.
  if (key === 'examples') return Array.isArray(value) && !JSON.stringify(value).includes('"$ref":')
  return !isTelling(key)
}

/** Keywords such as `anyOf`, in whose subschemas the validator fills in no defaults. */
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

function withoutDefault({ default: _ignored, ...rest }: JsonObject): JsonObject {
  return rest
}

/** Returns the names of components to which subschemas of keywords such as `anyOf` refer. */
function componentsWithIgnoredDefaults(document: JsonObject): ReadonlySet<string> {
  const schemas = objectIn(objectIn(document.components).schemas)
  const tried = new Set<string>()
  const addAll = (within: unknown) => {
    // Recursion would overflow the stack for long chains of references, so this is a loop.
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
    // An optional body may be null, so its schema becomes a member of `anyOf`, in which no defaults are filled in.
    if (kind === 'requestBody' && part.required !== true)
      for (const entry of Object.values(objectIn(part.content))) addAll(objectIn(entry).schema)
  })
  return tried
}

/** Removes the defaults from the schemas of optional bodies, because such schemas become members of `anyOf`. */
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
