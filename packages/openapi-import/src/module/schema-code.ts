/**
 * Generates TypeBox code whose value at run time is the same JSON as the schema. If no TypeBox function returns this JSON, the code passes the schema
 * and its TypeScript type to `Type.Unsafe`.
 */
import { isPlainObject } from '@espalier/command-kit'
import { areEqual, type JsonObject, listIn, objectIn } from '../json.ts'
import { keywords } from '../keyword.ts'
import { type Code, call, list, literal, object } from './code.ts'
import { type TypeOfReference, typeText } from './type-text.ts'

export interface References {
  /** Returns `undefined` if the reference leads to no constant of the generated module. */
  codeOf(schema: JsonObject, options: Code | undefined): Code | undefined
  typeOf: TypeOfReference
  resolve(schema: JsonObject): unknown
}

/** @param id the `$id` to add, if the schema becomes a constant */
export function schemaCode(schema: unknown, references: References, id?: string): Code {
  if (schema === false) return 'Type.Never()'
  if (!isPlainObject(schema)) return 'Type.Unknown()'
  const named = id === undefined ? schema : { $id: id, ...schema }
  return (
    referenceCode(named, references) ??
    ofValues(named, references) ??
    ofUnion(named, references) ??
    ofType(named, references) ??
    unsafe(named, references)
  )
}

/** Returns the options argument of a TypeBox function: the keywords that the function does not add itself. */
function options(schema: JsonObject, written: readonly string[], references: References): Code | undefined {
  const rest = Object.entries(schema).filter(([key]) => !written.includes(key))
  return rest.length === 0 ? undefined : object(rest.map(([key, value]) => [key, keywordCode(key, value, references)]))
}

const given = (code: Code | undefined): readonly Code[] => (code === undefined ? [] : [code])

function keywordCode(key: string, value: unknown, references: References): Code {
  const code = (schema: unknown) => schemaCode(schema, references)
  const holds = keywords.get(key)?.holds
  if (Array.isArray(value)) return holds?.startsWith('schema') ? list(value.map(code)) : literal(value)
  const isFlag = typeof value === 'boolean' && /^(?:additional|unevaluated)/.test(key)
  if (holds === 'schema' || holds === 'schema or schemas') return isFlag ? literal(value) : code(value)
  if (holds === undefined || !isPlainObject(value)) return literal(value)
  return object(Object.entries(value).map(([name, part]) => [name, Array.isArray(part) ? literal(part) : code(part)]))
}

function referenceCode(schema: JsonObject, references: References): Code | undefined {
  if (typeof schema.$ref !== 'string') return undefined
  const code = references.codeOf(schema, options(schema, ['$ref', '$id'], references))
  // A component schema that is only a reference needs its own `$id`. So the reference is put into `allOf`.
  if (code !== undefined && schema.$id === undefined) return code
  if (code !== undefined) return unsafe({ $id: schema.$id, allOf: [withoutId(schema)] }, references)
  return schemaCode(asWritten(schema, references), references)
}

const withoutId = ({ $id, ...schema }: JsonObject) => schema

function ofValues(schema: JsonObject, references: References): Code | undefined {
  const isOnly = (...keys: string[]) => shape(schema).every((key) => keys.includes(key))
  const { const: value, enum: values, type } = schema
  if (value !== undefined && isOnly('const', 'type') && ['string', 'number', 'boolean'].includes(typeof value))
    return type === typeof value
      ? call('Type.Literal', literal(value), ...given(options(schema, ['const', 'type'], references)))
      : undefined
  if (value !== undefined || !Array.isArray(values) || values.length === 0 || !isOnly('enum', 'type')) return undefined
  if (type === undefined || type !== typeOfAll(values)) return undefined
  return call('Type.Enum', literal(values), ...given(options(schema, ['enum', 'type'], references)))
}

/** Returns the `type` that `Type.Enum` adds for these values. */
function typeOfAll(values: readonly unknown[]): string | undefined {
  if (values.every((value) => typeof value === 'string')) return 'string'
  if (values.every((value) => Number.isInteger(value))) return 'integer'
  return values.every((value) => typeof value === 'number') ? 'number' : undefined
}

