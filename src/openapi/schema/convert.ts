/**
 * Converts JSON Schema draft 7, as Ajv and fast-json-stringify accept it, to draft 2020-12, as OpenAPI 3.1 and 3.2 require it. Schemas with an `$id`,
 * and targets of references, become components.
 */
import { isPlainObject } from '../../base/plain-object.ts'
import { unwrapFluent } from '../../schema/foreign-schema.ts'
import { annotations, type Keyword, keywords } from '../../schema/keyword.ts'
import type { Components, Reference } from './components.ts'
import { nameOfId, resolve, type Target } from './resolve.ts'
import type { Scope } from './scope.ts'

type Schema = Readonly<Record<string, unknown>>
type Entry = readonly [keyword: string, value: unknown]

interface Work {
  readonly components: Components
  readonly schema: Schema
  readonly scope: Scope
  readonly inside: (schema: unknown, isTried?: boolean) => unknown
}

type Rule = (value: unknown, work: Work) => readonly Entry[]

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const omit: Rule = () => []
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function ruleOf(name: string, { holds, purpose, mayFail }: Keyword): Rule | undefined {
  if (purpose === 'identifier' || purpose === 'definitions') return omit
  if (holds === 'schema') return (value, { inside }) => [[name, inside(value, mayFail)]]
  if (holds === 'schemas') return (value, { inside }) => [[name, list(value).map((schema) => inside(schema, mayFail))]]
  if (holds !== 'schemas by name') return undefined
  return (value, { inside }) => (isPlainObject(value) ? [[name, mapValues(value, (schema) => inside(schema))]] : [])
}

const specialRules: Readonly<Record<string, Rule>> = {
  nullable: omit,
  items: (value, { inside, schema }) => {
    if (!Array.isArray(value)) return [['items', inside(value)]]
    const rest = schema.additionalItems === undefined ? [] : [['items', inside(schema.additionalItems)] as const]
    return [['prefixItems', value.map((item) => inside(item))], ...rest]
  },
  additionalItems: omit,
  dependencies: (value, { inside }) => (isPlainObject(value) ? splitDependencies(value, inside) : []),
  type: (value) => {
    const known = [value].flat().filter((type) => types.has(String(type)))
    return known.length === 0 ? [] : [['type', Array.isArray(value) ? known : value]]
  },
  required: (value, { schema, scope }) => {
    const isFilled = (name: unknown) => scope.way === 'in' && scope.ignoresDefaults !== true && hasDefault(schema, name)
    const names = list(value).filter((name) => !isFilled(name))
    return names.length === 0 ? [] : [['required', names]]
  },
  examples: (value, { schema }) => [['examples', [...examplesOf(value), ...exampleOf(schema)]]],
  example: (_value, { schema }) => (schema.examples === undefined ? [['examples', exampleOf(schema)]] : []),
  isFile: (value) => (value === true ? Object.entries({ type: 'string', format: 'binary' }) : [])
}

const rules = new Map([
  ...[...keywords].map(([name, keyword]) => [name, ruleOf(name, keyword)] as const),
  ...Object.entries(specialRules)
])

export function convert(given: unknown, scope: Scope, components: Components): unknown {
  const schema = unwrapFluent(given)
  if (!isPlainObject(schema)) return typeof schema === 'boolean' ? schema : {}
  const isWhole = isDocument(schema) || (schema === scope.document && refersToWhole(schema))
  if (!isWhole) return convertInPlace(schema, scope, components)
  const name = nameOfId(schema.$id) ?? scope.operationId
  return referTo({ schema, document: schema, name }, '#', scope, components)
}

/** Whether `#` inside the schema refers to the schema itself, because it has an `$id`. */
const isDocument = ({ $id }: Schema) => typeof $id === 'string' && !$id.startsWith('#')

function refersToWhole(part: unknown, seen = new Set<unknown>()): boolean {
  if (typeof part !== 'object' || part === null || seen.has(part)) return false
  seen.add(part)
  const isOwn = (each: unknown) => !(isPlainObject(each) && isDocument(each))
  return (part as Schema).$ref === '#' || Object.values(part).some((each) => isOwn(each) && refersToWhole(each, seen))
}

