/**
 * Summarizes which values a schema accepts. For `anyOf`, the summaries show which schemas cannot match a value, and which schema is most similar, so
 * that fewer validators run. Summaries are plain data, so that precompiled modules can contain them.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { pointedAt } from '../base/pointer.ts'
import { keywordsWhere } from './keyword.ts'

export interface Summary {
  readonly types?: readonly string[]
  /** The types that each property may have, or `null` for any type. */
  readonly properties: Readonly<Record<string, readonly string[] | null>>
  /** For each property with `enum` or `const`: the allowed values. */
  readonly constants: Readonly<Record<string, readonly unknown[]>>
  readonly required: readonly string[]
  /** Whether custom keywords of the application may change the value. */
  readonly isForeign?: boolean
  /** Whether another schema, as in `allOf`, validates the object first. It may remove a property that would not match here. */
  readonly isLayered?: boolean
  /** Whether defaults are not applied, so that missing properties stay missing. */
  readonly isUnfilled?: boolean
  readonly title?: string
}

export type FindTarget = (reference: string) => unknown

export function createFindTarget(root: unknown, shared: readonly unknown[]): FindTarget {
  return (reference) => {
    const [id = '', pointer = ''] = reference.split('#', 2)
    const document = id === '' ? root : shared.find((one) => isPlainObject(one) && one.$id === id)
    return pointedAt(document, pointer)
  }
}

const deepest = 8
const inPlaceApplicators = [...keywordsWhere(({ appliesTo, origin }) => appliesTo === 'value' && origin === undefined)]

export function summaryOf(schema: unknown, find: FindTarget, depth = 0): Summary {
  const facts = { properties: {}, constants: {}, required: [] }
  if (!isPlainObject(schema) || depth > deepest) return schema === false ? { ...facts, types: [] } : facts
  const { $ref, allOf } = schema
  const parts = [...(typeof $ref === 'string' ? [find($ref)] : []), ...(Array.isArray(allOf) ? allOf : [])]
  return [ownSummary(schema, find), ...parts.map((part) => summaryOf(part, find, depth + 1))].reduce(joined)
}

function ownSummary(schema: Record<string, unknown>, find: FindTarget): Summary {
  const types = typesOf(schema)
  const properties: Record<string, readonly string[] | null> = {}
  const constants: Record<string, readonly unknown[]> = {}
  for (const [name, written] of Object.entries(isPlainObject(schema.properties) ? schema.properties : {})) {
    if (name === '__proto__') continue
    const part = targetOf(written, find)
    properties[name] = typesOf(part) ?? null
    const allowed = constantsOf(part)
    if (allowed !== undefined) constants[name] = allowed
  }
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  const title = [schema.title, schema.$id].find((one) => typeof one === 'string')
  const isLayered = inPlaceApplicators.some((name) => name in schema) || ('$ref' in schema && 'properties' in schema)
  return {
    ...(types && { types }),
    properties,
    constants,
    required,
    ...(isLayered && { isLayered }),
    ...(title !== undefined && { title })
  }
}

function targetOf(written: unknown, find: FindTarget): Record<string, unknown> {
  const target = isPlainObject(written) && typeof written.$ref === 'string' ? find(written.$ref) : written
  return isPlainObject(target) ? target : {}
}

/** Without `type`, Ajv does not coerce, so the value must already have the type of an allowed constant. */
function typesOf(schema: Record<string, unknown>): readonly string[] | undefined {
  const { type, nullable } = schema
  if (type === undefined) return constantsOf(schema)?.map(typeOf)
  return [type, nullable === true ? 'null' : []].flat().filter((one) => typeof one === 'string')
}

function constantsOf({ const: one, enum: several, anyOf }: Record<string, unknown>): readonly unknown[] | undefined {
  if (one !== undefined) return [one]
  if (Array.isArray(several)) return several
  const members = Array.isArray(anyOf) ? anyOf.map((part) => (isPlainObject(part) ? part.const : undefined)) : []
  return members.length > 0 && members.every((value) => value !== undefined) ? members : undefined
}

