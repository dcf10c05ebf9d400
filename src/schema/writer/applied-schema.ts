import { keywordsWhere } from '../keyword.ts'
import { patternsOf } from './bound.ts'
import type { SchemaObject, SchemaPart } from './documents.ts'

export const requiredBy = ({ required }: SchemaObject) => (required ?? []) as string[]
export const isClosed = ({ additionalProperties }: SchemaObject) => additionalProperties === false
export const isEnding = ({ additionalItems }: SchemaObject) => additionalItems === false

/** Whether a schema describes properties. The serializer then omits properties that no schema declares. */
export const describesMembers = (leaf: SchemaObject) =>
  leaf.type !== undefined || memberKeywords.some((keyword) => leaf[keyword] !== undefined)
const memberKeywords = [
  ...keywordsWhere(({ type, appliesTo, origin }) => type === 'object' && appliesTo !== 'name' && origin === undefined)
]

export function schemasForMember(leaf: SchemaObject, name: string): SchemaPart[] {
  const properties = (leaf.properties ?? {}) as Record<string, SchemaPart>
  if (Object.hasOwn(properties, name)) return [properties[name] as SchemaPart]
  const matching = patternsOf(leaf).flatMap(([pattern, part]) => (pattern.test(name) ? [part] : []))
  if (matching.length > 0) return matching
  const others = leaf.additionalProperties as SchemaPart | undefined
  return others === undefined || others === false ? [] : [others]
}

export function schemasForItem({ items, additionalItems }: SchemaObject, at: number): SchemaPart[] {
  if (!Array.isArray(items)) return items === undefined ? [] : [items as SchemaPart]
  return [(items[at] ?? additionalItems ?? true) as SchemaPart]
}

/** Returns the types that all schemas allow; `undefined` if no schema has a type. A schema that contradicts earlier ones is ignored. */
export function typesOf(leaves: readonly SchemaObject[]): string[] | undefined {
  let allowed: string[] | undefined
  for (const { type } of leaves) {
    if (type === undefined) continue
    const types = [type].flat() as string[]
    const both = allowed?.flatMap((one) =>
      types.filter((other) => one === other || isNumeric(one, other)).map((other) => (one === 'integer' ? one : other))
    )
    allowed = both === undefined || both.length === 0 ? (allowed ?? types) : both
  }
  return allowed
}

const isNumeric = (a: string, b: string) => [a, b].every((one) => one === 'number' || one === 'integer')
