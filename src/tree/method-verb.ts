/** `app.addHttpMethod`: lets an app serve another method that Node's parser supports. */
import { errors } from '../error/error.ts'
import { warn } from '../error/warning.ts'
import { METHODS } from '../node-http.ts'
import { type AppObject, callMethod } from './app-object.ts'
import { isSupported } from './method.ts'
import type { RouteContext } from './route-declaration.ts'
import { routeVerb } from './route-verb.ts'

export function createMethodVerbs(context: RouteContext) {
  const { methods } = context
  return {
    addHttpMethod(this: AppObject, name: unknown, options: { hasBody?: boolean; overrideExisting?: boolean } = {}) {
      if (typeof name !== 'string' || !METHODS.includes(name.toUpperCase()))
        throw new errors.FST_ERR_ROUTE_METHOD_INVALID()
      const method = name.toUpperCase()
      const wasSupported = isSupported(methods, method)
      methods.bodyless.delete(method)
      methods.bodywith.delete(method)
      ;(options.hasBody === true ? methods.bodywith : methods.bodyless).add(method)
      const shorthand = method.toLowerCase()
      if (wasSupported || shorthand in this) {
        if (options.overrideExisting !== true) warn('FSTDEP025', method)
        return this
      }
      callMethod(this, 'decorate', shorthand, routeVerb(context, method))
      return this
    }
  }
}
