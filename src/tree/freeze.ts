/**
 * Ends declarations. A `sealed` tree of contexts no longer changes, because routes are compiled from it. A `closed` tree also refuses decorators of
 * the app.
 */
import { errors, withStackHeadline } from '../error/error.ts'
import type { AppObject } from './app-object.ts'
import { nodeOf, type Tree } from './node.ts'

/** @throws FST_ERR_INSTANCE_ALREADY_LISTENING when the routes are already compiled, because they would lack the declaration */
export function guardOpen(app: AppObject, what: string): void {
  if (nodeOf(app).tree.phase !== 'open') throw new errors.FST_ERR_INSTANCE_ALREADY_LISTENING(what)
}

/** @throws FST_ERR_INSTANCE_ALREADY_LISTENING when the app is ready. Before that, `onReady` hooks may still decorate the app. */
export function guardNotReady(app: AppObject, what: string): void {
  if (nodeOf(app).tree.phase === 'closed') throw new errors.FST_ERR_INSTANCE_ALREADY_LISTENING(what)
}

export function guardRoutes(app: AppObject): void {
  const { tree } = nodeOf(app)
  if (tree.phase === 'open') return
  const error = new errors.FST_ERR_INSTANCE_ALREADY_LISTENING('A route')
  if (tree.root.app.listeningOrigin === undefined) throw error
  const { message } = error
  error.message = 'Fastify instance is already listening. Cannot add route!'
  throw withStackHeadline(error, message)
}

export function isSealed(app: AppObject): boolean {
  return nodeOf(app).tree.phase !== 'open'
}

export function isClosed(app: AppObject): boolean {
  return nodeOf(app).tree.phase === 'closed'
}

export function seal(tree: Tree): void {
  tree.phase = 'sealed'
  tree.routes.length = 0
}

export function freeze(tree: Tree): void {
  tree.phase = 'closed'
}
