/** Finds the `$ref`s of a schema, and resolves them. */
import { pointedAt } from '../base/pointer.ts'
import { keywordsWhere } from './keyword.ts'
import { possibleSubschemasOf } from './subschema.ts'

/** Shared schemas, by the `$id` that a `$ref` uses. */
export type SharedSchemas = Readonly<Record<string, unknown>>

/** Lists every distinct `$ref` in a schema, at any depth. A `$ref` in data, such as `enum` or `default`, is listed as well. */
export const referencesOf = (schema: unknown): Set<string> => collect(schema, Object.values)

/** Lists every distinct `$ref` in a schema that a validator follows. Data, such as `default: { $ref: 'a' }`, has none. */
export const followedReferencesOf = (schema: unknown): Set<string> => collect(schema, possibleSubschemasOf)

function collect(schema: unknown, partsOf: (value: object) => unknown[]): Set<string> {
  const references = new Set<string>()
  const seen = new Set<object>()
  const pending = [schema]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if ('$ref' in value && typeof value.$ref === 'string') references.add(value.$ref)
    pending.push(...partsOf(value))
  }
  return references
}

/** The schema id in a reference, without the fragment; empty for a reference within its own schema. */
export function idOf(reference: string): string {
  const hash = reference.indexOf('#')
  return hash === -1 ? reference : reference.slice(0, hash)
}

/**
 * Whether a part of a schema refers to itself, directly or not. References that are not resolved here, such as one to an inner `$id`, count as
 * recursive.
 */
export function isRecursive(schema: unknown, shared: Readonly<Record<string, unknown>>): boolean {
  const open = new Set<unknown>()
  const done = new Set<unknown>()
  const leadsBack = (part: unknown, document: unknown): boolean => {
    if (part === undefined || open.has(part)) return true
    if (done.has(part)) return false
    open.add(part)
    const isFound = [...referencesOf(part)].some((reference) => {
      const id = idOf(reference)
      const target = id === '' ? document : Object.hasOwn(shared, id) ? shared[id] : undefined
      return leadsBack(pointedAt(target, reference.slice(id.length + 1)), target)
    })
    open.delete(part)
    done.add(part)
    return isFound
  }
  return leadsBack(schema, schema)
}

const revisiting = [...keywordsWhere(({ revisits }) => revisits === true)].join('|')
const revisitingText = new RegExp(`"(?:${revisiting})":|"\\$ref":"[^"]*",|,"\\$ref":`)

/**
 * Whether two parts of a schema may validate the same data, as the branches of `anyOf` do. If both parts are recursive, the work doubles at each
 * level of the data. `uniqueItems` counts as one of the parts, because it also reads the items. `fingerprint` is the schema's JSON text.
 */
export const mayRevisitData = (fingerprint: string | undefined): boolean =>
  fingerprint === undefined || revisitingText.test(fingerprint)
