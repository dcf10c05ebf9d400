/**
 * A model of docs/validation.md, without Ajv: a function that checks a value against a schema, and one that returns the validated copy of a value.
 */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly nullable?: boolean
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly minLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  /** A list of schemas is a tuple. */
  readonly items?: Schema | readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly default?: unknown
  readonly definitions?: Readonly<Record<string, Schema>>
  readonly $id?: string
  readonly $ref?: string
}

/** Returns the schema of a member. `true` allows any member, and `false` none. */
function partOf({ properties = {}, patternProperties = {}, additionalProperties = true }: Schema, name: string) {
  if (Object.hasOwn(properties, name)) return properties[name]
  const matching = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(name))
  return matching === undefined ? additionalProperties : matching[1]
}

/** Returns the schema of each item; `undefined` if the list has another length than the tuple. */
function itemSchemas({ items }: Schema, list: readonly unknown[]): readonly Schema[] | undefined {
  const schemas = Array.isArray(items) ? (items as readonly Schema[]) : list.map(() => (items ?? {}) as Schema)
  return schemas.length === list.length ? schemas : undefined
}

type Values = Readonly<Record<string, unknown>>
type Taken = { readonly value: unknown } | undefined

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function isOf(type: string, value: unknown): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

const typesOf = ({ type, nullable }: Schema): readonly string[] | undefined =>
  type === undefined ? undefined : [...[type].flat(), ...(nullable ? ['null'] : [])]

/** Coerces a scalar to a type; `undefined` if that is impossible. */
function asType(type: string, value: unknown): unknown {
  const isText = typeof value === 'string'
  if (isObject(value) || Array.isArray(value)) return undefined
  if (type === 'string') return isText ? undefined : value === null ? '' : String(value)
  if (type === 'null') return value === '' || value === 0 || value === false ? null : undefined
  if (type === 'array') return [value]
  if (type === 'boolean') {
    if (['true', 1].includes(value as string)) return true
    return value === 'false' || value === 0 || value === null ? false : undefined
  }
  if (type !== 'number' && type !== 'integer') return undefined
  if (value === null || typeof value === 'boolean') return Number(value)
  if (!isText || value.trim() === '' || !Number.isFinite(Number(value))) return undefined
  return type === 'number' || Number.isInteger(Number(value)) ? Number(value) : undefined
}

function converted(types: readonly string[], given: unknown): Taken {
  if (types.some((type) => isOf(type, given))) return { value: given }
  if (types.every((type) => type === 'object')) return undefined
  const value = Array.isArray(given) && given.length === 1 ? given[0] : given
  // As in Ajv, a list is not unpacked if its item already has one of several types.
  if (types.length === 1 && types.some((type) => isOf(type, value))) return { value }
  for (const type of types) {
    const made = asType(type, value)
    if (made !== undefined) return { value: made }
  }
  return undefined
}

export class Model {
  readonly #root: Schema
  readonly #shared: Readonly<Record<string, Schema>>
  readonly #isText: boolean

  constructor(root: Schema, shared: Readonly<Record<string, Schema>>, isText: boolean) {
    this.#root = root
    this.#shared = shared
    this.#isText = isText
  }

  #at(reference: string): Model {
    const [id = '', path = ''] = reference.split('#')
    const document = id === '' ? this.#root : (this.#shared[id] as Schema)
    const name = path.split('/')[2]
    const target = name === undefined ? document : document.definitions?.[name]
    const model = new Model(document, this.#shared, this.#isText)
    model.target = target as Schema
    return model
  }

  target: Schema | undefined

