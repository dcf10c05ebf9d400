/**
 * Refuses schemas that may be shorthand or JSON Schema. Shorthand is an object that contains only fields (shorthand.ts). But a field called `items`
 * looks like the keyword `items`. With the wrong meaning, a schema would accept every request, or send fields that it should omit.
 *
 * An object with only names of keywords is JSON Schema, as in all other tools. It is refused if this meaning is unlikely:
 * - a list of lists: `{ items: { type: 'array' } }`
 * - one exact value that looks like a schema: `{ const: { type: 'string' } }`
 * - a schema that restricts nothing: `{ default: { type: 'string' } }`
 *
 * Unknown names with a boolean are refused as well, because they may be keywords of an Ajv plugin.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { isStandardSchema, isTypeBox, unwrapFluent } from './foreign-schema.ts'
import { holdsSchema, keywordsWhere } from './keyword.ts'
import { rolesOf } from './schema-role.ts'

/** Decides which keywords have an effect: a query string is always an object, a body may have any type, and a response is not validated. */
export type SchemaUse = 'object' | 'anything' | 'response'

export interface Ambiguity {
  readonly names: readonly string[]
  /** Describes the values that the schema would accept as JSON Schema, such as `a list of lists`. */
  readonly meaning: string
}

type Schema = Readonly<Record<string, unknown>>

const arrayApplicators = keywordsWhere((keyword) => keyword.type === 'array' && holdsSchema(keyword))
const nonAssertions = keywordsWhere(({ purpose }) => purpose !== undefined)
const conditional = new Set(['if', 'then', 'else'])
const unserializedKeywords = keywordsWhere(
  ({ holds, appliesTo }) => holds === 'schema' && (appliesTo === 'value' || appliesTo === 'name')
)
const types = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'])

export function findAmbiguity(given: unknown, use: SchemaUse): Ambiguity | undefined {
  const schema = unwrapFluent(given)
  if (!isPlainObject(schema) || isTypeBox(schema) || isStandardSchema(schema)) return undefined
  const roles = [...rolesOf(schema)].filter(([, role]) => role !== 'companion')
  const names = roles.map(([name]) => name)
  if (names.length === 0 || roles.some(([, role]) => role === 'keyword')) return undefined
  const areKeywords = roles.every(([, role]) => role === 'either')
  const meaning = areKeywords ? meaningOfKeywords(names, schema, use) : meaningOfPluginKeywords(names, schema)
  return meaning === undefined ? undefined : { names, meaning }
}

function meaningOfPluginKeywords(names: readonly string[], schema: Schema): string | undefined {
  return names.every((name) => typeof schema[name] === 'boolean')
    ? 'what a plugin of the validator makes of it'
    : undefined
}

function meaningOfKeywords(names: readonly string[], schema: Schema, use: SchemaUse): string | undefined {
  const areAll = (keywords: ReadonlySet<string>) => names.every((name) => keywords.has(name))
  const admitsAll = areAll(nonAssertions) || (use === 'object' && areAll(arrayApplicators))
  if (admitsAll) return 'anything'
  if (!names.every((name) => looksLikeField(schema[name]))) return undefined
  const [name, ...others] = names
  if (others.length === 0 && name === 'const') return `the one value ${JSON.stringify(schema.const)}`
  if (others.length === 0 && typesOf(schema.items).includes('array')) return 'a list of lists'
  if (areAll(conditional) && (!names.includes('if') || others.length === 0)) return 'anything'
  if (use === 'response' && areAll(unserializedKeywords)) return 'anything'
  return use === 'object' && others.length === 0 && name === 'not' && excludesObjects(schema.not)
    ? 'anything'
    : undefined
}

const excludesObjects = (value: unknown) => typesOf(value).every((type) => type !== undefined && type !== 'object')

const typesOf = (value: unknown): unknown[] => {
  const schema = unwrapFluent(value)
  return isPlainObject(schema) ? [schema.type].flat() : []
}

function looksLikeField(given: unknown): boolean {
  const value = unwrapFluent(given)
  if (!isPlainObject(value)) return false
  const isEmpty = Object.keys(value).length === 0
  return isEmpty || typeof value.$ref === 'string' || typesOf(value).every((type) => types.has(type))
}
