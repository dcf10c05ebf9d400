/**
 * A document without what schemas say to tools alone. The validator takes a word that it does not know for a slip, and a default that it never fills in
 * for another one: an endpoint has the rest of the schema, and the constant `document` these words.
 */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { type JsonObject, objectIn } from '../json.ts'
import { changeParts, type Kind, visitParts } from '../part.ts'
import { componentNamed, endOfReference } from '../reference.ts'

export function readablePart(document: JsonObject): JsonObject {
  const isRead = createReader()
  const tried = triedComponents(document)
  const kept = changeParts(document, 'document', (part, kind, [, section, name]) => {
    if (kind !== 'schema') return part
    const read = Object.fromEntries(Object.entries(part).filter(([key, value]) => isRead(key, value)))
    const clean = typeof part.$ref === 'string' ? { ...read, $ref: endOfReference(document, part.$ref) } : read
    return section === 'schemas' && tried.has(name ?? '') ? withoutDefault(clean) : withoutTriedDefaults(clean)
  })
  return withOptionalBodies(objectIn(kept))
}

/** Words of OpenAPI that say nothing of values; `nullable` is none of 3.1, where documents have it all the same. */
const telling = new Set(['discriminator', 'xml', 'externalDocs', 'example', 'nullable', '$schema'])

function createReader(): (key: string, value: unknown) => boolean {
  return (key, value) => {
    if (key === 'format') return Object.hasOwn(fullFormats, String(value))
    // A list of them, and no reference to what OpenAPI has under the name elsewhere.
    if (key === 'examples') return Array.isArray(value) && !JSON.stringify(value).includes('"$ref":')
    return !telling.has(key) && !key.startsWith('x-')
  }
}

/** Keywords whose schemas are tried, so that no default in them is filled in. */
const trying = ['anyOf', 'oneOf', 'not', 'if', 'then', 'else']

function withoutTriedDefaults(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    trying.includes(key) ? objectIn(withoutDefaults({ [key]: value }, 'schema'))[key] : value
  ])
  return Object.fromEntries(entries)
}

const withoutDefaults = (value: unknown, of: Kind) =>
  changeParts(value, of, (part, kind) => (kind === 'schema' ? withoutDefault(part) : part))

function withoutDefault({ default: _ignored, ...rest }: JsonObject): JsonObject {
  return rest
}

/** The schemas that are tried somewhere, by reference. */
function triedComponents(document: JsonObject): ReadonlySet<string> {
  const schemas = objectIn(objectIn(document.components).schemas)
  const tried = new Set<string>()
  const addAll = (within: unknown) => {
    // A list instead of calls: references may lead on as often as the document likes.
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
    if (kind === 'schema') for (const key of trying) if (key in part) addAll({ [key]: part[key] })
    // A body that may be missing is its schema or null.
    if (kind === 'requestBody' && part.required !== true)
      for (const entry of Object.values(objectIn(part.content))) addAll(objectIn(entry).schema)
  })
  return tried
}

/** What stands in a body that may be missing is tried as well. */
function withOptionalBodies(document: JsonObject): JsonObject {
  const changed = changeParts(document, 'document', (part, kind) =>
    kind === 'requestBody' && part.required !== true ? { ...part, content: tryAll(part.content) } : part
  )
  return objectIn(changed)
}

const tryAll = (content: unknown) =>
  Object.fromEntries(
    Object.entries(objectIn(content)).map(([type, entry]) => [type, withoutDefaults(entry, 'mediaType')])
  )
