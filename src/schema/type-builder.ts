/**
 * TypeBox's `Type`, loaded at its first use. Loading TypeBox takes as long as loading the rest of this package, and an application may write its
 * schemas as JSON.
 *
 * This `Type` has all members of TypeBox's own, and returns the same schemas. TypeBox marks schemas by global symbols. So an application may mix them
 * with schemas of its own copy of TypeBox. `Enum` also takes a list, and `Ref` also takes a schema.
 */
import { extendBuilder } from '../contract/builder.ts'
import { require } from '../require.ts'

export const Type = extendBuilder(() => (require('@sinclair/typebox') as typeof import('@sinclair/typebox')).Type)
