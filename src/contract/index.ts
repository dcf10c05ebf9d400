/**
 * `espalier/contract`: endpoints, schemas and their types, which servers and clients share. Imports only TypeBox and no server code, so browsers
 * can load modules that declare endpoints.
 */
import { Type as TypeBox } from '@sinclair/typebox'
import type { TypeBuilder } from '../../types/index.ts'
import { extendBuilder } from './builder.ts'

export type { Static, TSchema } from '@sinclair/typebox'
// Exports all types, because the declaration files of an application's endpoints refer to them.
export type * from '../../types/index.ts'
export { rivalsOf } from './rival.ts'
export type { Rival, Target } from './target.ts'
export { targetOf } from './target-of.ts'
export { endpoint, endpoints, events, withDefault } from './typed.ts'

export const Type = extendBuilder(() => TypeBox) as TypeBuilder
