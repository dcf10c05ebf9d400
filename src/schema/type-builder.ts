/**
 * TypeBox's `Type`, loaded when a schema is first made with it: reading TypeBox takes as long as the rest of this package, and an
 * application may write its schemas as JSON.
 *
 * It has whatever TypeBox's own object has, functions and prototype included. What it makes are TypeBox's schemas: their marks are
 * symbols of the global registry, so an application may mix them with its own import of TypeBox. `Enum` takes a list, too, and `Ref` a schema.
 */
import { extendBuilder } from '../contract/builder.ts'
import { require } from '../require.ts'

export const Type = extendBuilder(() => (require('@sinclair/typebox') as typeof import('@sinclair/typebox')).Type)
