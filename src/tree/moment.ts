/**
 * As in Fastify, a route "settles" when everything registered before it has loaded, and the declaring function has ended or awaited the app. Settings
 * that are set before that time apply to the route, later settings only to later routes. Times are values of `Tree.sequence`.
 */
import { callMethod } from './app-object.ts'
import { hideFromTree } from './loading-tree.ts'
import type { ContextNode } from './node.ts'

/** `settingsUntil` is `Infinity` until the route has settled. */
export interface Moment {
  readonly declared: number
  readonly settingsUntil: number
}

export const anyTime: Moment = { declared: Number.POSITIVE_INFINITY, settingsUntil: Number.POSITIVE_INFINITY }

/** Declarations of one context that settle at the same time, because no plugin loads between them. */
export type UnsettledMoments = { declared: number; settingsUntil: number }[]

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
