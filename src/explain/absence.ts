/**
 * Everything that the application declares and that does not concern a request, with the reason and the change that would bring it.
 *
 * A declaration counts in its context and below. So it is absent where its context is beside the route's, or below it; and an error handler is absent
 * from the routes that were declared before it.
 */
import type { Absence } from '../../types/explain.ts'
import { shownPlace } from '../error/place.ts'
import { madeHookOf } from '../tree/derive.ts'
import { hooks } from '../tree/hook.ts'
import { errorHandlersSeenBy } from '../tree/inherit.ts'
import { contextLabel, labelOf, shortPlace } from '../tree/label.ts'
import { type ContextNode, walk } from '../tree/node.ts'
import type { Origin } from '../tree/origin.ts'
import type { RouteDeclaration } from '../tree/route-declaration.ts'
import type { Target } from './target.ts'

/** A declaration of a context. */
interface Item {
  readonly kind: Absence['kind']
  readonly name: string
  readonly origin: Origin
}

const decorators = ['app', 'requestDecorators', 'replyDecorators'] as const

function itemsOf(node: ContextNode): Item[] {
  const requestHooks = node.hooks.filter(({ name }) => hooks[name].kind === 'request')
  const named = requestHooks.map(({ fn, origin }) => {
    const kind: Absence['kind'] = madeHookOf(fn)?.kind ?? 'hook'
    return { kind, name: labelOf(fn, kind, origin.place), origin }
  })
  const members = decorators.flatMap((bucket) => {
    return [...(node.origins.get(bucket) ?? [])].map(([name, origin]) => ({
      kind: 'decorator' as const,
      name: String(name),
      origin
    }))
  })
  const schemas = [...(node.origins.get('schema') ?? [])].map(([id, origin]) => {
    return { kind: 'schema' as const, name: String(id), origin }
  })
  const parsers = [...(node.origins.get('parser') ?? [])].map(([type, origin]) => {
    return { kind: 'parser' as const, name: String(type), origin }
  })
  return [...named, ...members, ...schemas, ...parsers]
}

const isAbove = (node: ContextNode, below: ContextNode): boolean =>
  node === below || (below.parent !== null && isAbove(node, below.parent))

/** The nearest context that is above two others, or one of them. */
const commonAbove = (one: ContextNode, other: ContextNode): ContextNode =>
  isAbove(one, other) || one.parent === null ? one : commonAbove(one.parent, other)

const titleOf = ({ methods, url }: RouteDeclaration) => `${methods.join()} ${url}`

function isSame(route: RouteDeclaration, { node, options }: Target): boolean {
  return route.node === node && route.options === options
}

/** The routes that something would reach as well, were it declared in a context above. */
function touchedBy(routes: readonly RouteDeclaration[], origin: Origin, above: ContextNode, target: Target): string[] {
  const reached = routes.filter(({ node }) => isAbove(above, node) && !isAbove(origin.node, node))
  return reached.filter((route) => !isSame(route, target)).map(titleOf)
}

function sentencesOf({ name, origin }: Item, above: ContextNode, target: Target) {
  const [of, here] = [contextLabel(origin.node), contextLabel(target.node)]
  const where = above === target.node ? `below '${here}'` : `beside '${here}'`
  const at = shortPlace(origin.place)
  const declared = `'${name}'${at === undefined ? '' : ` (${at})`} is declared in the context '${of}', ${where}.`
  return {
    why: `${declared} A declaration counts in its context and below.`,
    change: `Declare it in '${contextLabel(above)}', or make the plugins from '${of}' up to there shared.`
  }
}

function toAbsence(item: Item, routes: readonly RouteDeclaration[], target: Target): Absence {
  const { kind, name, origin } = item
  const above = commonAbove(target.node, origin.node)
  return {
    ...{ kind, name, context: contextLabel(origin.node), place: shownPlace(origin.place) },
    ...sentencesOf(item, above, target),
    into: contextLabel(above),
    touches: touchedBy(routes, origin, above, target)
  }
}

/** A plugin whose context is beside the route's, or below it. What is declared in that context is listed too. */
function pluginOf(node: ContextNode, routes: readonly RouteDeclaration[], target: Target): Absence[] {
  const { origin, parent } = node
  if (origin === null || parent === null || !isAbove(parent, target.node)) return []
  const [name, here, into] = [contextLabel(node), contextLabel(target.node), contextLabel(parent)]
  const at = shortPlace(origin.place)
  const where = parent === target.node ? `below '${here}'` : `beside '${here}'`
  const reached = routes.filter((route) => isAbove(parent, route.node) && !isAbove(node, route.node))
  return [
    {
      ...{ kind: 'plugin' as const, name, context: into, place: shownPlace(origin.place) },
      why: `The plugin '${name}'${at === undefined ? '' : ` (${at})`} has a context of its own, ${where}.`,
      change: `Make it shared, so that all that it declares counts in '${into}'.`,
      into,
      touches: reached.filter((route) => !isSame(route, target)).map(titleOf)
    }
  ]
}

/** Error handlers above the route that were set when the route had been declared. */
function lateHandlers(target: Target): Absence[] {
  const inForce = new Set(errorHandlersSeenBy(target.node, target.moment).map(({ origin }) => origin))
  return errorHandlersSeenBy(target.node).flatMap(({ handler, origin }) => {
    if (origin === undefined || inForce.has(origin)) return []
    const name = labelOf(handler, 'error handler', origin.place)
    const at = shortPlace(origin.place)
    return {
      ...{ kind: 'error handler' as const, name, context: contextLabel(origin.node), place: shownPlace(origin.place) },
      why: `'${name}'${at === undefined ? '' : ` (${at})`} was set when the route had been declared.`,
      into: null,
      change: 'Set it above the route, or pass { lateSettings: true }.',
      touches: []
    }
  })
}

/** Error handlers of contexts that are not above the route. */
const handlersOf = (node: ContextNode): Item[] =>
  (node.settings.errorHandler ?? []).flatMap(({ value, origin }) =>
    origin === undefined
      ? []
      : { kind: 'error handler' as const, name: labelOf(value, 'error handler', origin.place), origin }
  )

/** Lists what the application declares elsewhere. */
export function absencesFor(target: Target): Absence[] {
  const { tree } = target.node
  const routes = [...tree.declarations()].filter(({ isSibling }) => !isSibling)
  const absent: Absence[] = []
  walk(tree.root, (node) => {
    if (isAbove(node, target.node)) return
    absent.push(...pluginOf(node, routes, target))
    for (const item of [...itemsOf(node), ...handlersOf(node)]) absent.push(toAbsence(item, routes, target))
  })
  return [...absent, ...lateHandlers(target)]
}
