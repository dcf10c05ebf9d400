/** The not-found handler of a level of prefixes. */
import { errors } from '../error/error.ts'
import type { AppObject, UserFunction } from './app-object.ts'
import { guardOpen } from './freeze.ts'
import { checkHook } from './hook.ts'
import { type ContextNode, nodeOf } from './node.ts'

export interface NotFoundDeclaration {
  readonly handler: UserFunction
  /** The context that called `setNotFoundHandler`: its hooks, decorators and error handlers serve the answer. */
  readonly node: ContextNode
  readonly preValidation: UserFunction[]
  readonly preHandler: UserFunction[]
}

interface NotFoundOptions {
  preValidation?: UserFunction | UserFunction[]
  preHandler?: UserFunction | UserFunction[]
}

/** The context whose level a context without a prefix of its own shares. */
function levelOf(node: ContextNode): ContextNode {
  let at = node
  while (!at.ownsNotFound && at.parent !== null) at = at.parent
  return at
}

function toHooks(
  name: 'preValidation' | 'preHandler',
  given: UserFunction | UserFunction[] | undefined
): UserFunction[] {
  const list = given === undefined ? [] : Array.isArray(given) ? given : [given]
  for (const fn of list) checkHook(name, fn)
  return list
}

export const notFoundVerbs = {
  setNotFoundHandler(this: AppObject, given?: unknown, fn?: unknown) {
    guardOpen(this, 'setNotFoundHandler')
    const node = nodeOf(this)
    const handler = typeof given === 'function' ? given : fn
    const options = (typeof given === 'object' && given !== null ? given : {}) as NotFoundOptions
    if (handler !== undefined && typeof handler !== 'function')
      throw new errors.FST_ERR_ROUTE_HANDLER_NOT_FN('NOT_FOUND', node.prefix)
    const level = levelOf(node)
    if (level.notFound !== null) throw new errors.ESP_ERR_NOT_FOUND_HANDLER_ALREADY_SET(level.prefix || '/')
    level.notFound = {
      handler: (handler ?? null) as UserFunction,
      node,
      preValidation: toHooks('preValidation', options.preValidation),
      preHandler: toHooks('preHandler', options.preHandler)
    }
    return this
  }
}
