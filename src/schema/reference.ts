import { pointedAt } from '../base/pointer.ts'
import { keywordsWhere } from './keyword.ts'
import { possibleSubschemasOf } from './subschema.ts'

export type SharedSchemas = Readonly<Record<string, unknown>>

/** Finds each `$ref`, even inside data such as `enum` or `default`. */
export const referencesOf = (schema: unknown): Set<string> => collect(schema, Object.values)

/** Finds references, but ignores a `$ref` inside data, as in `default: { $ref: 'a' }`. */
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

/** Returns a reference without its fragment. The result is empty for a reference within the same schema. */
export function idOf(reference: string): string {
  const hash = reference.indexOf('#')
  return hash === -1 ? reference : reference.slice(0, hash)
}

/** Returns true for unresolved references as well, such as to an inner `$id`, because their target may be recursive. */
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

/** Whether several subschemas may check the same data (`Keyword.revisits`), as in `anyOf`. */
export const mayRevisitData = (fingerprint: string | undefined): boolean =>
  fingerprint === undefined || revisitingText.test(fingerprint)
