/**
 * The members of `Type` beyond TypeBox's own builder: lists for `Enum`, schemas for `Ref`, and strings that represent dates and long numbers. Types:
 * types/type-builder.ts.
 */
import type { JsonTypeBuilder } from '@sinclair/typebox'
import { carry, isNamed, type NamedSchema } from './carried.ts'
import { digits, markForm } from './form.ts'
import { refuse } from './refuse.ts'

type Load = () => JsonTypeBuilder

type EnumValue = string | number | boolean | null

const isValue = (value: unknown): value is EnumValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** The `type` of all values, so that strings from a URL can be coerced to it; none if the values have several types. */
function typeOf(values: readonly EnumValue[]): { type?: string } {
  if (values.every((value) => typeof value === 'string')) return { type: 'string' }
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer' }
  return values.every((value) => typeof value === 'number') ? { type: 'number' } : {}
}

/** `Type.Enum` of a list, which TypeBox has since 1.0. For an enum of TypeScript it calls TypeBox's own. */
function makeEnum(load: Load, given: object, options: object = {}): unknown {
  if (!Array.isArray(given)) return load().Enum(given as Record<string, string | number>, options)
  if (given.length === 0 || !given.every(isValue))
    refuse('The argument of Type.Enum()', 'a list of one or more strings, numbers, booleans or null', given)
  return load().Unsafe({ ...options, ...typeOf(given), enum: [...given] })
}

const isLater = (given: object): given is () => NamedSchema => typeof given === 'function'

/** `Type.Ref` of a schema with a `$id`. The reference holds the schema, even one that is defined later. With only an id it calls TypeBox's own. */
function makeRef(load: Load, given: string | object, options: object | (() => NamedSchema) = {}): unknown {
  if (isNamed(given)) return carry(load().Ref(given.$id, options), given)
  if (typeof given !== 'string')
    refuse('The argument of Type.Ref()', 'the $id of a schema, or a schema that has one', given)
  return isLater(options) ? carry(load().Ref(given), options) : load().Ref(given, options)
}

/** TypeBox's builder with these members replaced. `load` loads it at the first use. */
export function extendBuilder(load: Load): JsonTypeBuilder {
  const own = new Map<PropertyKey, unknown>([
    ['DateTime', (options?: object) => markForm(load().String({ ...options, format: 'date-time' }), 'date')],
    ['BigInteger', (options?: object) => markForm(load().String({ pattern: digits, ...options }), 'bigint')],
    ['Enum', (given: object, options?: object) => makeEnum(load, given, options)],
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
