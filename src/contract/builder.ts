/**
 * The members of `Type` that differ from TypeBox's. `Enum` takes a list, and `Ref` a schema. `Record` keeps limits of its keys, such as `maxLength`.
 * Dates and bigints are strings. Types: types/type-builder.ts.
 */
import type { JsonTypeBuilder, ObjectOptions, TSchema } from '@sinclair/typebox'
import { carry, isNamed, type NamedSchema } from './carried.ts'
import { digits, markForm } from './form.ts'
import { refuse } from './refuse.ts'

type Load = () => JsonTypeBuilder

type EnumValue = string | number | boolean | null

const isValue = (value: unknown): value is EnumValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** The common `type` of all values, to which strings from a URL are coerced. Empty if the values have several types. */
function typeOf(values: readonly EnumValue[]): { type?: string } {
  if (values.every((value) => typeof value === 'string')) return { type: 'string' }
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer' }
  return values.every((value) => typeof value === 'number') ? { type: 'number' } : {}
}

/** `Type.Enum` of a list, which TypeBox has since 1.0. An enum of TypeScript is passed to TypeBox's own function. */
function makeEnum(load: Load, given: object, options: object = {}): unknown {
  if (!Array.isArray(given)) return load().Enum(given as Record<string, string | number>, options)
  if (given.length === 0 || !given.every(isValue))
    refuse('The argument of Type.Enum()', 'a list of one or more strings, numbers, booleans or null', given)
  return load().Unsafe({ ...options, ...typeOf(given), enum: [...given] })
}

const isLater = (given: object): given is () => NamedSchema => typeof given === 'function'

/**
 * `Type.Ref` of a schema with a `$id`, which is attached to the reference. `Type.Ref('Book', () => Book)` also accepts a schema that is defined
 * later. An id alone is passed to TypeBox's own function.
 */
function makeRef(load: Load, given: string | object, options: object | (() => NamedSchema) = {}): unknown {
  if (isNamed(given)) return carry(load().Ref(given.$id, options), given)
  if (typeof given !== 'string')
    refuse('The argument of Type.Ref()', 'the $id of a schema, or a schema that has one', given)
  return isLater(options) ? carry(load().Ref(given), options) : load().Ref(given, options)
}

const ofNames: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'format'])
const ofNumbers: ReadonlySet<string> = new Set(
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' ')
)

/** `Type.Record`. TypeBox keeps only the `pattern` of a key, and drops its other limits. Here the other limits become `propertyNames`. */
function makeRecord(load: Load, key: TSchema, member: TSchema, options: ObjectOptions = {}): unknown {
  const limits = Object.entries(Object(key))
  if (limits.some(([name]) => ofNumbers.has(name)))
    refuse('The key of Type.Record()', 'a schema without limits of numbers, because names are strings', key)
  const propertyNames = Object.fromEntries(limits.filter(([name]) => ofNames.has(name)))
  const isLimited = Object.keys(propertyNames).length > 0
  return load().Record(key, member, isLimited ? { propertyNames, ...options } : options)
}

/** TypeBox's builder with the members above. `load` loads TypeBox at the first use. */
export function extendBuilder(load: Load): JsonTypeBuilder {
  const own = new Map<PropertyKey, unknown>([
    ['DateTime', (options?: object) => markForm(load().String({ ...options, format: 'date-time' }), 'date')],
    ['BigInteger', (options?: object) => markForm(load().String({ pattern: digits, ...options }), 'bigint')],
    ['Enum', (given: object, options?: object) => makeEnum(load, given, options)],
    ['Record', (key: TSchema, member: TSchema, options?: ObjectOptions) => makeRecord(load, key, member, options)],
    ['Ref', (given: string | object, options?: object | (() => NamedSchema)) => makeRef(load, given, options)]
  ])
  return new Proxy({} as JsonTypeBuilder, {
    get: (_stand, key) => own.get(key) ?? Reflect.get(load(), key),
    has: (_stand, key) => Reflect.has(load(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(load()),
    ownKeys: () => Reflect.ownKeys(load()),
    getOwnPropertyDescriptor(_stand, key) {
      const found = Reflect.getOwnPropertyDescriptor(load(), key)
      // A proxy must report a property that its target lacks as configurable (ECMA-262 §10.5.5).
      return found && { ...found, configurable: true }
    }
  })
}
