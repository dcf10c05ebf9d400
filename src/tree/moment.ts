/**
 * As in Fastify, a setting such as an error handler also applies to routes that were declared shortly before it. The limit is the time when
 * everything registered before the route has loaded, and the declaring function has ended or awaited the app. Times are values of `Tree.sequence`.
 */
import { callMethod } from './app-object.ts'
import { hideFromTree } from './loading-tree.ts'
import type { ContextNode } from './node.ts'

/** `settingsUntil` is `Infinity` while later settings still apply to the route. */
export interface Moment {
  readonly declared: number
  readonly settingsUntil: number
}

export const anyTime: Moment = { declared: Number.POSITIVE_INFINITY, settingsUntil: Number.POSITIVE_INFINITY }

/** Declarations of one context with the same limit, because no plugin loads between them. */
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
