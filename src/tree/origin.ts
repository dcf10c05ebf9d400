/** The origin of every declaration: the plugin that is loading, and the line of the call. */
import { getOrCreate } from '../base/get-or-create.ts'
import { type Place, placeOfCall } from '../error/place.ts'
import type { UserFunction } from '../user-function.ts'
import type { ContextNode } from './node.ts'

export interface Origin {
  readonly node: ContextNode
  /** The name of the declaring plugin. `undefined` for a plugin without a name, and for the application itself. */
  readonly plugin: string | undefined
  /** Whether the declaring plugin was written for Fastify. */
  readonly isForeign: boolean
  /** The line of the declaration. `undefined` in a bundle, whose line numbers do not match the source files. */
  readonly place: Place | undefined
}

/** @param verb the method of the app that the application called */
export function originOf(node: ContextNode, verb: UserFunction): Origin {
  const { plugin, isForeign } = node.cursor
  return { node, plugin, isForeign, place: placeOfCall(verb) }
}

export type NamedKind = 'app' | 'requestDecorators' | 'replyDecorators' | 'schema' | 'parser'

export type Origins = Map<NamedKind, Map<unknown, Origin>>

export function recordOrigin(node: ContextNode, kind: NamedKind, name: unknown): void {
  getOrCreate(node.origins, kind, () => new Map()).set(name, originOf(node, recordOrigin))
}

export function declaredTwice(node: ContextNode, kind: NamedKind, name: unknown, now: string | undefined): string {
  let at: ContextNode = node
  while (at.parent !== null && !at.origins.get(kind)?.has(name)) at = at.parent
  const first = at.origins.get(kind)?.get(name)?.plugin
  if (first === undefined && now === undefined) return ''
  if (first === now) return ` The plugin '${now}' declares it twice, or is registered twice.`
  const sentence = `${titleOf(first)} declared it first, and now ${titleOf(now)} does.`
  return ` ${sentence[0]?.toUpperCase()}${sentence.slice(1)} Leave one of the two out, or keep them in contexts of their own.`
}

const titleOf = (plugin: string | undefined) => (plugin === undefined ? 'the application' : `the plugin '${plugin}'`)
