/** The methods of the app that declare routes: `route`, and one for each HTTP method, such as `get`. */
import { type Endpoint, isEndpoint } from '../contract/endpoint.ts'
import { checkArgument } from '../error/argument.ts'
import { errors } from '../error/error.ts'
import { createSpellingCheck } from '../error/misspelt-option.ts'
import { placeOfCall, prependFrame } from '../error/place.ts'
import type { UserFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { toRouteOptions } from './endpoint.ts'
import { guardRoutes } from './freeze.ts'
import { requestHookNames } from './hook.ts'
import { supportedMethods } from './method.ts'
import { nodeOf } from './node.ts'
import { originOf } from './origin.ts'
import { declareRoute, type GivenOptions, ownRouteOptions, type RouteContext } from './route-declaration.ts'

const checkSpelling = createSpellingCheck([...Object.keys(ownRouteOptions), ...requestHookNames])

/** `get` does not call `route`. Otherwise a plugin that replaces both methods would get each route twice. */
function declareFor(verb: UserFunction, app: AppObject, read: () => GivenOptions, context: RouteContext): AppObject {
  guardRoutes(app)
  try {
    const options = read()
    checkSpelling(options, () => `the route ${options.method} ${options.url ?? options.path}`)
    const node = nodeOf(app)
    declareRoute(node, options, context, { isSibling: false, origin: originOf(node, verb) })
  } catch (error) {
    throw prependFrame(placeOfCall(verb), error)
  }
  return app
}

/** Makes the method for one HTTP method: `(path, handler)` or `(path, options, handler)`. */
export function routeVerb(context: RouteContext, method: string | (() => string[])) {
  return function shortcut(this: AppObject, url: unknown, given?: unknown, last?: unknown) {
    const declared = typeof method === 'function' ? method() : method
    const where = [String(declared), String(url)] as const
    if (typeof url !== 'string') throw new errors.FST_ERR_INVALID_URL(typeof url)
    const declare = (options: object) =>
      declareFor(shortcut, this, () => ({ ...options, method: declared, url, path: url }) as GivenOptions, context)
    if (last === undefined && typeof given === 'function') return declare({ handler: given })
    const options = (given ?? {}) as GivenOptions
    if (last !== undefined && typeof last === 'function') {
      if (Object.prototype.toString.call(given) !== '[object Object]')
        throw new errors.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(...where)
      if (typeof options.handler === 'function') throw new errors.FST_ERR_ROUTE_DUPLICATED_HANDLER(...where)
      if (options.handler) throw new errors.FST_ERR_ROUTE_HANDLER_NOT_FN(...where)
    }
    return declare({ ...options, handler: last || options.handler })
  }
}

export function createRouteVerbs(context: RouteContext) {
  const verbFor = (method: string | (() => string[])) => routeVerb(context, method)
  function route(this: AppObject, given: GivenOptions | Endpoint, next?: unknown, handler?: unknown) {
    checkArgument(given === Object(given), 'The argument of route()', 'an endpoint or route options', given)
    const read = () => (isEndpoint(given) ? toRouteOptions(given, nodeOf(this).prefix, next, handler) : given)
    return declareFor(route, this, read, context)
  }
  return {
    route,
    get: verbFor('GET'),
    post: verbFor('POST'),
    put: verbFor('PUT'),
    delete: verbFor('DELETE'),
    patch: verbFor('PATCH'),
    head: verbFor('HEAD'),
    options: verbFor('OPTIONS'),
    trace: verbFor('TRACE'),
    query: verbFor('QUERY'),
    all: verbFor(() => supportedMethods(context.methods))
  }
}
