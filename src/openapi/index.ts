/** OpenAPI documents of applications. Published as `espalier/openapi`. */
import type { GuardDescription, OpenApiDocument, OpenApiOptions } from '../../types/openapi.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { checkArgument } from '../error/argument.ts'
import { describeHook } from '../tree/hook-description.ts'
import { isFunction } from '../user-function.ts'
import { describeApp } from './document.ts'

export type * from '../../types/openapi.ts'

/**
 * Writes the OpenAPI document of an application: every route that is not hidden, with its parameters, bodies, answers and security. It is a new object,
 * ready for `JSON.stringify`, and the same text however routes and plugins are ordered.
 *
 * @param app an app, or a context of one, that is ready
 * @throws ESP_ERR_NOT_READY before `ready()`; ESP_ERR_ARGUMENT_INVALID when an option is wrong, or when a `security` names no scheme
 * @example
 * await app.ready()
 * const document = openapi(app, { info: { title: 'Books', version: '1.0.0' } })
 */
export function openapi(app: object, options: OpenApiOptions): OpenApiDocument {
  const { document, leftOut } = describeApp(app, options)
  for (const sentence of leftOut) options.onLeftOut?.(sentence)
  return document
}

/**
 * Describes a guard, any hook, or a function for `derive` in documents. They show the security schemes of the routes behind it, and its answers to
 * other requests. Returns the function itself. An endpoint behind it has to declare those answers, because its clients know nothing else.
 *
 * For an error handler it describes all that the handler answers itself. The handler throws other errors, which the framework answers.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when it is given no function, or no object
 * @example
 * const requireUser = documented(guard(findUser), {
 *   schemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
 *   errors: [401]
 * })
 */
export function documented<Hook extends object>(hook: Hook, description: GuardDescription): Hook {
  checkArgument(isFunction(hook), 'The first argument of documented()', 'a function', hook)
  checkArgument(isPlainObject(description), 'The second argument of documented()', 'an object', description)
  return describeHook(hook, { ...description, isTold: true })
}
