/**
 * TypeBox's `Type`, loaded when a schema is first made with it: reading TypeBox takes as long as the rest of this package, and an
 * application may write its schemas as JSON.
 *
 * It has whatever TypeBox's own object has, functions and prototype included. What it makes are TypeBox's schemas: their marks are
 * symbols of the global registry, so an application may mix them with its own import of TypeBox.
 */
import type { Type as TypeBox } from '@sinclair/typebox'
import { require } from '../require.ts'

type Builder = typeof TypeBox

const load = (): Builder => (require('@sinclair/typebox') as typeof import('@sinclair/typebox')).Type

export const Type: Builder = new Proxy({} as Builder, {
  get: (_stand, key) => Reflect.get(load(), key),
  has: (_stand, key) => Reflect.has(load(), key),
  getPrototypeOf: () => Reflect.getPrototypeOf(load()),
  ownKeys: () => Reflect.ownKeys(load()),
  getOwnPropertyDescriptor(_stand, key) {
    const found = Reflect.getOwnPropertyDescriptor(load(), key)
    // What the stand-in does not have itself must be one that could go (ECMA-262 §10.5.5).
    return found && { ...found, configurable: true }
  }
})
