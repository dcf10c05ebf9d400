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
  // By its contract there is no body, so an empty one is none, whatever content type a client gives it.
  const emptyBody = schema.body === undefined ? { emptyBody: 'none' } : {}
  const target = { method, url: path, path, schema }
  if (last === undefined) return { ...emptyBody, ...target, handler: given }
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
  return { ...emptyBody, ...given, ...target, handler: last }
}

export interface EndpointInput {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly headers?: Record<string, unknown>
  readonly body?: unknown
}

/** A request for an endpoint. A body that is no object is sent as JSON, unless the headers say what it is. */
export function toInjectOptions({ method, path }: Endpoint, input: EndpointInput = {}): Record<string, unknown> {
  const { params = {}, query, body } = input
  const headers = withoutUndefined(input.headers ?? {})
  const isJson = !hasContentType(headers) && (typeof body !== 'object' || body === null)
  return {
    method,
    url: fillPath(path, params),
    ...(query && { query: withoutUndefined(query) }),
    headers: body !== undefined && isJson ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body !== undefined && { payload: isJson ? JSON.stringify(body) : body })
  }
}

/** What may be left out may be `undefined`, which is no text to send. */
function withoutUndefined(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function hasContentType(headers: object): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
}

/**
 * A path with the parameters in their places, percent-encoded; its optional end is left out where no parameter of it is given. Read as the
 * router reads it; twin: types/path.ts.
 */
function fillPath(path: string, params: Record<string, unknown>): string {
  const [, before = path, end = '', slash = ''] = /^(.*)(\/:[^/()]*)\?(\/?)$/.exec(path) ?? []
  const filled = fill(end, params)
  return `${fill(before, params)}${filled === fill(end, {}) ? '' : filled}${slash}`
}

function fill(path: string, params: Record<string, unknown>): string {
  let url = ''
  for (let at = 0; at < path.length; ) {
    const [token = '', name] = /^(?:::|:([^(\-./]*)|[^:*]+|\*)/.exec(path.slice(at)) ?? []
    at += token.length
    if (name !== undefined) {
      url += encodeURIComponent(String(params[name] ?? ''))
      if (path[at] === '(') at = endOfPattern(path, at)
    } else if (token === '*' && at === path.length) url += String(params['*'] ?? '')
    else url += token === '::' ? ':' : token
  }
  return url
}

function endOfPattern(path: string, start: number): number {
  let open = 0
  for (let at = start; at < path.length; at++) {
    if (path[at] === '\\') at++
    else if (path[at] === '(') open++
    else if (path[at] === ')' && --open === 0) return at + 1
  }
  return path.length
}
