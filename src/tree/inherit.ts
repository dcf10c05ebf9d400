/**
 * The rule of encapsulation: a context sees its own declarations and those of its ancestors, and nothing else.
 *
 * Each kind of declaration has a pure function that reads from a node up to the root. Only this file decides which declarations are visible where.
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

/** The path from the root to a node, inclusive. */
export function pathTo(node: ContextNode): ContextNode[] {
  const path: ContextNode[] = []
  for (let at: ContextNode | null = node; at !== null; at = at.parent) path.unshift(at)
  return path
}

/** Whether a context is an ancestor of another one, or the same one. */
export const isAbove = (node: ContextNode, below: ContextNode): boolean =>
  node === below || (below.parent !== null && isAbove(node, below.parent))

/** The nearest common ancestor of two contexts, which may be one of them. */
export const commonAbove = (one: ContextNode, other: ContextNode): ContextNode =>
  isAbove(one, other) || one.parent === null ? one : commonAbove(one.parent, other)

/** Hooks of one name for the routes of a context, in the order of declaration. */
export function hooksSeenBy(node: ContextNode, name: string): HookDeclaration[] {
  const seen: HookDeclaration[] = []
  // A loop, because it runs a dozen times for each route.
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    for (const hook of at.hooks) if (hook.name === name) seen.push(hook)
  }
  return seen.sort((a, b) => a.sequence - b.sequence)
}

/** Decorators of requests or replies; the nearest declaration of a name applies. */
export function decoratorsSeenBy(node: ContextNode, kind: DecoratorKind): Decorators {
  return new Map(pathTo(node).flatMap((at) => [...at[kind]]))
}

/** Shared schemas by `$id`; an id is unique along a path, so order does not matter. */
export function schemasSeenBy(node: ContextNode): Record<string, unknown> {
  return node.schemas.getSchemas()
}

/**
 * The time at which a route reads each setting, as in Fastify. It is when the route was declared, when it settled, or when its context was made (`born`, for settings of ancestors). With `always`, the time does not matter.
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

/** The nearest value of a setting that was declared by this time, with its declaration. */
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

/**
 * The settings that each context inherited when it was made, by name: one value, or none. Cached, because they do not change and contexts may be nested
 * deeply.
 */
const handed = new WeakMap<ContextNode, SettingHistory>()

/** Returns the setting that a context inherited when it was made, from the nearest ancestor with a value of its own at that time. */
function handedTo<Name extends SettingName>(node: ContextNode, name: Name): Declared<Name> | undefined {
  if (latestSettingOf(node, name) === undefined) return undefined
  // Starts at the root, so that each context can use the cached result of its parent.
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

/** The nearest value of a setting, even if a route does not use it. */
export function latestSettingOf<Name extends SettingName>(node: ContextNode, name: Name): Declared<Name> | undefined {
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    const own = lastUntil(at, name, Number.POSITIVE_INFINITY)
    if (own !== undefined) return own
  }
  return undefined
}

/** The nearest value of a setting, or `undefined` if a route of this moment sees none. */
export function settingSeenBy<Name extends SettingName>(
  node: ContextNode,
  name: Name,
  moment?: Moment
): Settings[Name] | undefined {
  return declaredSettingSeenBy(node, name, moment)?.value
}

/** The default compiler that was built for the routes of a context, or of its nearest ancestor. */
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

/**
 * Error handlers from the nearest to the farthest, newest first within a context. An error that one throws goes to the handlers that existed when it
 * was set.
 */
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

/** The context whose not-found handler responds for a node: the nearest one with a not-found scope and a handler, else the root. */
export function notFoundOwner(node: ContextNode): ContextNode {
  for (let at = node; ; at = at.parent) {
    if (at.parent === null || (at.ownsNotFound && at.notFound !== null)) return at
  }
}

/** Route defaults, from the outermost context to the innermost. */
export function routeDefaultsSeenBy(node: ContextNode): RouteDefaults[] {
  return pathTo(node).flatMap((at) => at.routeDefaults)
}

/** Names of the plugins that were registered in a context or its ancestors. */
export function pluginsSeenBy(node: ContextNode): Set<string> {
  return new Set(pathTo(node).flatMap((at) => at.registeredPlugins))
}
