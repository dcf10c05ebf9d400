/**
 * All declarations of the application that do not apply to a request, each with the reason and the change that would make the declaration apply.
 *
 * A declaration applies to its own context and the contexts below. So it does not apply if the route is in a sibling or in a context above. An error
 * handler does not apply to routes that were declared before the handler.
 */
import type { Absence } from '../../types/explain.ts'
import { contextLabel, shortPlace } from '../tree/context-label.ts'
import { derivingHookOf } from '../tree/derive.ts'
import { hooks } from '../tree/hook.ts'
import { commonAbove, errorHandlersSeenBy, isAbove, pathTo } from '../tree/inherit.ts'
import { labelOf } from '../tree/label.ts'
import type { Moment } from '../tree/moment.ts'
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
    const kind: Absence['kind'] = derivingHookOf(fn)?.kind ?? 'hook'
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

const titleOf = ({ methods, url }: RouteDeclaration) => `${methods.join()} ${url}`

function isSame(route: RouteDeclaration, { node, options }: Target): boolean {
  return route.node === node && route.options === options
}

/** Whether a declaration applies to a route: it was made in the route's context or above, and early enough. */
function counts({ kind, name, origin }: Item, { node, moment }: RouteDeclaration): boolean {
  if (!isAbove(origin.node, node)) return false
  if (kind === 'error handler') return inForce(node, moment).has(origin)
  if (kind === 'parser') return hasParser(node, name)
  return kind !== 'schema' || hasSchema(node, name)
}

/** The other routes to which a declaration would apply as well, if it were moved to a context above. */
function touchedBy(routes: readonly RouteDeclaration[], item: Item, above: ContextNode, target: Target): string[] {
  const reached = routes.filter((route) => isAbove(above, route.node) && !counts(item, route))
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
    ...{ kind, name, context: contextLabel(origin.node), place: origin.place ?? null },
    ...sentencesOf(item, above, target),
    into: contextLabel(above),
    touches: touchedBy(routes, item, above, target)
  }
}

/** A plugin whose context is a sibling or a descendant of the route's. Its declarations are listed, too. */
function pluginOf(node: ContextNode, routes: readonly RouteDeclaration[], target: Target): Absence[] {
  const { origin, parent } = node
  if (origin === null || parent === null || !isAbove(parent, target.node)) return []
  const [name, here, into] = [contextLabel(node), contextLabel(target.node), contextLabel(parent)]
  const at = shortPlace(origin.place)
  const where = parent === target.node ? `below '${here}'` : `beside '${here}'`
  const reached = routes.filter((route) => isAbove(parent, route.node) && !isAbove(node, route.node))
  return [
    {
      ...{ kind: 'plugin' as const, name, context: into, place: origin.place ?? null },
      why: `The plugin '${name}'${at === undefined ? '' : ` (${at})`} has a context of its own, ${where}.`,
      change: `Make it shared, so that all that it declares counts in '${into}'.`,
      into,
      touches: reached.filter((route) => !isSame(route, target)).map(titleOf)
    }
  ]
}

/** Describes a declaration of a context above the route that came too late. */
function tooLate(
  kind: Absence['kind'],
  name: string,
  origin: Origin,
  { since, option = '', touches }: { since: string; option?: string; touches: string[] }
): Absence {
  const [at, context] = [shortPlace(origin.place), contextLabel(origin.node)]
  return {
    ...{ kind, name, context, place: origin.place ?? null },
    why: `'${name}'${at === undefined ? '' : ` (${at})`} was ${kind === 'error handler' ? 'set' : 'declared'} when ${since}.`,
    into: null,
    change: `${kind === 'error handler' ? 'Set' : 'Declare'} it first in '${context}'${option}.`,
    touches
  }
}

/** Parsers and schemas that a context above the route has and the route's context lacks. A context copies those that exist when it is created. */
function lateItems(routes: readonly RouteDeclaration[], target: Target): Absence[] {
  const has = { parser: hasParser, schema: hasSchema } as const
  return pathTo(target.node).flatMap((above) =>
    (['parser', 'schema'] as const).flatMap((kind) =>
      [...(above.origins.get(kind) ?? [])].flatMap(([name, origin]) => {
        // The origin of a parser is kept when the parser is removed. So the context above may no longer have the parser.
        if (has[kind](target.node, name) || !has[kind](above, name)) return []
        const reached = routes.filter(({ node }) => isAbove(above, node) && !has[kind](node, name))
        const touches = reached.filter((route) => !isSame(route, target)).map(titleOf)
        const since = `the context '${contextLabel(target.node)}' had been made`
        return tooLate(kind, String(name), origin, { since, touches })
      })
    )
  )
}

/** Whether a context has a parser for a media type. A parser for a regular expression has its source text as type, such as `/^text/`. */
const hasParser = ({ parsers }: ContextNode, type: unknown) =>
  String(type).startsWith('/') ? [...parsers.entries()].some(([key]) => key === type) : parsers.has(type)
const hasSchema = ({ schemas }: ContextNode, id: unknown) => schemas.getSchema(id as string) !== undefined

const inForce = (node: ContextNode, moment: Moment) =>
  new Set(errorHandlersSeenBy(node, moment).map(({ origin }) => origin))

/** Error handlers above the route that were set too late: after the route was declared, or after a nearer handler was set. */
function lateHandlers(routes: readonly RouteDeclaration[], target: Target): Absence[] {
  const seen = inForce(target.node, target.moment)
  const set = pathTo(target.node).flatMap(({ settings }) => settings.errorHandler ?? [])
  return set.flatMap(({ value, origin, sequence }) => {
    if (origin === undefined || seen.has(origin)) return []
    const isLate = sequence > target.moment.settingsUntil
    const reached = routes.filter(
      ({ node, moment }) => isAbove(origin.node, node) && !inForce(node, moment).has(origin)
    )
    return tooLate('error handler', labelOf(value, 'error handler', origin.place), origin, {
      since: isLate ? 'the route had been declared' : 'a nearer error handler had been set',
      option: isLate ? ', or pass { lateSettings: true }' : '',
      touches: reached.filter((route) => !isSame(route, target)).map(titleOf)
    })
  })
}

const handlersOf = (node: ContextNode): Item[] =>
  (node.settings.errorHandler ?? []).flatMap(({ value, origin }) =>
    origin === undefined
      ? []
      : { kind: 'error handler' as const, name: labelOf(value, 'error handler', origin.place), origin }
  )

export function absencesFor(target: Target): Absence[] {
  const { tree } = target.node
  const routes = [...tree.declarations()].filter(({ isSibling }) => !isSibling)
  const absent: Absence[] = []
  walk(tree.root, (node) => {
    if (isAbove(node, target.node)) return
    absent.push(...pluginOf(node, routes, target))
    for (const item of [...itemsOf(node), ...handlersOf(node)]) absent.push(toAbsence(item, routes, target))
  })
  return [...absent, ...lateItems(routes, target), ...lateHandlers(routes, target)]
}
