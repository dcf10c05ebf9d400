/**
 * Finds references whose target is not a schema. Ajv and fast-json-stringify would read `#/definitions/constructor` as an inherited function, and
 * `#/required/length` as a number. As a schema, such a value would accept everything.
 */
import { nameInPointer } from '../base/pointer.ts'
import { errors } from '../error/error.ts'
import { followedReferencesOf, idOf, type SharedSchemas } from './reference.ts'
import { findClassInstance } from './schema-without-keywords.ts'

/**
 * @throws ESP_ERR_SCH_REFERENCE_MISSING when the target of a reference is not a schema
 * @throws Error when a shared schema contains a class instance, such as a Map, instead of a schema
 */
export function refuseBadTargets(schema: unknown, sharedSchemas: SharedSchemas): void {
  const documents = new Set([schema])
  for (const document of documents) {
    for (const reference of followedReferencesOf(document)) {
      const id = idOf(reference)
      const isShared = Object.hasOwn(sharedSchemas, id)
      if (isShared) documents.add(readable(id, sharedSchemas[id]))
      const target = id === '' ? document : isShared ? sharedSchemas[id] : undefined
      if (isMissing(reference, target, document)) throw new errors.ESP_ERR_SCH_REFERENCE_MISSING(reference)
    }
  }
}

function readable(id: string, schema: unknown): unknown {
  const found = findClassInstance(schema)
  if (found === undefined) return schema
  throw new Error(`in the shared schema '${id}', ${found}, so it would hold nothing back.`)
}

/** Whether the target of a reference is certainly not a schema. @param target the schema with the id in the reference; `undefined` if unknown */
export function isMissing(reference: string, target: unknown, document: unknown): boolean {
  const id = idOf(reference)
  if (id in Object.prototype) return true
  const steps = reference.slice(id.length + 1).split('/')
  if (steps.shift() !== '' || steps.length === 0) return false
  if (steps.includes('__proto__')) return true
  if (leadsToSchema(target, steps)) return false
  // A pointer may be relative to a subschema with its own `$id`, even in another document.
  const isElsewhere = partsWithId(document).some((part) => leadsToSchema(part, steps))
  return !isElsewhere && (target !== undefined || steps.some((step) => step in Object.prototype))
}

function leadsToSchema(document: unknown, steps: readonly string[]): boolean {
  let part = document
  for (const step of steps) {
    // Ajv and fast-json-stringify differ: only one of them decodes names in a fragment. So both spellings are accepted.
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
