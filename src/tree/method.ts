/** The HTTP methods an app serves: nine from the start, others of Node's parser by `addHttpMethod`. */
import http from 'node:http'
import { errors } from '../error/error.ts'
import type { AppObject } from './app-object.ts'
import { routeVerb } from './route-declaration.ts'

export interface Methods {
  /** Methods whose requests carry no body that is parsed. */
  readonly bodyless: Set<string>
  /** Methods whose requests may carry a body. */
  readonly bodywith: Set<string>
}

export function createMethods(): Methods {
  return {
    bodyless: new Set(['GET', 'HEAD', 'TRACE']),
    bodywith: new Set(['DELETE', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'QUERY'])
  }
}

export function isSupported(methods: Methods, method: string): boolean {
  return methods.bodyless.has(method) || methods.bodywith.has(method)
}

export function supportedMethods(methods: Methods): string[] {
  return [...methods.bodyless, ...methods.bodywith]
}

export interface MethodVerbOptions {
  readonly methods: Methods
  readonly warnOverride: (method: string) => void
}

export function createMethodVerbs({ methods, warnOverride }: MethodVerbOptions) {
  return {
    addHttpMethod(this: AppObject, name: unknown, options: { hasBody?: boolean; overrideExisting?: boolean } = {}) {
      if (typeof name !== 'string' || !http.METHODS.includes(name.toUpperCase()))
        throw new errors.FST_ERR_ROUTE_METHOD_INVALID()
      const method = name.toUpperCase()
      const wasSupported = isSupported(methods, method)
      methods.bodyless.delete(method)
      methods.bodywith.delete(method)
      ;(options.hasBody === true ? methods.bodywith : methods.bodyless).add(method)
      const shorthand = method.toLowerCase()
      if (wasSupported || shorthand in this) {
        if (options.overrideExisting !== true) warnOverride(method)
        return this
      }
      ;(this.decorate as (name: string, value: unknown) => void)(shorthand, routeVerb(method))
      return this
    }
  }
}
