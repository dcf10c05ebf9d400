/** Endpoints: a method, a path and schemas as one value, which a context implements and a test or client calls. Loads no server code. */
import { joinSchemas } from './joined-schema.ts'
import { makeTarget } from './make-target.ts'
import { refuse } from './refuse.ts'
import { type Target, targetKey } from './target.ts'

export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly schema: Record<string, unknown>
  /** Made when it is first read: servers never read it. Not enumerable, so that copying an endpoint does not make it. */
  readonly [targetKey]: Target
}

const made = new WeakSet<object>()
const schemas = new WeakSet<object>()

const names = new WeakMap<object, string>()

/** The name of an endpoint in its group; `undefined` without a group. */
export const nameOf = (endpoint: Endpoint): string | undefined => names.get(endpoint)

/**
 * Makes an endpoint from `'METHOD /path'` and the schemas of its parts and responses.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the target is not a method and a path
 */
export function endpoint(given: string, schema: Record<string, unknown> = {}): Endpoint {
  const [, method, path] = /^(\S+) (\/.*)$/.exec(given) ?? []
  if (method === undefined || path === undefined)
    refuse('The target of an endpoint', "a method and a path, as 'GET /books/:id'", given)
  let target: Target | undefined
  const value = { method, path, schema } as Endpoint
  Object.defineProperty(value, targetKey, {
    get() {
      target ??= makeTarget(value)
      return target
    }
  })
  made.add(value)
  schemas.add(schema)
  return Object.freeze(value)
}

export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && made.has(value)
}

/** Whether the option `schema` of a route comes from an endpoint that the route implements. */
export function isSchemaOfEndpoint(value: unknown): value is { readonly response?: Readonly<Record<string, unknown>> } {
  return typeof value === 'object' && value !== null && schemas.has(value)
}

/** The parts that the endpoints of a group share: schemas for the parameters of the prefix, responses, and texts for OpenAPI. */
type Common = Readonly<Record<string, unknown>>

/** A member of a group: `'METHOD /path'` below the prefix of the group, alone or with the member's own schemas. */
type Member = string | readonly [target: string, schema?: Common]

/**
 * Makes the endpoints of a group: each path follows the prefix, and the shared parts are joined with the endpoint's own.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the prefix is not a path, or a target is not a method and a path
 */
export function endpoints(prefix: string, common: Common, members: Readonly<Record<string, Member>>) {
  if (!/^\/.*[^/]$/.test(prefix)) refuse('The prefix of endpoints()', "a path, as '/orgs/:org'", prefix)
  const made = Object.entries(members).map(([name, member]) => {
    const [target, own = {}] = typeof member === 'string' ? [member] : member
    const below = target.replace(
      /^(\S+) (\/.*)$/,
      (_, method, path) => `${method} ${prefix}${path === '/' ? '' : path}`
    )
    const value = endpoint(below, joinSchemas(common, own))
    names.set(value, name)
    return [name, value]
  })
  return Object.fromEntries(made)
}
