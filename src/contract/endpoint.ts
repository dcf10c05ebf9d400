/** Endpoints: a method, a path and schemas as one value, which a context implements and a test or client calls. Loads nothing of a server. */
import { joinSchemas } from './joined-schema.ts'
import { makeTarget } from './make-target.ts'
import { refuse } from './refuse.ts'
import { type Target, targetKey } from './target.ts'

export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly schema: Record<string, unknown>
  /** Made at the first read, and no part of the endpoint's declaration. */
  readonly [targetKey]: Target
}

const made = new WeakSet<object>()
const schemas = new WeakSet<object>()

/** The names of endpoints in their groups. */
const names = new WeakMap<object, string>()

/** The name of an endpoint in its group; `undefined` if it is of none. */
export const nameOf = (endpoint: Endpoint): string | undefined => names.get(endpoint)

/**
 * Makes an endpoint from `'METHOD /path'` and the schemas of its parts and responses.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the target is no method and path
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

/** Whether the schema option of a route is that of an endpoint which it implements. */
export function isSchemaOfEndpoint(value: unknown): value is { readonly response?: Readonly<Record<string, unknown>> } {
  return typeof value === 'object' && value !== null && schemas.has(value)
}

/** The parts that the endpoints of a group share: schemas of the parameters of its prefix, responses, and texts for documents. */
type Common = Readonly<Record<string, unknown>>

/** A member of a group: `'METHOD /path'` below its prefix, alone or with its own schemas. */
type Member = string | readonly [target: string, schema?: Common]

/**
 * Makes the endpoints of a group: each has its path below the prefix, and what the group shares beside its own.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the prefix is no path, or a target no method and path
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
