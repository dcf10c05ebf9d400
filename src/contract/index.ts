/**
 * The contract of a server and its clients: endpoints, schemas and their types. Loads only TypeBox and no code of the framework, so that a module of
 * endpoints can be loaded anywhere, browsers included. Published as `espalier/contract`.
 */
import { Type as TypeBox } from '@sinclair/typebox'
import type { TypeBuilder } from '../../types/index.ts'
import { extendBuilder } from './builder.ts'

export type { Static, TSchema } from '@sinclair/typebox'
// Exports all types, because declaration files of a module of endpoints refer to them.
export type * from '../../types/index.ts'
export { rivalsOf } from './rival.ts'
export type { Rival, Target } from './target.ts'
export { targetOf } from './target-of.ts'
export { endpoint, endpoints, events, withDefault } from './typed.ts'

export const Type = extendBuilder(() => TypeBox) as TypeBuilder
