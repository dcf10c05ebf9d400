/**
 * TypeBox's `Type`, loaded when a schema is first made with it: reading TypeBox takes as long as the rest of this package, and an
 * application may write its schemas as JSON.
 *
 * It has whatever TypeBox's own object has, functions and prototype included. What it makes are TypeBox's schemas: their marks are
 * symbols of the global registry, so an application may mix them with its own import of TypeBox. `Enum` takes a list, too.
 */

import { inspect } from 'node:util'
import type { JsonTypeBuilder } from '@sinclair/typebox'
import { errors } from '../error/error.ts'
import { require } from '../require.ts'

const load = (): JsonTypeBuilder => (require('@sinclair/typebox') as typeof import('@sinclair/typebox')).Type

type EnumValue = string | number | boolean | null

/** The type that all values have, so that what arrives as text is coerced to it; nothing where they have several. */
function typeOf(values: readonly EnumValue[]): { type?: string } {
  if (values.every((value) => typeof value === 'string')) return { type: 'string' }
  if (values.every((value) => Number.isInteger(value))) return { type: 'integer' }
  return values.every((value) => typeof value === 'number') ? { type: 'number' } : {}
}

/** `Type.Enum` of a list, which TypeBox has from 1.0 on; of an enum of TypeScript it is TypeBox's own. */
function makeEnum(given: object, options: object = {}): unknown {
  if (!Array.isArray(given)) return load().Enum(given as Record<string, string | number>, options)
  const isValue = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
  if (given.length === 0 || !given.every(isValue))
    throw new errors.ESP_ERR_ARGUMENT_INVALID(
      'What Type.Enum() takes',
      'a list of one or more texts, numbers, booleans or null',
      inspect(given)
    )
  return load().Unsafe({ ...options, ...typeOf(given), enum: [...given] })
}

export const Type: JsonTypeBuilder = new Proxy({} as JsonTypeBuilder, {
  get: (_stand, key) => (key === 'Enum' ? makeEnum : Reflect.get(load(), key)),
  has: (_stand, key) => Reflect.has(load(), key),
  getPrototypeOf: () => Reflect.getPrototypeOf(load()),
  ownKeys: () => Reflect.ownKeys(load()),
  getOwnPropertyDescriptor(_stand, key) {
    const found = Reflect.getOwnPropertyDescriptor(load(), key)
    // What the stand-in does not have itself must be one that could go (ECMA-262 §10.5.5).
    return found && { ...found, configurable: true }
  }
})
