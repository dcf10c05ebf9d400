/**
 * Determines which settings a route sees, such as the error handler, formatters and serializers.
 *
 * As in Fastify, a route "settles" when everything registered before it has loaded, and the declaring function has ended or awaited the app. Settings
 * that are set before that time apply to the route, later settings only to later routes. Times are numbers in the order of all declarations of an
 * app.
 */
import { callMethod } from './app-object.ts'
import { hideFromTree } from './loading-tree.ts'
import type { ContextNode } from './node.ts'

/**
 * The time at which a route was declared, and the time until which settings apply to it. The second one is `Infinity` until the route has settled.
 */
export interface Moment {
  readonly declared: number
  readonly settingsUntil: number
}

/** A moment at which every setting is visible, even the latest. */
export const anyTime: Moment = { declared: Number.POSITIVE_INFINITY, settingsUntil: Number.POSITIVE_INFINITY }

/** Declarations of one context that settle at the same time, because no plugin loads between them. */
export type UnsettledMoments = { declared: number; settingsUntil: number }[]

/** Returns the moment of the current declaration. The member `settingsUntil` is set later. */
export function momentOf(node: ContextNode): Moment {
  const { tree } = node
  const moment = { declared: tree.sequence, settingsUntil: Number.POSITIVE_INFINITY }
  if (tree.unsettled !== null) {
    tree.unsettled.push(moment)
    return moment
  }
  const own: UnsettledMoments = [moment]
  const settle = hideFromTree((error: unknown, done: (error: unknown) => void) => {
    if (tree.unsettled === own) tree.unsettled = null
    for (const one of own) one.settingsUntil = tree.sequence
    done(error)
  })
  try {
    callMethod(node.app, 'after', settle)
    tree.unsettled = own
  } catch {
    // `after` fails if the declaring plugin has already loaded. Then later settings do not apply to the route.
    moment.settingsUntil = tree.sequence
  }
  return moment
}
