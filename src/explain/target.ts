/** A route to explain, or the not-found handler of a plugin context. */
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
  /** The schema of the route, merged with the defaults and prefix parameters of its contexts. */
  readonly schema: Readonly<Record<string, unknown>>
  /** `undefined` if no route matches and espalier itself sends the 404. */
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

/** @param owner the context whose prefix matches the URL, although none of its routes does */
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
