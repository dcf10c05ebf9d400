import type { RouteConstraints } from './route.ts'

/**
 * Which route to look for.
 *
 * @example
 * app.get('/', { constraints: { version: '2.0.0' } }, () => 'ok')
 * app.hasRoute({ method: 'GET', url: '/', constraints: { version: '2.0.0' } }) // true
 */
export interface RouteQuery {
  method: string
  url: string
  constraints?: RouteConstraints
}

/** A route that was found. */
export interface FoundRoute {
  readonly handler: (...args: never[]) => unknown
  readonly params: Record<string, string | undefined>
  readonly searchParams: Record<string, unknown>
}

/**
 * Options of `printRoutes`.
 *
 * @example
 * app.get('/', { onRequest: async function check() {} }, () => 'ok')
 * app.printRoutes({ method: 'GET', commonPrefix: false, includeHooks: true, includeMeta: true }).includes('check') // true
 */
export interface PrintOptions {
  /** Only routes of this method. */
  method?: string
  /** Whether routes with a common prefix share a branch; true by default. */
  commonPrefix?: boolean
  /** Whether to show the constraints and hooks of routes; a list selects some of them. Default: false. */
  includeMeta?: boolean | (string | symbol)[]
  /** Whether to name the hooks; false by default. */
  includeHooks?: boolean
}
