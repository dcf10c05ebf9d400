import type { GuardDescription, OpenApiDocument, OpenApiOptions } from '../../types/openapi.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { checkArgument } from '../error/argument.ts'
import { describeHook } from '../tree/hook-description.ts'
import { isFunction } from '../user-function.ts'
import { describeApp } from './document.ts'

export type * from '../../types/openapi.ts'

/**
 * Generates the OpenAPI document of an application: every route that is not hidden, with its parameters, bodies, answers and security. Returns a new
 * object for `JSON.stringify`. The output does not depend on the order of routes and plugins.
 *
 * @param app an app, or a context of one, that is ready
 * @throws ESP_ERR_NOT_READY before `ready()`; ESP_ERR_ARGUMENT_INVALID when an option is wrong, or when a `security` names no scheme
 * @example
 * await app.get('/books', () => 'ok').ready()
 * const { paths } = openapi(app, { info: { title: 'Books', version: '1.0.0' } })
 * Object.keys(paths) // [ '/books' ]
 */
export function openapi(app: object, options: OpenApiOptions): OpenApiDocument {
  const { document, leftOut } = describeApp(app, options)
  for (const sentence of leftOut) options.onLeftOut?.(sentence)
  return document
}

/**
 * Adds a description for OpenAPI documents to a guard, to another hook, or to a function for `derive`. Routes with the guard then list its security
 * schemes, and the responses that it sends when it refuses a request. Returns the same function. An endpoint with the guard must also declare these
 * responses, because clients are generated from the endpoint only.
 *
 * The description of an error handler must have all responses that the handler sends. If the handler throws instead, espalier responds.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when `hook` is not a function, or `description` is not an object
 * @example
 * const requireUser = documented(guard(() => ({ user: 'Ada' })), { errors: [401] })
 * typeof requireUser // 'function'
 */
export function documented<Hook extends object>(hook: Hook, description: GuardDescription): Hook {
  checkArgument(isFunction(hook), 'The first argument of documented()', 'a function', hook)
  checkArgument(isPlainObject(description), 'The second argument of documented()', 'an object', description)
  return describeHook(hook, { ...description, isDocumented: true })
}
