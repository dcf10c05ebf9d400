/** The origin of every declaration: the plugin that is loading, and the line of the call. */
import { remember } from '../base/remember.ts'
import { type Place, placeOfCall } from '../error/place.ts'
import type { UserFunction } from '../user-function.ts'
import type { ContextNode } from './node.ts'

export interface Origin {
  /** The context in which it was declared. */
  readonly node: ContextNode
  /** `undefined` for a plugin without a name, and for the application itself. */
  readonly plugin: string | undefined
  /** Whether that plugin was written for Fastify. */
  readonly isForeign: boolean
  /** `undefined` in a bundle, where lines cannot be attributed. */
  readonly place: Place | undefined
}

/** The origin of the declaration that `verb`, the running function, makes in a context. */
export function originOf(node: ContextNode, verb: UserFunction): Origin {
  const { plugin, isForeign } = node.cursor
  return { node, plugin, isForeign, place: placeOfCall(verb) }
}

/** Kinds of declarations with a name that may be declared only once. */
export type NamedKind = 'app' | 'requestDecorators' | 'replyDecorators' | 'schema' | 'parser'

export type Origins = Map<NamedKind, Map<unknown, Origin>>

/** Records the origin of a name that is being declared. */
export function noteOrigin(node: ContextNode, kind: NamedKind, name: unknown): void {
  remember(node.origins, kind, () => new Map()).set(name, originOf(node, noteOrigin))
}

/** A sentence for an error about a duplicate name, with both plugins; empty if neither has a name. */
export function declaredTwice(node: ContextNode, kind: NamedKind, name: unknown, now: string | undefined): string {
  let at: ContextNode = node
  while (at.parent !== null && !at.origins.get(kind)?.has(name)) at = at.parent
  const first = at.origins.get(kind)?.get(name)?.plugin
  if (first === undefined && now === undefined) return ''
  if (first === now) return ` The plugin '${now}' declares it twice, or is registered twice.`
  const told = `${titleOf(first)} declared it first, and now ${titleOf(now)} does.`
  return ` ${told[0]?.toUpperCase()}${told.slice(1)} Leave one of the two out, or keep them in contexts of their own.`
}

const titleOf = (plugin: string | undefined) => (plugin === undefined ? 'the application' : `the plugin '${plugin}'`)
