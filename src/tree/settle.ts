/**
 * The moments at which a route takes the settings of its context: the error handler, formatters, serializers and the like.
 *
 * As in Fastify, a route settles when the loading passes it. Then everything registered before it has loaded, and the function that declares it has
 * ended or awaited the app. Later settings are for later routes. The two moments are numbers in the order of all declarations of an app.
 */
import { callMethod } from './app-object.ts'
import { hideFromTree } from './loading-tree.ts'
import type { ContextNode } from './node.ts'

/** When a route was declared, and when it settled: `Infinity` as long as it has not. */
export interface Moment {
  readonly declared: number
  readonly settled: number
}

/** Sees every setting, whenever it was set. */
export const anyTime: Moment = { declared: Number.POSITIVE_INFINITY, settled: Number.POSITIVE_INFINITY }

/** Declarations of one context that settle together, because the loading has nothing else to do between them. */
export type Settling = { declared: number; settled: number }[]

/** Returns the moment of a declaration that is being made. */
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
    // The plugin that declares it has loaded already.
    moment.settled = tree.sequence
  }
  return moment
}