/** Combines two schemas. A property that both restrict gets no type, because one schema may coerce it before the other one checks it. */
function joined(a: Summary, b: Summary): Summary {
  const types = a.types && b.types ? a.types.filter((type) => b.types?.includes(type)) : (a.types ?? b.types)
  const title = a.title ?? b.title
  const properties = { ...a.properties, ...b.properties }
  for (const name of Object.keys(b.properties)) if (Object.hasOwn(a.properties, name)) properties[name] = null
  return {
    ...(types && { types }),
    properties,
    constants: { ...a.constants, ...b.constants },
    required: [...a.required, ...b.required],
    ...((a.isLayered || b.isLayered) && { isLayered: true }),
    ...(title !== undefined && { title })
  }
}

/** Ignores inherited properties, such as `constructor`. */
const ownOf = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

function isOf(types: readonly string[] | null, value: unknown): boolean {
  if (types === null) return true
  const type = typeOf(value)
  return types.includes(type) || (type === 'number' && types.includes('integer') && Number.isInteger(value))
}

/**
 * Whether a value cannot match a schema, even after coercion. Coercion keeps an object an object and a text the same text. It adds a required
 * property only from its default.
 */
export function cannotBe(summary: Summary, value: unknown): boolean {
  const { types, properties, constants, required, isForeign, isLayered, isUnfilled } = summary
  if (typeOf(value) !== 'object') return false
  if (types !== undefined && !types.includes('object')) return true
  if (isForeign === true) return false
  if (isUnfilled === true) for (const name of required) if (!Object.hasOwn(value as object, name)) return true
  for (const name in constants) {
    const given = (value as Record<string, unknown>)[name]
    // An empty text may be coerced, such as to null.
    if (!isMark(given) || given === '') continue
    if ((constants[name] as readonly unknown[]).some((one) => mayBecome(given, one))) continue
    if (!Object.hasOwn(value as object, name) || (isLayered === true && !required.includes(name))) continue
    if (ownOf(properties, name)?.includes('array') === false) return true
  }
  return false
}

function mayBecome(given: string | number, constant: unknown): boolean {
  if (constant === given || typeof constant === 'object') return true
  if (typeof constant === 'boolean') return given === String(constant) || given === Number(constant)
  return typeof given === 'string' ? Number(given) === constant : String(given) === constant
}

export function hasConstant({ constants }: Summary, value: unknown): boolean {
  if (typeOf(value) !== 'object') return false
  for (const name in constants) {
    const given = (value as Record<string, unknown>)[name]
    if (isMark(given) && constants[name]?.some((one) => isMark(one) && mayBecome(given, one))) return true
  }
  return false
}

const isMark = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

const ofConstant = 100
const ofKind = 10_000

export function nearness({ types, properties, constants, required }: Summary, value: unknown): number {
  if (types !== undefined && !isOf(types, value)) return -ofKind
  if (typeOf(value) !== 'object') return 0
  const object = value as Record<string, unknown>
  let fits = 0
  for (const name of new Set([...Object.keys(properties), ...required])) {
    const allowed = ownOf(constants, name)
    if (!Object.hasOwn(object, name)) fits -= required.includes(name) ? 1 : 0
    else if (allowed !== undefined) fits += allowed.includes(object[name]) ? ofConstant : -ofConstant
    else fits += isOf(ownOf(properties, name) ?? null, object[name]) ? 1 : -1
  }
  return fits
}

export function nameOf({ title, constants, types }: Summary, index: number): string {
  const marks = Object.entries(constants).flatMap(([name, [first, ...others]]) =>
    others.length === 0 ? [`${name} ${JSON.stringify(first)}`] : []
  )
  const label = title ?? (marks.length > 0 ? marks.slice(0, 3).join(', ') : types?.join(' or '))
  return `number ${index + 1}${label === undefined ? '' : ` (${label})`}`
}
