/**
 * The law of encapsulation: a context sees what it declared and what its ancestors declared, and nothing else.
 *
 * One pure function per kind of declaration; each reads from a node up to the root. To change what is visible where, change this file only.
 */
import { remember } from '../base/remember.ts'
import type { Callable } from '../user-function.ts'
import type { DecoratorKind, Decorators } from './decorator.ts'
import type { HookDeclaration } from './hook.ts'
import type { ContextNode } from './node.ts'
import type { Origin } from './origin.ts'
import type { RouteDefaults } from './route-defaults.ts'
import type { Declared, SettingHistory, SettingName, Settings } from './setting.ts'
import { anyTime, type Moment } from './settle.ts'

/** The path from the root to a node, both included. */
export function pathTo(node: ContextNode): ContextNode[] {
  const path: ContextNode[] = []
  for (let at: ContextNode | null = node; at !== null; at = at.parent) path.unshift(at)
  return path
}

/** Whether a context is above another one, or is that one. */
export const isAbove = (node: ContextNode, below: ContextNode): boolean =>
  node === below || (below.parent !== null && isAbove(node, below.parent))

/** The nearest context that is above two others, or one of them. */
export const commonAbove = (one: ContextNode, other: ContextNode): ContextNode =>
  isAbove(one, other) || one.parent === null ? one : commonAbove(one.parent, other)

/** Hooks of one name that run for the routes of a context, in the order in which they were declared. */
export function hooksSeenBy(node: ContextNode, name: string): HookDeclaration[] {
  const seen: HookDeclaration[] = []
  // Asked a dozen times for each route.
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    for (const hook of at.hooks) if (hook.name === name) seen.push(hook)
  }
  return seen.sort((a, b) => a.sequence - b.sequence)
}

/** Decorators of requests or replies; the nearest declaration of a name wins. */
export function decoratorsSeenBy(node: ContextNode, kind: DecoratorKind): Decorators {
  return new Map(pathTo(node).flatMap((at) => [...at[kind]]))
}

/** Shared schemas by `$id`; an id is unique along a path, so order does not matter. */
export function schemasSeenBy(node: ContextNode): Record<string, unknown> {
  return node.schemas.getSchemas()
}

/**
 * The settings that routes see, by Fastify's rule for each. A rule is a moment: when the route was declared, when it settled, or when its context was
 * made (`born`, for the contexts above). `always` sees all of them.
 */
const seenFrom = {
  ...{
    errorHandler: 'settled',
    schemaErrorFormatter: 'settled',
    replySerializer: 'settled',
    childLoggerFactory: 'declared'
  },
  ...{ validatorCompiler: 'born', serializerCompiler: 'born', buildValidator: 'born', buildSerializer: 'born' },
  ...{ genReqId: 'always', schemaLibrary: 'always' }
} as const satisfies Record<SettingName, keyof Moment | 'born' | 'always'>

function lastUntil<Name extends SettingName>(node: ContextNode, name: Name, until: number): Declared<Name> | undefined {
  const history: readonly Declared<Name>[] = node.settings[name] ?? []
  return history.findLast(({ sequence }) => sequence <= until)
}

/** The nearest value of one setting that was declared until a moment, with its declaration. */
export function declaredSettingSeenBy<Name extends SettingName>(
  node: ContextNode,
  name: Name,
  moment: Moment = anyTime
): Declared<Name> | undefined {
  const rule: keyof Moment | 'born' | 'always' = seenFrom[name]
  if (rule === 'born' && !node.tree.lateSettings)
    return lastUntil(node, name, Number.POSITIVE_INFINITY) ?? handedTo(node, name)
  const until = rule === 'settled' || rule === 'declared' ? moment[rule] : Number.POSITIVE_INFINITY
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    const found = lastUntil(at, name, until)
    if (found !== undefined) return found
  }
  return undefined
}

/** The settings that each context got when it was made, by name: one value, or none. They do not change, and contexts may be nested deeply. */
const handed = new WeakMap<ContextNode, SettingHistory>()

/** Returns the setting that a context got when it was made. It comes from the nearest context above that had a value of its own then. */
function handedTo<Name extends SettingName>(node: ContextNode, name: Name): Declared<Name> | undefined {
  if (latestSettingOf(node, name) === undefined) return undefined
  // From the root down, so that each asks those above it that have their own.
  for (const at of pathTo(node)) {
    const known = remember<ContextNode, SettingHistory>(handed, at, () => ({}))
    if (known[name] !== undefined) continue
    const values: SettingHistory[Name] = []
    const found = findHanded(at, name)
    if (found !== undefined) values.push(found)
    known[name] = values
  }
  return handed.get(node)?.[name]?.[0]
}

function findHanded<Name extends SettingName>({ parent, bornAt }: ContextNode, name: Name): Declared<Name> | undefined {
  for (let at = parent; at !== null; at = at.parent) {
    const found = lastUntil(at, name, bornAt) ?? handed.get(at)?.[name]?.[0]
    if (found !== undefined) return found
  }
  return undefined
}

/** The nearest value of one setting, whether or not a route sees it. */
export function latestSettingOf<Name extends SettingName>(node: ContextNode, name: Name): Declared<Name> | undefined {
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    const own = lastUntil(at, name, Number.POSITIVE_INFINITY)
    if (own !== undefined) return own
  }
  return undefined
}

/** The nearest value of one setting, or `undefined` where a route that settled at this moment sees none. */
export function settingSeenBy<Name extends SettingName>(
  node: ContextNode,
  name: Name,
  moment?: Moment
): Settings[Name] | undefined {
  return declaredSettingSeenBy(node, name, moment)?.value
}

/** The default compiler that a context, or else the nearest one above it, had to build for its routes. */
export function builtSeenBy(node: ContextNode, name: keyof ContextNode['built']): Settings[typeof name] | undefined {
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    if (at.built[name] !== undefined) return at.built[name]
  }
  return undefined
}

interface SeenErrorHandler {
  readonly handler: Callable
  readonly app: object
  readonly origin: Origin | undefined
}

/** Error handlers from the nearest to the farthest, newest first within a context. Each has those behind it that stood when it was set. */
export function errorHandlersSeenBy(node: ContextNode, { settled }: Moment = anyTime): SeenErrorHandler[] {
  const seen: SeenErrorHandler[] = []
  let until = settled
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    for (const { value, sequence, origin } of at.settings.errorHandler?.toReversed() ?? []) {
      if (sequence > until) continue
      seen.push({ handler: value, app: at.app, origin })
      until = sequence
    }
  }
  return seen
}

/** The context whose not-found handler answers for a node: the nearest one that owns a level and has set a handler, else the root. */
export function notFoundOwner(node: ContextNode): ContextNode {
  for (let at = node; ; at = at.parent) {
    if (at.parent === null || (at.ownsNotFound && at.notFound !== null)) return at
  }
}

/** Defaults of routes from the farthest to the nearest. */
export function routeDefaultsSeenBy(node: ContextNode): RouteDefaults[] {
  return pathTo(node).flatMap((at) => at.routeDefaults)
}

/** Names of the plugins that were registered in a context or above it. */
export function pluginsSeenBy(node: ContextNode): Set<string> {
  return new Set(pathTo(node).flatMap((at) => at.registeredPlugins))
}
