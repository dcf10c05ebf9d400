/**
 * TypeBox's `Type`, loaded at its first use, because loading TypeBox takes as long as loading the rest of this package. `Enum` also takes a list, and
 * `Ref` also takes a schema. An application may mix in schemas of its own copy of TypeBox, because TypeBox marks schemas by global symbols.
 */
import { extendBuilder } from '../contract/builder.ts'
import { require } from '../require.ts'

export const Type = extendBuilder(() => (require('@sinclair/typebox') as typeof import('@sinclair/typebox')).Type)
