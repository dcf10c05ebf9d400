/** The moment after which the tree no longer changes. */
import { errors } from '../error/error.ts'
import type { AppObject } from './app-object.ts'
import { nodeOf, type Tree } from './node.ts'

/** @throws FST_ERR_INSTANCE_ALREADY_LISTENING when the app is ready: its routes are compiled and would not see the declaration. */
export function guardOpen(app: AppObject, verb: string): void {
  if (nodeOf(app).tree.phase === 'closed') throw new errors.FST_ERR_INSTANCE_ALREADY_LISTENING(`Cannot call "${verb}"!`)
}

export function isClosed(app: AppObject): boolean {
  return nodeOf(app).tree.phase === 'closed'
}

export function freeze(tree: Tree): void {
  tree.phase = 'closed'
}
