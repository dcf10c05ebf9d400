/**
 * TypeBox's `Type`, loaded at its first use. Loading TypeBox takes as long as loading the rest of this package, and an application may write its
 * schemas as JSON.
 *
 * It has all members of TypeBox's own object. Its results are TypeBox's schemas, whose kinds are stored under global symbols. So an application may mix
 * them with its own import of TypeBox. `Enum` also takes a list, and `Ref` also takes a schema.
 */
import { extendBuilder } from '../contract/builder.ts'
import { require } from '../require.ts'

export const Type = extendBuilder(() => (require('@sinclair/typebox') as typeof import('@sinclair/typebox')).Type)
