import { UsageError } from '@espalier/command-kit'
import type { ExplainedRoute } from 'espalier'
import { suggestion } from '../arguments.ts'

/** Returns the names of the route's guards, followed by the security schemes that its OpenAPI documentation declares. */
export function guardsOf({ steps, security }: ExplainedRoute): string[] {
  const guards = steps.filter(({ kind }) => kind === 'guard').map(({ name }) => name)
  return [...guards, ...security.map((scheme) => `security ${scheme}`)]
}

export interface Unguarded {
  readonly open: readonly ExplainedRoute[]
  readonly counted: Readonly<Record<string, number>>
  readonly allowed: readonly ExplainedRoute[]
}

/**
 * Returns the routes without a guard.
 *
 * @param countsAs names of hooks that count as guards
 * @param allowed routes that need no guard, such as `GET /health`
 * @throws UsageError when a named hook or an allowed route does not exist
 */
export function unguardedOf(
  routes: readonly ExplainedRoute[],
  countsAs: readonly string[],
  allowed: readonly string[]
): Unguarded {
  checkNames(
    'hook',
    countsAs,
    routes.flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'hook').map(({ name }) => name))
  )
  checkNames('route', allowed, routes.flatMap(namesOf))
  const counted: Record<string, number> = Object.fromEntries(countsAs.map((name) => [name, 0]))
  const unguarded = routes.filter((route) => {
    const hooks = new Set(route.steps.filter(beforeHandler).map(({ name }) => name))
    const counting = countsAs.filter((name) => hooks.has(name))
    for (const name of counting) counted[name] = (counted[name] ?? 0) + 1
    return guardsOf(route).length === 0 && counting.length === 0
  })
  const mayBeOpen = ({ name, methods, url }: ExplainedRoute) =>
    allowed.includes(name) || methods.every((method) => allowed.includes(`${method} ${url}`))
  return {
    open: unguarded.filter((route) => !mayBeOpen(route)),
    counted,
    allowed: unguarded.filter(mayBeOpen)
  }
}

const stagesBeforeHandler: readonly string[] = ['onRequest', 'preParsing', 'preValidation', 'preHandler']

const beforeHandler = ({ kind, stage }: ExplainedRoute['steps'][number]) =>
  kind === 'hook' && stagesBeforeHandler.includes(stage)

/** Returns the names of a route for `--allow`: one for each method, and `GET,POST /a` if the route has several methods. */
const namesOf = ({ methods, url, name }: ExplainedRoute): string[] => [
  ...methods.map((method) => `${method} ${url}`),
  ...(methods.length > 1 ? [name] : [])
]

function checkNames(kind: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new UsageError(`The application has no ${kind} '${unknown}'.${suggestion(unknown, known)}`)
}
