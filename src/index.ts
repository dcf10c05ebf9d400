/** The public surface of espalier. */

import type {
  EndpointFunction,
  Espalier,
  GuardFunction,
  PluginFunction,
  RequiresFunction,
  ServerOptions,
  SharedFunction,
  TypeBuilder,
  ValueFunction,
  WithDefaultFunction
} from '../types/index.ts'
import { createApp } from './adapter/create-app.ts'
import { errors as errorCodes, isError } from './error/error.ts'
import { LogController } from './log/request-log.ts'
import { Type as TypeBox } from './schema/type-builder.ts'
import { withDefault as giveDefault } from './schema/with-default.ts'
import { endpoint as makeEndpoint } from './tree/endpoint.ts'
import * as wrappers from './tree/plugin.ts'

export type { Static, TSchema } from '@sinclair/typebox'
export type * from '../types/index.ts'
export { errorCodes, isError, LogController }

// Declared as a function because applications also call their factory with `new`, which an arrow function refuses.
function create(options?: ServerOptions) {
  return createApp(options)
}

// The seam between the runtime and its types: here and nowhere else they are declared to be the same.
export const espalier = create as unknown as Espalier
export const plugin = wrappers.plugin as unknown as PluginFunction
export const shared = wrappers.shared as unknown as SharedFunction
export const requires = wrappers.requires as unknown as RequiresFunction
export const value = wrappers.value as unknown as ValueFunction
export const guard = wrappers.guard as unknown as GuardFunction
export const endpoint = makeEndpoint as unknown as EndpointFunction
export const withDefault = giveDefault as unknown as WithDefaultFunction
export const Type = TypeBox as TypeBuilder

/** The factory under the name that applications written for Fastify import, so that only the module's name changes. */
export const fastify = espalier

export default espalier

// What `require` answers: the factory itself, as applications written in CommonJS expect of a framework, with the rest on it.
const commonJs = Object.assign(espalier, {
  default: espalier,
  espalier,
  fastify,
  plugin,
  shared,
  requires,
  value,
  guard,
  endpoint,
  withDefault,
  errorCodes,
  isError,
  LogController,
  Type
})

export { commonJs as 'module.exports' }
