/**
 * Finds references whose target is not a schema, or is a shared one without keywords. The engines resolve a pointer property by property.
 * `#/definitions/constructor` ends at an inherited function, and `#/required/length` at a number. As schemas they would accept everything.
 *
 * A valid pointer follows own properties, to an object or a boolean. The engines themselves refuse a pointer without a target.
 */
import { nameInPointer } from '../base/pointer.ts'
import { errors } from '../error/error.ts'
import { findOpaque } from './inert-schema.ts'
import { idOf, referencesOf, type SharedSchemas } from './reference.ts'

/**
 * Throws if a reference in a schema, or in the shared schemas that it uses, leads to no schema. Also throws if a shared schema contains a class
 * instance, such as a Map, in the place of a schema.
 *
 * @throws ESP_ERR_SCH_REFERENCE_MISSING when a reference leads to no schema
 * @throws Error when a shared schema has no keywords
 */
export function refuseBadTargets(schema: unknown, sharedSchemas: SharedSchemas): void {
  const documents = new Set([schema])
  // Documents that are added during the iteration are visited, too.
  for (const document of documents) {
    for (const reference of referencesOf(document)) {
      const id = idOf(reference)
      const isShared = Object.hasOwn(sharedSchemas, id)
      if (isShared) documents.add(readable(id, sharedSchemas[id]))
      const target = id === '' ? document : isShared ? sharedSchemas[id] : undefined
      if (isMissing(reference, target, document)) throw new errors.ESP_ERR_SCH_REFERENCE_MISSING(reference)
    }
  }
}

function readable(id: string, schema: unknown): unknown {
  const found = findOpaque(schema)
  if (found === undefined) return schema
  throw new Error(`in the shared schema '${id}', ${found}, so it would hold nothing back.`)
}

/** Whether a reference from a document certainly leads to no schema within a target. */
export function isMissing(reference: string, target: unknown, document: unknown): boolean {
  const id = idOf(reference)
  if (id in Object.prototype) return true
  const steps = reference.slice(id.length + 1).split('/')
  if (steps.shift() !== '' || steps.length === 0) return false
  if (steps.includes('__proto__')) return true
  if (leadsToSchema(target, steps)) return false
  // A part with an id is a document of its own. An unknown id may belong to another document.
  const isElsewhere = partsWithId(document).some((part) => leadsToSchema(part, steps))
  return !isElsewhere && (target !== undefined || steps.some((step) => step in Object.prototype))
}

function leadsToSchema(document: unknown, steps: readonly string[]): boolean {
  let part = document
  for (const step of steps) {
    // Names in a fragment may be encoded or not: one engine decodes them, and one does not.
    const name = [step, nameInPointer(step)].find((one) => isObject(part) && Object.hasOwn(part, one))
    if (name === undefined && step !== '') return false
    part = name === undefined ? part : (part as Record<string, unknown>)[name]
  }
  return isObject(part) || typeof part === 'boolean'
}

function partsWithId(document: unknown): object[] {
  const seen = new Set([document])
  for (const part of seen) if (isObject(part)) for (const value of Object.values(part)) seen.add(value)
  return [...seen].filter(
    (part): part is object => isObject(part) && typeof (part as { $id?: unknown }).$id === 'string'
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
