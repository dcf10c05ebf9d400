/** A route, or the not-found handler of a context. */
import { describedSchemaOf } from '../plan/described-schema.ts'
import { notFoundOwner } from '../tree/inherit.ts'
import { anyTime, type Moment } from '../tree/moment.ts'
import type { ContextNode } from '../tree/node.ts'
import type { Origin } from '../tree/origin.ts'
import type { RouteDeclaration, RouteOptions } from '../tree/route-declaration.ts'
import type { Callable } from '../user-function.ts'

export interface Target {
  /** The context whose hooks, decorators and settings apply. */
  readonly node: ContextNode
  readonly moment: Moment
  readonly options: Readonly<Partial<RouteOptions>>
  /** The schema, with the defaults and the prefix parameters of the contexts. */
  readonly schema: Readonly<Record<string, unknown>>
  /** `undefined` for the response of the framework if no route matches. */
  readonly handler: Callable | undefined
  readonly origin: Origin | null
  readonly is404: boolean
  readonly url: string
}

export function routeTarget(declaration: RouteDeclaration): Target {
  const { node, moment, options, origin, url } = declaration
  const schema = describedSchemaOf(declaration)
  return { node, moment, options, schema, handler: options.handler, origin, is404: false, url }
}

/** @param owner the context whose prefix matched the URL, although no route of the context did */
export function notFoundTarget(owner: ContextNode): Target {
  const declared = notFoundOwner(owner).notFound
  const node = declared?.node ?? owner
  const settingsUntil = declared?.moment.settingsUntil ?? node.tree.notFoundMoment.settingsUntil
  return {
    node,
    moment: { ...anyTime, declared: settingsUntil },
    options: declared?.options ?? {},
    schema: {},
    handler: declared?.handler,
    origin: declared?.origin ?? null,
    is404: true,
    url: ''
  }
}
