/**
 * The law of encapsulation: a context sees what it declared and what its ancestors declared, and nothing else.
 *
 * One pure function per kind of declaration; each reads from a node up to the root. To change what is visible where, change this file only.
 */
import type { Callable } from '../user-function.ts'
import type { DecoratorKind, Decorators } from './decorator.ts'
import type { HookDeclaration } from './hook.ts'
import type { ContextNode } from './node.ts'
import type { RouteDefaults } from './route-defaults.ts'
import type { Settings } from './setting.ts'

/** The path from the root to a node, both included. */
function pathTo(node: ContextNode): ContextNode[] {
  const path: ContextNode[] = []
  for (let at: ContextNode | null = node; at !== null; at = at.parent) path.unshift(at)
  return path
}

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

/** The nearest value of one setting, or `undefined` where no context on the path has set it. */
export function settingSeenBy<Name extends keyof Settings>(node: ContextNode, name: Name): Settings[Name] | undefined {
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    if (at.settings[name] !== undefined) return at.settings[name]
  }
  return undefined
}

/** The default compiler that a context, or else the nearest one above it, had to build for its routes. */
export function builtSeenBy(node: ContextNode, name: keyof ContextNode['built']): Settings[typeof name] | undefined {
  for (let at: ContextNode | null = node; at !== null; at = at.parent) {
    if (at.built[name] !== undefined) return at.built[name]
  }
  return undefined
}

/** Error handlers from the nearest to the farthest, newest first within a context. */
export function errorHandlersSeenBy(node: ContextNode): { handler: Callable; app: object }[] {
  return pathTo(node)
    .flatMap((at) => (at.settings.errorHandlers ?? []).map((handler) => ({ handler, app: at.app })))
    .reverse()
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
