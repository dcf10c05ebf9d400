// The public functions by their types alone, so that measuring needs no build.
import type {
  EndpointFunction,
  Espalier,
  GuardFunction,
  PluginFunction,
  RequiresFunction,
  SharedFunction,
  TypeBuilder,
  ValueFunction,
  WithDefaultFunction
} from '../../types/index.ts'

export declare const espalier: Espalier
export declare const plugin: PluginFunction
export declare const shared: SharedFunction
export declare const requires: RequiresFunction
export declare const value: ValueFunction
export declare const guard: GuardFunction
export declare const endpoint: EndpointFunction
export declare const withDefault: WithDefaultFunction
export declare const Type: TypeBuilder
export type { Static } from '@sinclair/typebox'
export type * from '../../types/index.ts'
