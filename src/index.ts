/** The public surface of espalier. */
import type {
  Espalier,
  GuardFunction,
  PluginFunction,
  RequiresFunction,
  SharedFunction,
  ValueFunction
} from '../types/index.ts'
import { serve } from './adapter/serve.ts'
import { createCore } from './app.ts'
import * as wrappers from './tree/plugin.ts'

export { type Static, Type } from '@sinclair/typebox'
export type * from '../types/index.ts'
export { errors as errorCodes, isError } from './error/error.ts'
export { LogController } from './log/request-log.ts'

// The seam between the runtime and its types: here and nowhere else they are declared to be the same.
export const espalier = ((options?: ServerOptions) => serve(createCore(options))) as unknown as Espalier
export const plugin = wrappers.plugin as unknown as PluginFunction
export const shared = wrappers.shared as unknown as SharedFunction
export const requires = wrappers.requires as unknown as RequiresFunction
export const value = wrappers.value as unknown as ValueFunction
export const guard = wrappers.guard as unknown as GuardFunction

export default espalier
