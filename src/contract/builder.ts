/**
 * The members of `Type` beyond TypeBox's own builder: lists for `Enum`, schemas for `Ref`, and texts that stand for dates and long numbers. Twin:
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

/** The type that all values have, so that what arrives as text is coerced to it; nothing where they have several. */
function typeOf(values: readonly EnumValue[]): { type?: string } {
  if (values.every((value) => typeof value === 'string')) return { type: 'string' }
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer' }
  return values.every((value) => typeof value === 'number') ? { type: 'number' } : {}
}

/** `Type.Enum` of a list, which TypeBox has from 1.0 on; of an enum of TypeScript it is TypeBox's own. */
function makeEnum(load: Load, given: object, options: object = {}): unknown {
  if (!Array.isArray(given)) return load().Enum(given as Record<string, string | number>, options)
  if (given.length === 0 || !given.every(isValue))
    refuse('The argument of Type.Enum()', 'a list of one or more strings, numbers, booleans or null', given)
  return load().Unsafe({ ...options, ...typeOf(given), enum: [...given] })
}

const isLater = (given: object): given is () => NamedSchema => typeof given === 'function'

/** `Type.Ref` of a schema with a `$id`, which the reference brings along, even if it is made later. With an id only it is TypeBox's own. */
function makeRef(load: Load, given: string | object, options: object | (() => NamedSchema) = {}): unknown {
  if (isNamed(given)) return carry(load().Ref(given.$id, options), given)
  if (typeof given !== 'string')
    refuse('The argument of Type.Ref()', 'the $id of a schema, or a schema that has one', given)
  return isLater(options) ? carry(load().Ref(given), options) : load().Ref(given, options)
}

/** TypeBox's builder, loaded by `load` when something is first made with it, with these members in place of its own. */
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
      // A property that the target of a proxy lacks has to be configurable (ECMA-262 §10.5.5).
      return found && { ...found, configurable: true }
    }
  })
}
