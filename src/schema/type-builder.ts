/**
 * TypeBox's `Type`, loaded when a schema is first made with it. Reading TypeBox takes as long as the rest of this package, and an application may
 * write its schemas as JSON.
 *
 * It has all members of TypeBox's own object, functions and prototype included. Its results are TypeBox's schemas, whose marks are symbols of the
 * global registry. So an application may mix them with its own import of TypeBox. `Enum` also takes a list, and `Ref` also takes a schema.
 */
import { extendBuilder } from '../contract/builder.ts'
import { require } from '../require.ts'

export const Type = extendBuilder(() => (require('@sinclair/typebox') as typeof import('@sinclair/typebox')).Type)
