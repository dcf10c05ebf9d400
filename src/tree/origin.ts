/** Where every declaration comes from: the plugin that is being loaded, and the line of the call. */
import { remember } from '../base/remember.ts'
import { type Place, placeOfCall } from '../error/place.ts'
import type { UserFunction } from '../user-function.ts'
import type { ContextNode } from './node.ts'

export interface Origin {
  /** The context of the call. */
  readonly node: ContextNode
  /** `undefined` for a plugin without a name, and for the application. */
  readonly plugin: string | undefined
  /** Whether that plugin was written for Fastify. */
  readonly isForeign: boolean
  /** `undefined` in a bundle, where no line tells whose it is. */
  readonly place: Place | undefined
}

/** The origin of what `verb`, which is running, declares in a context. */
export function originOf(node: ContextNode, verb: UserFunction): Origin {
  const { plugin, isForeign } = node.cursor
  return { node, plugin, isForeign, place: placeOfCall(verb) }
}

/** Kinds of declarations that have a name, and may be made once only. */
export type NamedKind = 'app' | 'requestDecorators' | 'replyDecorators' | 'schema' | 'parser'

export type Origins = Map<NamedKind, Map<unknown, Origin>>

/** Notes the origin of a name that is being declared in a context. */
export function noteOrigin(node: ContextNode, kind: NamedKind, name: unknown): void {
  remember(node.origins, kind, () => new Map()).set(name, originOf(node, noteOrigin))
}

/** A sentence for the end of a message about a name that a context has already: both plugins. Empty where neither has a name. */
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
