/** Extends TypeBox's `Type` by functions such as `Type.DateTime`, and replaces some. Types: types/type-builder.ts. */
import type { JsonTypeBuilder, ObjectOptions, TSchema } from '@sinclair/typebox'
import { attachSchema, isNamed, type NamedSchema } from './attached-schema.ts'
import { refuse } from './refuse.ts'
import { digits, markRevivedType } from './revived-type.ts'

type Load = () => JsonTypeBuilder

const isEnumValue = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

function commonTypeOf(values: readonly unknown[]): { type?: string } {
  if (values.every((value) => typeof value === 'string')) return { type: 'string' }
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer' }
  return values.every((value) => typeof value === 'number') ? { type: 'number' } : {}
}

function makeEnum(load: Load, given: object, options: object = {}): unknown {
  if (!Array.isArray(given)) return load().Enum(given as Record<string, string | number>, options)
  if (given.length === 0 || !given.every(isEnumValue))
    refuse('The argument of Type.Enum()', 'a list of one or more strings, numbers, booleans or null', given)
  return load().Unsafe({ ...options, ...commonTypeOf(given), enum: [...given] })
}

function makeRef(load: Load, given: string | object, options: object | (() => NamedSchema) = {}) {
  if (isNamed(given)) return attachSchema(load().Ref(given.$id, options), given)
  if (typeof given !== 'string')
    refuse('The argument of Type.Ref()', 'the $id of a schema, or a schema that has one', given)
  return typeof options === 'function'
    ? attachSchema(load().Ref(given), options as () => NamedSchema)
    : load().Ref(given, options)
}

const stringKeywords: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'format'])
const numberKeywords: ReadonlySet<string> = new Set(
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' ')
)

/** TypeBox keeps only the `pattern` of the key schema. Other limits, such as `maxLength`, become `propertyNames`. */
function makeRecord(load: Load, key: TSchema, member: TSchema, options: ObjectOptions = {}): unknown {
  const limits = Object.entries(Object(key))
  if (limits.some(([name]) => numberKeywords.has(name)))
    refuse('The key of Type.Record()', 'a schema without limits of numbers, because names are strings', key)
  const propertyNames = Object.fromEntries(limits.filter(([name]) => stringKeywords.has(name)))
  const isLimited = Object.keys(propertyNames).length > 0
  return load().Record(key, member, isLimited ? { propertyNames, ...options } : options)
}

/** @param load loads TypeBox at the first use, because an application may not use `Type` */
export function extendBuilder(load: Load): JsonTypeBuilder {
  const own = new Map<PropertyKey, unknown>([
    ['DateTime', (options?: object) => markRevivedType(load().String({ ...options, format: 'date-time' }), 'date')],
    ['BigInteger', (options?: object) => markRevivedType(load().String({ pattern: digits, ...options }), 'bigint')],
    ['Enum', (given: object, options?: object) => makeEnum(load, given, options)],
    ['Record', (key: TSchema, member: TSchema, options?: ObjectOptions) => makeRecord(load, key, member, options)],
    ['Ref', (given: string | object, options?: object | (() => NamedSchema)) => makeRef(load, given, options)]
  ])
  return new Proxy({} as JsonTypeBuilder, {
    get: (_target, key) => own.get(key) ?? Reflect.get(load(), key),
    has: (_target, key) => Reflect.has(load(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(load()),
    ownKeys: () => Reflect.ownKeys(load()),
    getOwnPropertyDescriptor(_target, key) {
      const found = Reflect.getOwnPropertyDescriptor(load(), key)
      // A proxy must report properties that its target lacks as configurable (ECMA-262 §10.5.5).
      return found && { ...found, configurable: true }
    }
  })
}
