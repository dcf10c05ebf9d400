/** Endpoints: a method, a path and schemas as one value, which a context implements and a test or client calls. */
import { errors } from '../error/error.ts'

export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly schema: Record<string, unknown>
}

const made = new WeakSet<object>()

/**
 * Makes an endpoint from `'METHOD /path'` and the schemas of its parts and responses.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the target is no method and path
 */
export function endpoint(target: string, schema: Record<string, unknown> = {}): Endpoint {
  const [, method, path] = /^(\S+) (\/.*)$/.exec(target) ?? []
  if (method === undefined || path === undefined) {
    const example = "a method and a path, as 'GET /books/:id'"
    throw new errors.ESP_ERR_ARGUMENT_INVALID('The target of an endpoint', example, `'${target}'`)
  }
  const value = Object.freeze({ method, path, schema })
  made.add(value)
  return value
}

export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && made.has(value)
}

/**
 * The options of a route that implements an endpoint, from what `route` is called with after it: a handler, or options and a handler.
 *
 * @throws FST_ERR_ROUTE_OPTIONS_NOT_OBJ, and ESP_ERR_ARGUMENT_INVALID when they say what the endpoint says
 */
export function toRouteOptions(
  { method, path, schema }: Endpoint,
  given: unknown,
  last?: unknown
): Record<string, unknown> {
  const target = { method, url: path, path, schema }
  if (last === undefined) return { ...target, handler: given }
  if (typeof given !== 'object' || given === null) throw new errors.FST_ERR_ROUTE_OPTIONS_NOT_OBJ(method, path)
  const said = ['method', 'url', 'path', 'schema', 'handler'].find((name) => name in given)
  if (said !== undefined) {
    const rest = 'options beside its method, path, schema and handler'
    throw new errors.ESP_ERR_ARGUMENT_INVALID(
      `What route() takes after the endpoint ${method} ${path}`,
      rest,
      `'${said}'`
    )
  }
  return { ...given, ...target, handler: last }
}

export interface EndpointInput {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly headers?: Record<string, unknown>
  readonly body?: unknown
}

/** A request for an endpoint: its path with the parameters in their places, percent-encoded. */
export function toInjectOptions({ method, path }: Endpoint, input: EndpointInput = {}): Record<string, unknown> {
  const { params = {}, query, headers, body } = input
  const url = path.replace(/:(\w+)(\([^)]*\))?\??|\*/g, (_, name: string | undefined) => {
    const value = params[name ?? '*']
    return value === undefined ? '' : name === undefined ? String(value) : encodeURIComponent(String(value))
  })
  return {
    method,
    url,
    ...(query && { query }),
    ...(headers && { headers }),
    ...(body !== undefined && { payload: body })
  }
}
