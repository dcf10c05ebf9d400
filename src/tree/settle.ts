/**
 * The moments at which a route reads the settings of its context, such as the error handler, formatters and serializers.
 *
 * As in Fastify, a route settles when everything registered before it has loaded, and the declaring function has ended or awaited the app. Later
 * settings apply to later routes. Both moments are numbers in the order of all declarations of an app.
 */
import { callMethod } from './app-object.ts'
import { hideFromTree } from './loading-tree.ts'
import type { ContextNode } from './node.ts'

/** When a route was declared, and when it settled: `Infinity` until then. */
export interface Moment {
  readonly declared: number
  readonly settled: number
}

/** A moment that sees every setting, whenever it was set. */
export const anyTime: Moment = { declared: Number.POSITIVE_INFINITY, settled: Number.POSITIVE_INFINITY }

/** Declarations of one context that settle together, because nothing is loaded between them. */
export type Settling = { declared: number; settled: number }[]

/** Returns the moment of the current declaration. */
export function momentOf(node: ContextNode): Moment {
  const { tree } = node
  const moment = { declared: tree.sequence, settled: Number.POSITIVE_INFINITY }
  if (tree.settling !== null) {
    tree.settling.push(moment)
    return moment
  }
  const own: Settling = [moment]
  const settle = hideFromTree((error: unknown, done: (error: unknown) => void) => {
    if (tree.settling === own) tree.settling = null
    for (const one of own) one.settled = tree.sequence
    done(error)
  })
  try {
    callMethod(node.app, 'after', settle)
    tree.settling = own
  } catch {
    // The declaring plugin has loaded already.
    moment.settled = tree.sequence
  }
  return moment
}
