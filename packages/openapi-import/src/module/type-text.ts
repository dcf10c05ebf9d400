/** Generates the TypeScript types that are passed to `Type.Unsafe`. */
import { isPlainObject } from '@espalier/command-kit'
import { type JsonObject, listIn, objectIn } from '../json.ts'
import { quoteOnLine } from './code.ts'

export interface Type {
  readonly text: string
  /** The outermost operator, which decides whether the type needs parentheses. */
  readonly joined?: '&' | '|'
}

export type TypeOfReference = (schema: JsonObject) => Type

export const typeText = (schema: unknown, typeOf: TypeOfReference): string => toType(schema, typeOf).text

const unknown: Type = { text: 'unknown' }
const never: Type = { text: 'never' }
const isUnknown = ({ text }: Type) => text === 'unknown'
const anyObject = 'Record<string, unknown>'

export function toType(schema: unknown, typeOf: TypeOfReference): Type {
  if (schema === false) return never
  if (!isPlainObject(schema)) return unknown
  const parts = partsOf(schema, typeOf).filter((part) => !isUnknown(part))
  // `Record<string, unknown>` adds nothing to an intersection.
  const telling = parts.filter(({ text }) => text !== anyObject)
  return join(telling.length > 0 ? telling : parts, '&', unknown)
}

function partsOf(schema: JsonObject, typeOf: TypeOfReference): Type[] {
  if (typeof schema.$ref === 'string') return [typeOf(schema)]
  if (schema.const !== undefined) return [ofValue(schema.const)]
  if (Array.isArray(schema.enum)) return [unionOf(schema.enum.map(ofValue))]
  const unions = [schema.anyOf, schema.oneOf]
    .filter(Array.isArray)
    .map((members: unknown[]) => unionOf(members.map((member) => toType(member, typeOf))))
  return [ofOwn(schema, typeOf), ...unions, ...listIn(schema.allOf).map((member) => toType(member, typeOf))]
}

const unionOf = (types: readonly Type[]) => (types.some(isUnknown) ? unknown : join(types, '|', never))

function join(types: readonly Type[], mark: '&' | '|', none: Type): Type {
  const distinct = [...new Map(types.map((type) => [type.text, type])).values()]
  if (distinct.length < 2) return distinct[0] ?? none
  const texts = distinct.map(({ joined, text }) => (mark === '&' && joined === '|' ? `(${text})` : text))
  return { text: texts.join(` ${mark} `), joined: mark }
}

function ofOwn(schema: JsonObject, typeOf: TypeOfReference): Type {
  const { additionalProperties, properties, required, type } = schema
  const isOfObject = properties !== undefined || additionalProperties !== undefined || listIn(required).length > 0
  const types = type === undefined ? (isOfObject ? ['object'] : []) : [type].flat()
  return types.length === 0 ? unknown : unionOf(types.map((each) => ofType(each, schema, typeOf)))
}

function ofType(type: unknown, schema: JsonObject, typeOf: TypeOfReference): Type {
  if (type === 'object') return ofObject(schema, typeOf)
  if (type !== 'array') return named.get(type) ?? unknown
  if (Array.isArray(schema.prefixItems)) return { text: 'unknown[]' }
  const { joined, text } = toType(schema.items, typeOf)
  // `-1[]` is invalid syntax for Babel, so a negative number is put in parentheses.
  return { text: joined !== undefined || text.startsWith('-') ? `(${text})[]` : `${text}[]` }
}

/** Types are looked up in a map, so that no text of the document becomes code. */
const named: ReadonlyMap<unknown, Type> = new Map([
  ...['string', 'number', 'boolean', 'null'].map((word) => [word, { text: word }] as const),
  ['integer', { text: 'number' }]
])

/** The type of a required property without a schema: any value except `undefined`. */
const present: Type = { text: '{} | null', joined: '|' }

function ofObject(schema: JsonObject, typeOf: TypeOfReference): Type {
  const properties = objectIn(schema.properties)
  const required = listIn(schema.required).filter((name) => typeof name === 'string')
  const others = isPlainObject(schema.additionalProperties) ? toType(schema.additionalProperties, typeOf) : unknown
  const described = Object.entries(properties).map(([name, field]): Field => [name, toType(field, typeOf)])
  const undescribed = required
    .filter((name, at) => !Object.hasOwn(properties, name) && required.indexOf(name) === at)
    .map((name): Field => [name, isUnknown(others) ? present : others])
  const fields = [...described, ...undescribed]
  if (fields.length === 0 && isUnknown(others))
    return { text: schema.additionalProperties === false ? 'Record<string, never>' : anyObject }
  const isOptional = ([name]: Field) => !required.includes(name)
  const texts = fields.map((field) => `${keyOf(field[0])}${isOptional(field) ? '?' : ''}: ${field[1].text}`)
  // In TypeScript an index signature also applies to named properties. So its type must include the types of these.
  const all = [others, ...fields.map(([, type]) => type), ...(fields.some(isOptional) ? [{ text: 'undefined' }] : [])]
  // A type alias cannot refer to itself inside `Record`, but it can in an index signature.
  if (!isUnknown(others)) texts.push(`[name: string]: ${unionOf(all).text}`)
  return { text: `{ ${texts.join('; ')} }` }
}

type Field = readonly [name: string, type: Type]

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteOnLine(name))

function ofValue(value: unknown): Type {
  if (typeof value === 'string') return { text: quoteOnLine(value) }
  return typeof value === 'object' && value !== null ? unknown : { text: String(value) }
}
