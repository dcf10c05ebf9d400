import type { RouteConstraints } from './route.ts'

/** Which route to look for. */
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
