/** What TypeScript calls the values of a schema, where TypeBox has no word for it. */
import { isPlainObject } from '@espalier/command-kit'
import { type JsonObject, listIn, objectIn } from '../json.ts'
import { quoteOnLine } from './code.ts'

/** Returns the type of what a reference names. */
export type TypeOfReference = (schema: JsonObject) => string

export function typeText(schema: unknown, typeOf: TypeOfReference): string {
  if (schema === false) return 'never'
  if (!isPlainObject(schema)) return 'unknown'
  const parts = partsOf(schema, typeOf).filter((part) => part !== 'unknown')
  // That it is an object says nothing beside the fields that it has.
  const telling = parts.filter((part) => part !== anyObject)
  return [...new Set(telling.length > 0 ? telling : parts)].map(inUnion).join(' & ') || 'unknown'
}

const anyObject = 'Record<string, unknown>'

function partsOf(schema: JsonObject, typeOf: TypeOfReference): string[] {
  if (typeof schema.$ref === 'string') return [typeOf(schema)]
  if (schema.const !== undefined) return [valueText(schema.const)]
  if (Array.isArray(schema.enum)) return [unionOf(schema.enum.map(valueText))]
  const unions = [schema.anyOf, schema.oneOf]
    .filter(Array.isArray)
    .map((members: unknown[]) => membersText(members, typeOf))
  return [ownText(schema, typeOf), ...unions, ...listIn(schema.allOf).map((member) => typeText(member, typeOf))]
}

const membersText = (members: readonly unknown[], typeOf: TypeOfReference) => {
  const texts = members.map((member) => typeText(member, typeOf))
  return texts.includes('unknown') ? 'unknown' : unionOf(texts)
}

const unionOf = (texts: readonly string[]) => [...new Set(texts)].join(' | ') || 'never'

const inUnion = (text: string, _at: number, all: readonly string[]) =>
  all.length > 1 && / \| /.test(text.replaceAll(/\{[^{}]*\}/g, '')) ? `(${text})` : text

function ownText(schema: JsonObject, typeOf: TypeOfReference): string {
  const isOfObject = schema.properties !== undefined || schema.additionalProperties !== undefined
  const types = schema.type === undefined ? (isOfObject ? ['object'] : []) : [schema.type].flat()
  if (types.length === 0) return 'unknown'
  return unionOf(types.map((type) => ofType(type, schema, typeOf)))
}

function ofType(type: unknown, schema: JsonObject, typeOf: TypeOfReference): string {
  if (type === 'object') return objectText(schema, typeOf)
  if (type !== 'array') return named.get(type) ?? 'unknown'
  if (Array.isArray(schema.prefixItems)) return 'unknown[]'
  const item = typeText(schema.items, typeOf)
  return / [|&] /.test(item) ? `(${item})[]` : `${item}[]`
}

/** Words of JSON Schema and their types. Any other word of a document must not stand in the module. */
const named: ReadonlyMap<unknown, string> = new Map([
  ...['string', 'number', 'boolean', 'null'].map((word) => [word, word] as const),
  ['integer', 'number']
])

function objectText(schema: JsonObject, typeOf: TypeOfReference): string {
  const entries = Object.entries(objectIn(schema.properties))
  const others = schema.additionalProperties
  if (entries.length === 0) {
    const value = isPlainObject(others) ? typeText(others, typeOf) : others === false ? 'never' : 'unknown'
    return `Record<string, ${value}>`
  }
  const required = listIn(schema.required)
  const fields = entries.map(([name, field]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteOnLine(name)
    return `${key}${required.includes(name) ? '' : '?'}: ${typeText(field, typeOf)}`
  })
  return `{ ${fields.join('; ')} }`
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return quoteOnLine(value)
  return typeof value === 'object' && value !== null ? 'unknown' : String(value)
}
