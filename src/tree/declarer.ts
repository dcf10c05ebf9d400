/** Which plugin declared what: whoever declares a name again, that can be declared once, hears of both. */
import { remember } from '../base/remember.ts'
import type { ContextNode } from './node.ts'

type Kind = 'app' | 'requestDecorators' | 'replyDecorators' | 'schema' | 'parser'

/** The plugin of each name; `undefined` for one that has no name, and for the application. */
export type Declarers = Map<Kind, Map<unknown, string | undefined>>

/** Notes who declares a name in a context just now. */
export function noteDeclarer({ declarers, cursor }: ContextNode, kind: Kind, name: unknown): void {
  remember(declarers, kind, () => new Map()).set(name, cursor.plugin)
}

/** A sentence for the end of a message about a name that a context has already: who declared it, and who does now. Nothing where no plugin has a name. */
export function declaredTwice(node: ContextNode, kind: Kind, name: unknown, now: string | undefined): string {
  let at: ContextNode = node
  while (at.parent !== null && !at.declarers.get(kind)?.has(name)) at = at.parent
  const first = at.declarers.get(kind)?.get(name)
  if (first === undefined && now === undefined) return ''
  if (first === now) return ` The plugin '${now}' declares it twice, or is registered twice.`
  const told = `${titleOf(first)} declared it first, and now ${titleOf(now)} does.`
  return ` ${told[0]?.toUpperCase()}${told.slice(1)} Leave one of the two out, or keep them in contexts of their own.`
}

const titleOf = (plugin: string | undefined) => (plugin === undefined ? 'the application' : `the plugin '${plugin}'`)
