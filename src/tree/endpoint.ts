/** Endpoints where they meet a server: the options of the route that implements one, and the request of the test that calls one. */
import { withDigits } from '../base/digits.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { type Endpoint, nameOf } from '../contract/endpoint.ts'
import { targetKey } from '../contract/target.ts'
import { toText } from '../contract/to-text.ts'
import { errors } from '../error/error.ts'

/** The path of an endpoint, below the prefix of the context that implements it. @throws ESP_ERR_ENDPOINT_OUTSIDE_PREFIX when it does not begin with that */
function pathBelow(prefix: string, { method, path }: Endpoint): string {
  const rest = path.slice(prefix.length)
  const isBelow = path.startsWith(prefix) && (rest === '' || rest[0] === '/' || prefix.endsWith('/') || prefix === '')
  if (!isBelow) throw new errors.ESP_ERR_ENDPOINT_OUTSIDE_PREFIX(method, path, prefix)
  return rest
}

/**
 * The options of a route that implements an endpoint, from what `route` is called with after it: a handler, or options and a handler.
 *
 * @throws ESP_ERR_ENDPOINT_OUTSIDE_PREFIX, FST_ERR_ROUTE_OPTIONS_NOT_OBJ, and ESP_ERR_ARGUMENT_INVALID when they say what the endpoint says
 */
export function toRouteOptions(
  endpoint: Endpoint,
  prefix: string,
  given: unknown,
  last?: unknown
): Record<string, unknown> {
  const { method, path, schema } = endpoint
  const url = pathBelow(prefix, endpoint)
  // The contract declares no body, so an empty one counts as absent, whatever content type a client sends.
  const emptyBody = schema.body === undefined ? { emptyBody: 'none' } : {}
  // `/` below a prefix stands for two paths; the contract names one of them.
  const slash = url === '/' && prefix !== '' ? { prefixTrailingSlash: 'slash' } : {}
  const name = nameOf(endpoint)
  const target = { method, url, path: url, schema, ...slash, ...(name !== undefined && { [endpointName]: name }) }
  if (last === undefined) return { ...emptyBody, ...target, handler: given }
  if (typeof given !== 'object' || given === null) throw new errors.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(method, path)
  const said = ['method', 'url', 'path', 'schema', 'handler'].find((name) => name in given)
  if (said !== undefined) {
    const rest = 'options beside its method, path, schema and handler'
    throw new errors.ESP_ERR_ARGUMENT_INVALID(
      `The argument of route() after the endpoint ${method} ${path}`,
      rest,
      `'${said}'`
    )
  }
  return { ...emptyBody, ...given, ...target, handler: last }
}

/** Under which a route's options keep the name that its endpoint has in its group. */
export const endpointName = Symbol('espalier.endpointName')

export interface EndpointInput {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly headers?: Record<string, unknown>
  readonly body?: unknown
}

/**
 * A request for an endpoint. A body that is no object is sent as JSON, unless the headers say what it is.
 *
 * @throws TypeError when the router would read the path otherwise than it was given
 */
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

/** An optional field may be `undefined`, which has no text. */
function toTexts(given: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    texts.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter((one) => one !== undefined).map(toText) : toText(value)
    ])
  )
}

/** JSON has no bigints: where a schema takes them it takes their digits. */
function hasBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true
  return (Array.isArray(value) || isPlainObject(value)) && Object.values(value).some(hasBigInt)
}

function hasContentType(headers: object): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
}
