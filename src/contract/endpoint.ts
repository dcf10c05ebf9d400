/** An endpoint is a method, a path and schemas as one value. A route implements it, and tests and clients call it. */
import { joinSchemas } from './joined-schema.ts'
import { makeTarget } from './make-target.ts'
import { refuse } from './refuse.ts'
import { type Target, targetKey } from './target.ts'

export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly schema: Record<string, unknown>
  /** The data that clients need. Computed when first read, because servers never read it. Not enumerable, so that a copy does not compute it. */
  readonly [targetKey]: Target
}

const made = new WeakSet<object>()
const schemas = new WeakSet<object>()

const names = new WeakMap<object, string>()

export const nameOf = (endpoint: Endpoint): string | undefined => names.get(endpoint)

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

export function isSchemaOfEndpoint(value: unknown): value is { readonly response?: Readonly<Record<string, unknown>> } {
  return typeof value === 'object' && value !== null && schemas.has(value)
}

type GroupSchema = Readonly<Record<string, unknown>>

type Member = string | readonly [target: string, schema?: GroupSchema]

export function endpoints(prefix: string, common: GroupSchema, members: Readonly<Record<string, Member>>) {
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
