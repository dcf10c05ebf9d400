/** Encapsulation: the declarations that apply in a context are its own and its ancestors'. Only this file implements this rule. */
import { getOrCreate } from '../base/get-or-create.ts'
import type { Callable } from '../user-function.ts'
import type { DecoratorKind, Decorators } from './decorator.ts'
import type { HookDeclaration } from './hook.ts'
import { anyTime, type Moment } from './moment.ts'
import type { ContextNode } from './node.ts'
import type { Origin } from './origin.ts'
import type { RouteDefaults } from './route-defaults.ts'
import type { Declared, SettingHistory, SettingName, Settings } from './setting.ts'

export function pathTo(node: ContextNode): ContextNode[] {
  const path: ContextNode[] = []
  for (let at: ContextNode | null = node; at !== null; at = at.parent) path.unshift(at)
  return path
}

export const isAbove = (node: ContextNode, below: ContextNode): boolean =>
  node === below || (below.parent !== null && isAbove(node, below.parent))

/** Returns the nearest common ancestor, which may be one of the two contexts. */
export const commonAbove = (one: ContextNode, other: ContextNode): ContextNode =>
  isAbove(one, other) || one.parent === null ? one : commonAbove(one.parent, other)

/** Returns the first result that is not `undefined`, from a context up to the root. */
function nearest<Found>(from: ContextNode | null, find: (at: ContextNode) => Found | undefined): Found | undefined {
  for (let at = from; at !== null; at = at.parent) {
    const found = find(at)
    if (found !== undefined) return found
  }
  return undefined
}

export function hooksSeenBy(node: ContextNode, name: string): HookDeclaration[] {
  const seen: HookDeclaration[] = []
  // A loop, because the list of `pathTo` would be made a dozen times for each route at boot.
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    for (const hook of at.hooks) if (hook.name === name) seen.push(hook)
  }
  return seen.sort((a, b) => a.sequence - b.sequence)
}

export function decoratorsSeenBy(node: ContextNode, kind: DecoratorKind): Decorators {
  return new Map(pathTo(node).flatMap((at) => [...at[kind]]))
}

export function schemasSeenBy(node: ContextNode): Record<string, unknown> {
  return node.schemas.getSchemas()
}

/**
 * As in Fastify, a route uses the value that a setting had at a certain time:
 * - `declared`: when the route was declared
 * - `settingsUntil`: when all plugins before the route had loaded (`moment.ts`)
 * - `created`: when the route's context was made. The context's own values apply even if set later
 * - `always`: without a limit, the latest value applies
 */
const seenFrom = {
  ...{
    errorHandler: 'settingsUntil',
    schemaErrorFormatter: 'settingsUntil',
    replySerializer: 'settingsUntil',
    childLoggerFactory: 'declared'
  },
  ...{
    validatorCompiler: 'created',
    serializerCompiler: 'created',
    buildValidator: 'created',
    buildSerializer: 'created'
  },
  ...{ genReqId: 'always', schemaLibrary: 'always' }
} as const satisfies Record<SettingName, keyof Moment | 'created' | 'always'>

function lastUntil<Name extends SettingName>(node: ContextNode, name: Name, until: number): Declared<Name> | undefined {
  const history: readonly Declared<Name>[] = node.settings[name] ?? []
  return history.findLast(({ sequence }) => sequence <= until)
}

export function declaredSettingSeenBy<Name extends SettingName>(
  node: ContextNode,
  name: Name,
  moment: Moment = anyTime
): Declared<Name> | undefined {
  const rule: keyof Moment | 'created' | 'always' = seenFrom[name]
  if (rule === 'created' && !node.tree.lateSettings)
    return lastUntil(node, name, Number.POSITIVE_INFINITY) ?? inheritedSettingOf(node, name)
  const until = rule === 'settingsUntil' || rule === 'declared' ? moment[rule] : Number.POSITIVE_INFINITY
  return nearest(node, (at) => lastUntil(at, name, until))
}

/**
 * The settings that a context inherited when it was made, as arrays of at most one value. Cached, because deep nestings would search all ancestors.
 */
const inherited = new WeakMap<ContextNode, SettingHistory>()

function inheritedSettingOf<Name extends SettingName>(node: ContextNode, name: Name): Declared<Name> | undefined {
  if (latestSettingOf(node, name) === undefined) return undefined
  // Starts at the root, so that each context can use the cached result of its parent.
  for (const at of pathTo(node)) {
    const known = getOrCreate<ContextNode, SettingHistory>(inherited, at, () => ({}))
    if (known[name] !== undefined) continue
    const values: SettingHistory[Name] = []
    const found = findInherited(at, name)
    if (found !== undefined) values.push(found)
    known[name] = values
  }
  return inherited.get(node)?.[name]?.[0]
}

function findInherited<Name extends SettingName>(
  { parent, createdAt }: ContextNode,
  name: Name
): Declared<Name> | undefined {
  return nearest(parent, (at) => lastUntil(at, name, createdAt) ?? inherited.get(at)?.[name]?.[0])
}

/** Returns the nearest value of a setting, even if it was set too late for a route. */
export function latestSettingOf<Name extends SettingName>(node: ContextNode, name: Name): Declared<Name> | undefined {
  return nearest(node, (at) => lastUntil(at, name, Number.POSITIVE_INFINITY))
}

export function settingSeenBy<Name extends SettingName>(
  node: ContextNode,
  name: Name,
  moment?: Moment
): Settings[Name] | undefined {
  return declaredSettingSeenBy(node, name, moment)?.value
}

export function builtSeenBy(node: ContextNode, name: keyof ContextNode['built']): Settings[typeof name] | undefined {
  return nearest(node, ({ built }) => built[name])
}

interface SeenErrorHandler {
  readonly handler: Callable
  readonly app: object
  readonly origin: Origin | undefined
}

/** Nearest and newest first. If a handler throws, the next handler gets the error. As in Fastify, the next handler must have been set earlier. */
export function errorHandlersSeenBy(node: ContextNode, { settingsUntil }: Moment = anyTime): SeenErrorHandler[] {
  const seen: SeenErrorHandler[] = []
  let until = settingsUntil
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    for (const { value, sequence, origin } of at.settings.errorHandler?.toReversed() ?? []) {
      if (sequence > until) continue
      seen.push({ handler: value, app: at.app, origin })
      until = sequence
    }
  }
  return seen
}

/** Returns the context whose not-found handler applies: the nearest context with its own prefix and a handler, otherwise the root. */
export function notFoundOwner(node: ContextNode): ContextNode {
  for (let at = node; ; at = at.parent) {
    if (at.parent === null || (at.hasNotFoundScope && at.notFound !== null)) return at
  }
}

export function routeDefaultsSeenBy(node: ContextNode): RouteDefaults[] {
  return pathTo(node).flatMap((at) => at.routeDefaults)
}

export function pluginsSeenBy(node: ContextNode): Set<string> {
  return new Set(pathTo(node).flatMap((at) => at.registeredPlugins))
}
