/** Converts endpoints for a server: to the options of a route that implements an endpoint, and to the request that `inject` sends. */
import { withDigits } from '../base/digits.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { type Endpoint, nameOf } from '../contract/endpoint.ts'
import { targetKey } from '../contract/target.ts'
import { toText } from '../contract/to-text.ts'
import { errors } from '../error/error.ts'

/** @throws ESP_ERR_ENDPOINT_OUTSIDE_PREFIX when the path of the endpoint does not begin with the prefix */
function pathBelow(prefix: string, { method, path }: Endpoint): string {
  const rest = path.slice(prefix.length)
  const isBelow = path.startsWith(prefix) && (rest === '' || rest[0] === '/' || prefix.endsWith('/') || prefix === '')
  if (!isBelow) throw new errors.ESP_ERR_ENDPOINT_OUTSIDE_PREFIX(method, path, prefix)
  return rest
}

/** For `app.route(endpoint, handler)` and `app.route(endpoint, options, handler)`. */
export function toRouteOptions(
  endpoint: Endpoint,
  prefix: string,
  given: unknown,
  last?: unknown
): Record<string, unknown> {
  const { method, path, schema } = endpoint
  const url = pathBelow(prefix, endpoint)
  // If the endpoint declares no body, an empty body counts as absent, whatever content type a client sends.
  const emptyBody = schema.body === undefined ? { emptyBody: 'none' } : {}
  // By default a route `/` below a prefix has two paths, with and without the slash. The endpoint has only the path with the slash.
  const slash = url === '/' && prefix !== '' ? { prefixTrailingSlash: 'slash' } : {}
  const name = nameOf(endpoint)
  const target = { method, url, path: url, schema, ...slash, ...(name !== undefined && { [endpointName]: name }) }
  if (last === undefined) return { ...emptyBody, ...target, handler: given }
  if (typeof given !== 'object' || given === null) throw new errors.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(method, path)
  const repeated = ['method', 'url', 'path', 'schema', 'handler'].find((name) => name in given)
  if (repeated !== undefined) {
    throw new errors.ESP_ERR_ARGUMENT_INVALID(
      `The argument of route() after the endpoint ${method} ${path}`,
      'options beside its method, path, schema and handler',
      `'${repeated}'`
    )
  }
  return { ...emptyBody, ...given, ...target, handler: last }
}

/** A property of route options: the name of the endpoint in its group. */
export const endpointName = Symbol('espalier.endpointName')

export interface EndpointInput {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly headers?: Record<string, unknown>
  readonly body?: unknown
}

/** @throws TypeError when the router would read parameters from the path that differ from the given parameters */
export function toInjectOptions(endpoint: Endpoint, input: EndpointInput = {}): Record<string, unknown> {
  const target = endpoint[targetKey]
  const { params = {}, query } = input
  const body = hasBigInt(input.body) ? withDigits(input.body) : input.body
  const headers = toTexts(input.headers ?? {})
  const isJson = !hasContentType(headers) && (typeof body !== 'object' || body === null)
  return {
    method: target.method,
    url: target.fill?.(target, params, {}) ?? endpoint.path,
    ...(query && { query: toTexts(query) }),
    headers: body !== undefined && isJson ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body !== undefined && { payload: isJson ? JSON.stringify(body) : body })
  }
}

function toTexts(given: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    texts.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter((one) => one !== undefined).map(toText) : toText(value)
    ])
  )
}

function hasBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true
  return (Array.isArray(value) || isPlainObject(value)) && Object.values(value).some(hasBigInt)
}

function hasContentType(headers: object): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
}
