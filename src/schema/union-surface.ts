/**
 * The surface of a union's members: a few facts of each. They exclude members without a validation, and show which one a value resembles most. They
 * are plain data, so that a module that was compiled ahead can contain them.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { keywordsWhere } from './keyword.ts'
import { pointedAt } from './reference.ts'

export interface Surface {
  /** The types that a value may have. Absent: any. */
  readonly types?: readonly string[]
  /** The types of its properties, where they have some. */
  readonly properties: Readonly<Record<string, readonly string[] | null>>
  /** The values that properties are limited to. */
  readonly constants: Readonly<Record<string, readonly unknown[]>>
  readonly required: readonly string[]
  /** Keywords of the application may make another object of it. */
  readonly isForeign?: boolean
  /** Other schemas judge the same value before its properties are, and may remove some. */
  readonly isLayered?: boolean
  /** Nothing fills in what is required. */
  readonly isUnfilled?: boolean
  /** Names it in a sentence. */
  readonly title?: string
}

/** Returns the schema that a reference leads to, where it is known. */
export type FindTarget = (reference: string) => unknown

/** Finds targets of references that stand in `root`, or lead to a shared schema. */
export function createFindTarget(root: unknown, shared: readonly unknown[]): FindTarget {
  return (reference) => {
    const [id = '', pointer = ''] = reference.split('#', 2)
    const document = id === '' ? root : shared.find((one) => isPlainObject(one) && one.$id === id)
    return pointedAt(document, pointer)
  }
}

const deepest = 8
const layers = [...keywordsWhere(({ judges, of }) => judges === 'value' && of === undefined)]

/** Reads what a schema says of a value, its references and the parts of its `allOf` included. */
export function surfaceOf(schema: unknown, find: FindTarget, depth = 0): Surface {
  const facts = { properties: {}, constants: {}, required: [] }
  if (!isPlainObject(schema) || depth > deepest) return schema === false ? { ...facts, types: [] } : facts
  const { $ref, allOf } = schema
  const parts = [...(typeof $ref === 'string' ? [find($ref)] : []), ...(Array.isArray(allOf) ? allOf : [])]
  return [ownSurface(schema, find), ...parts.map((part) => surfaceOf(part, find, depth + 1))].reduce(joined)
}

function ownSurface(schema: Record<string, unknown>, find: FindTarget): Surface {
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
  const isLayered = layers.some((name) => name in schema) || ('$ref' in schema && 'properties' in schema)
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

/** Without a `type` nothing is converted, so that a constant tells its own. */
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

/** The facts of both about the same value. Where both limit a property, one may convert the text of the other, so nothing is certain about it. */
function joined(a: Surface, b: Surface): Surface {
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

/** The own value of a record under a name, such as `constructor`. */
const ownOf = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

function isOf(types: readonly string[] | null, value: unknown): boolean {
  if (types === null) return true
  const type = typeOf(value)
  return types.includes(type) || (type === 'number' && types.includes('integer') && Number.isInteger(value))
}

/**
 * Returns whether no conversion can make the value one of this member. An object is never converted, a text never becomes another text, and a
 * required property is never added.
 */
export function cannotBe(surface: Surface, value: unknown): boolean {
  const { types, properties, constants, required, isForeign, isLayered, isUnfilled } = surface
  if (typeOf(value) !== 'object') return false
  if (types !== undefined && !types.includes('object')) return true
  if (isForeign === true) return false
  if (isUnfilled === true) for (const name of required) if (!Object.hasOwn(value as object, name)) return true
  for (const name in constants) {
    const given = (value as Record<string, unknown>)[name]
    // An empty text may stand for a default.
    if (!isMark(given) || given === '') continue
    if ((constants[name] as readonly unknown[]).some((one) => mayBecome(given, one))) continue
    if (!Object.hasOwn(value as object, name) || (isLayered === true && !required.includes(name))) continue
    if (ownOf(properties, name)?.includes('array') === false) return true
  }
  return false
}

/** Whether a conversion may make a constant of a text or a number. */
function mayBecome(given: string | number, constant: unknown): boolean {
  if (constant === given || typeof constant === 'object') return true
  if (typeof constant === 'boolean') return given === String(constant) || given === Number(constant)
  return typeof given === 'string' ? Number(given) === constant : String(given) === constant
}

/** Whether a literal of this member stands in a value, maybe as a text. */
export function isMarked({ constants }: Surface, value: unknown): boolean {
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

/** How much of a value is as a member says: more is nearer. */
export function nearness({ types, properties, constants, required }: Surface, value: unknown): number {
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

/** Names a member in a sentence, by its place in the union and what tells it from the others. */
export function nameOf({ title, constants, types }: Surface, index: number): string {
  const marks = Object.entries(constants).flatMap(([name, [first, ...others]]) =>
    others.length === 0 ? [`${name} ${JSON.stringify(first)}`] : []
  )
  const told = title ?? (marks.length > 0 ? marks.slice(0, 3).join(', ') : types?.join(' or '))
  return `number ${index + 1}${told === undefined ? '' : ` (${told})`}`
}
