/**
 * TypeBox's `Type`, extended by `Enum` of a list and `Ref` of a schema. Loaded at first use, because TypeBox takes as long to load as the rest of
 * espalier. Schemas from an application's own copy of TypeBox work as well, because TypeBox marks schemas by global symbols.
 */
import { extendBuilder } from '../contract/builder.ts'
import { require } from '../require.ts'

export const Type = extendBuilder(() => (require('@sinclair/typebox') as typeof import('@sinclair/typebox')).Type)
