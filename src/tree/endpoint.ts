/** The server's side of endpoints: the options of an implementing route, and the injected request that calls one. */
import { withDigits } from '../base/digits.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { type Endpoint, nameOf } from '../contract/endpoint.ts'
import { targetKey } from '../contract/target.ts'
import { toText } from '../contract/to-text.ts'
import { errors } from '../error/error.ts'

/**
 * The path of an endpoint, below the prefix of the context that implements it. @throws ESP_ERR_ENDPOINT_OUTSIDE_PREFIX when it does not begin with the
 * prefix
 */
function pathBelow(prefix: string, { method, path }: Endpoint): string {
  const rest = path.slice(prefix.length)
  const isBelow = path.startsWith(prefix) && (rest === '' || rest[0] === '/' || prefix.endsWith('/') || prefix === '')
  if (!isBelow) throw new errors.ESP_ERR_ENDPOINT_OUTSIDE_PREFIX(method, path, prefix)
  return rest
}

/**
 * The options of a route that implements an endpoint, from the further arguments of `route`: a handler, or options and a handler.
 *
 * @throws ESP_ERR_ENDPOINT_OUTSIDE_PREFIX, FST_ERR_ROUTE_OPTIONS_NOT_OBJ, and ESP_ERR_ARGUMENT_INVALID when they repeat a part of the endpoint
 */
export function toRouteOptions(
  endpoint: Endpoint,
  prefix: string,
  given: unknown,
  last?: unknown
): Record<string, unknown> {
  const { method, path, schema } = endpoint
  const url = pathBelow(prefix, endpoint)
  // The endpoint declares no body, so an empty one counts as absent, whatever content type a client sends.
  const emptyBody = schema.body === undefined ? { emptyBody: 'none' } : {}
  // `/` below a prefix declares two paths; the endpoint has only one of them.
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

/** The key in a route's options for the name of its endpoint in the group. */
export const endpointName = Symbol('espalier.endpointName')

export interface EndpointInput {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly headers?: Record<string, unknown>
  readonly body?: unknown
}

/**
 * A request for an endpoint. A body that is not an object is sent as JSON, unless the headers have a content type.
 *
 * @throws TypeError when the router would read other values from the path
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

/** Converts values to text. An optional field may be `undefined`, and is omitted. */
function toTexts(given: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    texts.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter((one) => one !== undefined).map(toText) : toText(value)
    ])
  )
}

/** Whether a value contains a bigint. JSON has none: a schema that accepts them accepts their digits. */
function hasBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true
  return (Array.isArray(value) || isPlainObject(value)) && Object.values(value).some(hasBigInt)
}

function hasContentType(headers: object): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
}
