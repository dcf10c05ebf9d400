/** The verbs that declare routes: `route`, and a shortcut for each method. */
import { errors } from '../error/error.ts'
import { createSpellingCheck } from '../error/misspelt-option.ts'
import { placeOfCall, pointTo } from '../error/place.ts'
import { type AppObject, callMethod } from './app-object.ts'
import { type Endpoint, isEndpoint, toRouteOptions } from './endpoint.ts'
import { guardOpen } from './freeze.ts'
import { requestHookNames } from './hook.ts'
import { supportedMethods } from './method.ts'
import { nodeOf } from './node.ts'
import { declareRoute, type GivenOptions, type RouteContext } from './route-declaration.ts'

/** Makes the shortcut of one method: `(path, handler)` or `(path, options, handler)`. */
export function routeVerb(method: string | (() => string[])) {
  return function shortcut(this: AppObject, url: unknown, given?: unknown, last?: unknown) {
    const declared = typeof method === 'function' ? method() : method
    const where = [String(declared), String(url)] as const
    if (typeof url !== 'string') throw new errors.FST_ERR_INVALID_URL(typeof url)
    if (last === undefined && typeof given === 'function')
      return callMethod(this, 'route', { method: declared, url, path: url, handler: given })
    const options = (given ?? {}) as GivenOptions
    if (last !== undefined && typeof last === 'function') {
      if (Object.prototype.toString.call(given) !== '[object Object]')
        throw new errors.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(...where)
      if (typeof options.handler === 'function') throw new errors.FST_ERR_ROUTE_DUPLICATED_HANDLER(...where)
      if (options.handler) throw new errors.FST_ERR_ROUTE_HANDLER_NOT_FN(...where)
    }
    const handler = last || options.handler
    return callMethod(this, 'route', { ...options, method: declared, url, path: url, handler })
  }
}

const checkSpelling = createSpellingCheck([
  ...['method', 'url', 'path', 'handler', 'schema', 'config', 'constraints', 'attachValidation', 'bodyLimit'],
  ...['handlerTimeout', 'errorHandler', 'validatorCompiler', 'serializerCompiler', 'schemaErrorFormatter'],
  ...['childLoggerFactory', 'exposeHeadRoute', 'prefixTrailingSlash', 'logLevel', 'logSerializers', ...requestHookNames]
])

export function createRouteVerbs(context: RouteContext) {
  function route(this: AppObject, given: GivenOptions | Endpoint, next?: unknown, handler?: unknown) {
    guardOpen(this, 'Cannot add route!')
    try {
      const options = isEndpoint(given) ? toRouteOptions(given, next, handler) : given
      checkSpelling(options, () => `the route ${options.method} ${options.url ?? options.path}`)
      // What the boot still judges are schemas.
      const place = options.schema === undefined ? undefined : placeOfCall(route)
      declareRoute(nodeOf(this), options, context, { isSibling: false, place })
    } catch (error) {
      throw pointTo(placeOfCall(route), error)
    }
    return this
  }
  return {
    route,
    get: routeVerb('GET'),
    post: routeVerb('POST'),
    put: routeVerb('PUT'),
    delete: routeVerb('DELETE'),
    patch: routeVerb('PATCH'),
    head: routeVerb('HEAD'),
    options: routeVerb('OPTIONS'),
    trace: routeVerb('TRACE'),
    query: routeVerb('QUERY'),
    all: routeVerb(() => supportedMethods(context.methods))
  }
}