/** Keywords that affect the TypeScript type. All other keywords only describe or restrict values. */
const deciding = new Set(
  [
    'type const enum properties required items prefixItems allOf anyOf oneOf not if then else',
    'additionalProperties patternProperties $ref'
  ].flatMap((names) => names.split(' '))
)

const shape = (schema: JsonObject) => Object.keys(schema).filter((key) => deciding.has(key))

function ofUnion(schema: JsonObject, references: References): Code | undefined {
  const only = shape(schema)
  const { anyOf, allOf, type } = schema
  if (only.length === 1 && Array.isArray(anyOf) && anyOf.length > 1)
    return call('Type.Union', members(anyOf, references), ...given(options(schema, ['anyOf'], references)))
  if (!Array.isArray(allOf) || allOf.length < 2 || only.some((key) => key !== 'allOf' && key !== 'type'))
    return undefined
  // `Type.Intersect` adds `type: 'object'` if all its schemas are objects. The original schema must have the same `type`, or none otherwise.
  const isOfObjects = allOf.every((member) => isPlainObject(member) && isObject(asWritten(member, references)))
  if (isOfObjects ? type !== 'object' : type !== undefined) return undefined
  return call('Type.Intersect', members(allOf, references), ...given(options(schema, ['allOf', 'type'], references)))
}

/** Returns the target of a reference if the target has no constant in the generated module. */
function asWritten(schema: JsonObject, references: References): JsonObject {
  if (typeof schema.$ref !== 'string' || references.codeOf(schema, undefined) !== undefined) return schema
  const { $ref, ...beside } = schema
  return { ...objectIn(references.resolve(schema)), ...beside }
}

const members = (schemas: readonly unknown[], references: References) =>
  list(schemas.map((schema) => schemaCode(schema, references)))

function isObject(schema: JsonObject): boolean {
  const { type, properties, required } = schema
  const beside = shape(schema).filter(
    (key) => !['type', 'properties', 'required', 'additionalProperties'].includes(key)
  )
  const isListed = listIn(required).every(
    (name) => typeof name === 'string' && Object.hasOwn(objectIn(properties), name)
  )
  const isPlain = beside.length === 0 && schema.$ref === undefined && !decides(schema.additionalProperties)
  return type === 'object' && isPlainObject(properties) && isPlain && isListed
}

/** Whether additional properties affect the TypeScript type. `Type.Object` ignores them in its type, so another function is needed then. */
const decides = (others: unknown) => isPlainObject(others) && shape(others).length > 0

function ofType(schema: JsonObject, references: References): Code | undefined {
  if (isObject(schema)) return objectCode(schema, references)
  const { items, type } = schema
  const only = shape(schema)
  if (type === 'array' && isPlainObject(items) && areEqual(only.sort(), ['items', 'type']))
    return call('Type.Array', schemaCode(items, references), ...given(options(schema, ['items', 'type'], references)))
  const name = typeof type === 'string' && only.length === 1 ? plain.get(type) : undefined
  if (name !== undefined) return call(`Type.${name}`, ...given(options(schema, ['type'], references)))
  return only.length === 0 ? call('Type.Unknown', ...given(options(schema, [], references))) : undefined
}

const plain = new Map(['String', 'Number', 'Integer', 'Boolean', 'Null'].map((name) => [name.toLowerCase(), name]))

function objectCode(schema: JsonObject, references: References): Code {
  const required = listIn(schema.required)
  const fields = Object.entries(objectIn(schema.properties)).map(([name, field]): readonly [string, Code] => {
    const code = schemaCode(field, references)
    return [name, required.includes(name) ? code : call('Type.Optional', code)]
  })
  const rest = options(schema, ['type', 'properties', 'required'], references)
  return call('Type.Object', object(fields), ...given(rest))
}

function unsafe(schema: JsonObject, references: References): Code {
  const id = schema.$id === undefined ? '' : `, ${typeText({ const: schema.$id }, references.typeOf)}`
  const type = typeText(schema, references.typeOf)
  return call(`Type.Unsafe<${type}${id}>`, options(schema, [], references) ?? '{}')
}
