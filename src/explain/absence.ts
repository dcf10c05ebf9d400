/**
 * For `app.explain()`: lists hooks, error handlers and other declarations that do not apply to a request, with the reason and the fix.
 *
 * A declaration applies to its own plugin context and the contexts below. An error handler does not apply to routes that were declared before it.
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

interface Item {
  readonly kind: Absence['kind']
  readonly name: string
  readonly origin: Origin
}

const kindOf = {
  ...({ app: 'decorator', requestDecorators: 'decorator', replyDecorators: 'decorator' } as const),
  ...({ schema: 'schema', parser: 'parser' } as const)
}

function itemsOf(node: ContextNode): Item[] {
  const requestHooks = node.hooks.filter(({ name }) => hooks[name].kind === 'request')
  const named = requestHooks.map(({ fn, origin }) => {
    const kind: Absence['kind'] = derivingHookOf(fn)?.kind ?? 'hook'
    return { kind, name: labelOf(fn, kind, origin.place), origin }
  })
  const others = Object.entries(kindOf).flatMap(([bucket, kind]) =>
    [...(node.origins.get(bucket as keyof typeof kindOf) ?? [])].map(([name, origin]) => {
      return { kind, name: String(name), origin }
    })
  )
  return [...named, ...others]
}

const titlesExcept = ({ node, options }: Target, routes: readonly RouteDeclaration[]) =>
  routes
    .filter((route) => route.node !== node || route.options !== options)
    .map(({ methods, url }) => `${methods.join()} ${url}`)

function inParentheses({ place }: Origin): string {
  const at = shortPlace(place)
  return at === undefined ? '' : ` (${at})`
}

function applies({ kind, name, origin }: Item, { node, moment }: RouteDeclaration): boolean {
  if (!isAbove(origin.node, node)) return false
  if (kind === 'error handler') return inForce(node, moment).has(origin)
  if (kind === 'parser') return hasParser(node, name)
  return kind !== 'schema' || hasSchema(node, name)
}

function sentencesOf({ name, origin }: Item, above: ContextNode, target: Target) {
  const [of, here] = [contextLabel(origin.node), contextLabel(target.node)]
  const where = above === target.node ? `below '${here}'` : `beside '${here}'`
  const declared = `'${name}'${inParentheses(origin)} is declared in the context '${of}', ${where}.`
  return {
    why: `${declared} A declaration counts in its context and below.`,
    change: `Declare it in '${contextLabel(above)}', or make the plugins from '${of}' up to there shared.`
  }
}

function toAbsence(item: Item, routes: readonly RouteDeclaration[], target: Target): Absence {
  const { kind, name, origin } = item
  const above = commonAbove(target.node, origin.node)
  const reached = routes.filter((route) => isAbove(above, route.node) && !applies(item, route))
  return {
    ...{ kind, name, context: contextLabel(origin.node), place: origin.place ?? null },
    ...sentencesOf(item, above, target),
    into: contextLabel(above),
    touches: titlesExcept(target, reached)
  }
}

/** Reports a plugin whose context is beside or below the context of the route, so that its declarations do not apply. */
function pluginOf(node: ContextNode, routes: readonly RouteDeclaration[], target: Target): Absence[] {
  const { origin, parent } = node
  if (origin === null || parent === null || !isAbove(parent, target.node)) return []
  const [name, here, into] = [contextLabel(node), contextLabel(target.node), contextLabel(parent)]
  const where = parent === target.node ? `below '${here}'` : `beside '${here}'`
  const reached = routes.filter((route) => isAbove(parent, route.node) && !isAbove(node, route.node))
  return [
    {
      ...{ kind: 'plugin' as const, name, context: into, place: origin.place ?? null },
      why: `The plugin '${name}'${inParentheses(origin)} has a context of its own, ${where}.`,
      change: `Make it shared, so that all that it declares counts in '${into}'.`,
      into,
      touches: titlesExcept(target, reached)
    }
  ]
}

function tooLate(
  kind: Absence['kind'],
  name: string,
  origin: Origin,
  { since, option = '', touches }: { since: string; option?: string; touches: string[] }
): Absence {
  const context = contextLabel(origin.node)
  return {
    ...{ kind, name, context, place: origin.place ?? null },
    why: `'${name}'${inParentheses(origin)} was ${kind === 'error handler' ? 'set' : 'declared'} when ${since}.`,
    into: null,
    change: `${kind === 'error handler' ? 'Set' : 'Declare'} it first in '${context}'${option}.`,
    touches
  }
}

/** A new context copies the parsers and schemas of its parent. So those that are added to the parent later are missing in it. */
function lateItems(routes: readonly RouteDeclaration[], target: Target): Absence[] {
  const has = { parser: hasParser, schema: hasSchema } as const
  return pathTo(target.node).flatMap((above) =>
    (['parser', 'schema'] as const).flatMap((kind) =>
      [...(above.origins.get(kind) ?? [])].flatMap(([name, origin]) => {
        // `origins` also keeps parsers that were removed later, and these are not reported.
        if (has[kind](target.node, name) || !has[kind](above, name)) return []
        const reached = routes.filter(({ node }) => isAbove(above, node) && !has[kind](node, name))
        const since = `the context '${contextLabel(target.node)}' had been made`
        return tooLate(kind, String(name), origin, { since, touches: titlesExcept(target, reached) })
      })
    )
  )
}

/** @param type a content type; for a parser with a regular expression, its source text such as `/^text/` */
const hasParser = ({ parsers }: ContextNode, type: unknown) =>
  String(type).startsWith('/') ? [...parsers.entries()].some(([key]) => key === type) : parsers.has(type)
const hasSchema = ({ schemas }: ContextNode, id: unknown) => schemas.getSchema(id as string) !== undefined

const inForce = (node: ContextNode, moment: Moment) =>
  new Set(errorHandlersSeenBy(node, moment).map(({ origin }) => origin))

/** Lists error handlers that were set after the route was declared, or after a nearer context had set its own. */
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
      touches: titlesExcept(target, reached)
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