export function convertInPlace(given: unknown, scope: Scope, components: Components): unknown {
  const schema = unwrapFluent(given)
  if (!isPlainObject(schema)) return typeof schema === 'boolean' ? schema : {}
  const inside = (part: unknown, isTried = false) =>
    convert(part, isTried || scope.ignoresDefaults === true ? { ...scope, ignoresDefaults: true } : scope, components)
  const work: Work = { components, schema, scope, inside }
  const { $ref, ...others } = schema
  const entries = Object.entries(others).flatMap(([keyword, value]): readonly Entry[] => {
    const rule = rules.get(keyword)
    if (rule !== undefined) return rule(value, work)
    const kept = toJson(value)
    return kept === undefined ? [] : [[keyword, kept]]
  })
  const converted = withItems(Object.fromEntries(entries))
  const target = typeof $ref === 'string' ? resolve($ref, scope) : undefined
  const whole =
    target === undefined ? converted : Object.assign(referTo(target, String($ref), scope, components), converted)
  return schema.nullable === true ? withNull(whole, scope.way) : whole
}

/** A library such as Zod may generate another schema for responses. If it equals the request schema, both become one component. */
function referTo(target: Target, reference: string, scope: Scope, components: Components): Reference {
  const { document, outgoing } = scope
  const isInside = outgoing !== undefined && target.document === document
  return components.refer(target, scope, isInside ? resolve(reference, { ...scope, document: outgoing() }) : undefined)
}

/**
 * Adds `items` to arrays, because some viewers require it and support neither `items: false` nor `prefixItems`. `items: false` becomes a maximum
 * length.
 */
function withItems(schema: Record<string, unknown>): Record<string, unknown> {
  const { items, maxItems, prefixItems } = schema
  if (items === false) {
    const most = Array.isArray(prefixItems) ? prefixItems.length : 0
    Object.assign(schema, { items: {}, maxItems: typeof maxItems === 'number' ? Math.min(maxItems, most) : most })
  }
  if ([schema.type].flat().includes('array')) schema.items ??= {}
  return schema
}

/**
 * Allows null. Changes the object itself, because the object may be a reference whose `$ref` is set later. Titles and descriptions stay outside of
 * a new `anyOf`.
 */
function withNull(schema: Record<string, unknown>, way: Scope['way']): unknown {
  const { type, enum: values } = schema
  // Responses are not validated against `enum`, so null is possible even if the list lacks it.
  if (way === 'out' && Array.isArray(values)) schema.enum = [...new Set([...values, null])]
  if (type !== undefined) return Object.assign(schema, { type: [...new Set([type, 'null'].flat())] })
  const outside = Object.entries(schema).filter(([keyword]) => annotations.has(keyword))
  if (outside.length === Object.keys(schema).length) return schema
  for (const [keyword] of outside) delete schema[keyword]
  return { anyOf: [schema, { type: 'null' }], ...Object.fromEntries(outside) }
}

function splitDependencies(value: Schema, inside: Work['inside']): Entry[] {
  const entries = Object.entries(value)
  const names = entries.filter(([, needs]) => Array.isArray(needs))
  const schemas = entries.filter(([, needs]) => !Array.isArray(needs)).map(([name, needs]) => [name, inside(needs)])
  return [
    ...(names.length > 0 ? [['dependentRequired', Object.fromEntries(names)] as const] : []),
    ...(schemas.length > 0 ? [['dependentSchemas', Object.fromEntries(schemas)] as const] : [])
  ]
}

function hasDefault({ properties }: Schema, name: unknown): boolean {
  const property = isPlainObject(properties) ? properties[String(name)] : undefined
  return isPlainObject(property) && property.default !== undefined
}

/** Returns a list, as JSON Schema requires. In OpenAPI, `examples` may also be a map. */
function examplesOf(value: unknown): readonly unknown[] {
  const values = isPlainObject(value)
    ? Object.values(value).map((each) => (isPlainObject(each) && 'value' in each ? each.value : each))
    : list(value)
  return values.map(toJson)
}

const exampleOf = ({ example }: Schema) => (example === undefined ? [] : [toJson(example)])

/** Returns `undefined` for values that JSON cannot represent, such as functions. */
export function toJson(value: unknown): unknown {
  try {
    const text = JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? Number(each) : dataOf(each)))
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const dataOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isPlainObject(value) ? undefined : value

export const mapValues = <Value>(value: Schema, change: (value: unknown) => Value) =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]))
