import { errors, withStackHeadline } from '../error/error.ts'
import { type Callable, isFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { guardOpen } from './freeze.ts'
import { checkHooks } from './hook.ts'
import { type Moment, momentOf } from './moment.ts'
import { type ContextNode, nodeOf } from './node.ts'
import { type Origin, originOf } from './origin.ts'
import type { RouteOptions } from './route-declaration.ts'

export interface NotFoundDeclaration {
  /** `undefined` for the default response, with the hooks of this context. */
  readonly handler: Callable | undefined
  /** The context that called `setNotFoundHandler`. Its hooks, decorators and error handlers apply. */
  readonly node: ContextNode
  readonly options: Readonly<Partial<RouteOptions>>
  readonly moment: Moment
  readonly origin: Origin
}

function notFoundScopeOf(node: ContextNode): ContextNode {
  let at = node
  while (!at.hasNotFoundScope && at.parent !== null) at = at.parent
  return at
}

export function duplicateNotFoundHandler(prefix: string): Error {
  const sentence = `The prefix '${prefix}' already has a not-found handler. Set one for each prefix.`
  return withStackHeadline(new errors.ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET(prefix), sentence)
}

export const notFoundVerbs = {
  setNotFoundHandler(this: AppObject, given?: unknown, fn?: unknown) {
    guardOpen(this, 'setNotFoundHandler()')
    const node = nodeOf(this)
    const isOptions = typeof given === 'object' && given !== null
    const handler = isOptions ? fn : given
    const options = isOptions ? (given as Partial<RouteOptions>) : {}
    checkHooks(options)
    if (handler !== undefined && !isFunction(handler))
      throw new errors.FST_ERR_ROUTE_HANDLER_NOT_FN('NOT_FOUND', node.prefix)
    const scope = notFoundScopeOf(node)
    if (scope.notFound !== null) throw duplicateNotFoundHandler(scope.prefix || '/')
    scope.notFound = {
      handler,
      node,
      options,
      moment: momentOf(node),
      origin: originOf(node, notFoundVerbs.setNotFoundHandler)
    }
    return this
  }
}