  /** Whether a value matches a schema without changes. */
  fits(schema: Schema, value: unknown): boolean {
    if (schema.$ref !== undefined) {
      const there = this.#at(schema.$ref)
      return there.fits(there.target as Schema, value)
    }
    const types = typesOf(schema)
    return (
      (types === undefined || types.some((type) => isOf(type, value))) &&
      this.#isWithin(schema, value) &&
      (schema.allOf ?? []).every((part) => this.fits(part, value)) &&
      (schema.anyOf === undefined || schema.anyOf.some((part) => this.fits(part, value))) &&
      (schema.oneOf === undefined || schema.oneOf.filter((part) => this.fits(part, value)).length === 1) &&
      (!Array.isArray(value) ||
        itemSchemas(schema, value)?.every((part, index) => this.fits(part, value[index])) === true) &&
      (!isObject(value) || this.#hasFitting(schema, value))
    )
  }

  #isWithin(schema: Schema, value: unknown): boolean {
    const { minimum = Number.NEGATIVE_INFINITY, minLength = 0 } = schema
    return (
      (schema.const === undefined || same(schema.const, value)) &&
      (schema.enum === undefined || schema.enum.some((one) => same(one, value))) &&
      (typeof value !== 'number' || value >= minimum) &&
      (typeof value !== 'string' || [...value].length >= minLength)
    )
  }

  #hasFitting(schema: Schema, value: Values): boolean {
    return (
      (schema.required ?? []).every((name) => Object.hasOwn(value, name)) &&
      Object.entries(value).every(([name, member]) => {
        const part = partOf(schema, name)
        return typeof part === 'object' ? this.fits(part, member) : part !== false
      })
    )
  }

  /** Returns the value for a handler; `undefined` for an invalid value. */
  take(schema: Schema, given: unknown): Taken {
    if (schema.$ref !== undefined) {
      const there = this.#at(schema.$ref)
      return there.take(there.target as Schema, given)
    }
    const types = typesOf(schema)
    let taken: Taken = types === undefined ? { value: given } : converted(types, given)
    if (taken === undefined || !this.#isWithin(schema, taken.value)) return undefined
    if (schema.anyOf !== undefined) taken = this.#takeFirst(schema.anyOf, taken.value)
    if (taken !== undefined && schema.oneOf !== undefined) taken = this.#takeOnly(schema.oneOf, taken.value)
    for (const part of schema.allOf ?? []) taken = taken && this.take(part, taken.value)
    if (taken === undefined) return undefined
    if (Array.isArray(taken.value)) return this.#takeItems(schema, taken.value)
    return isObject(taken.value) ? this.#takeProperties(schema, taken.value) : taken
  }

  #takeFirst(members: readonly Schema[], value: unknown): Taken {
    const isSpelt = typeof value === 'string' || (typeof value === 'object' && value !== null)
    const fitting = this.#isText && isSpelt ? undefined : members.find((member) => this.fits(member, value))
    if (fitting !== undefined) return this.take(fitting, value)
    for (const member of members) {
      const taken = this.take(member, value)
      if (taken !== undefined) return taken
    }
    return undefined
  }

  #takeOnly(members: readonly Schema[], value: unknown): Taken {
    const fitting = members.filter((member) => this.fits(member, value))
    if (fitting.length > 0) return fitting.length === 1 ? this.take(fitting[0] as Schema, value) : undefined
    const taken = members.map((member) => this.take(member, value)).filter((one) => one !== undefined)
    return taken.length === 1 ? taken[0] : undefined
  }

  #takeItems(schema: Schema, list: readonly unknown[]): Taken {
    const taken = itemSchemas(schema, list)?.map((part, index) => this.take(part, list[index]))
    if (taken === undefined || taken.includes(undefined)) return undefined
    return { value: taken.map((one) => one?.value) }
  }

  #takeProperties(schema: Schema, given: Values): Taken {
    const { properties = {}, required = [] } = schema
    const filled = new Map(Object.entries(given))
    for (const [name, { default: standard }] of Object.entries(properties))
      if (standard !== undefined && !filled.has(name)) filled.set(name, structuredClone(standard))
    if (required.some((name) => !filled.has(name))) return undefined
    const members: [string, unknown][] = []
    for (const [name, member] of filled) {
      const part = partOf(schema, name)
      if (part === false) continue
      const taken: Taken = typeof part === 'object' ? this.take(part, member) : { value: member }
      if (taken === undefined) return undefined
      members.push([name, taken.value])
    }
    return { value: Object.fromEntries(members) }
  }
}
