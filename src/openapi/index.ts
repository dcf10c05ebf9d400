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
 * Describes a guard, any hook, or a function for `derive` in documents. They then list its security schemes on the routes that it guards, and its
 * responses to refused requests. Returns the function itself. An endpoint that it guards must declare those responses, because clients are generated
 * from the endpoint only.
 *
 * For an error handler it describes all responses that the handler sends itself. Errors that the handler throws on are answered by the framework.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when `hook` is not a function, or `description` is not an object
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
