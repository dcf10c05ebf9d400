/** Compares the routes of two versions of an application. */
import type { ExplainedRoute, ExplainedStep } from 'espalier'

export interface RouteDiff {
  readonly added: readonly ExplainedRoute[]
  readonly removed: readonly ExplainedRoute[]
  readonly changes: readonly RouteChange[]
}

/** A function that runs for routes of only one version, or in a different order. */
export interface RouteChange {
  readonly does: 'adds' | 'removes' | 'moves'
  readonly stage: ExplainedStep['stage']
  readonly kind: ExplainedStep['kind']
  readonly name: string
  /** Names of the routes. */
  readonly routes: readonly string[]
}

/** Compares routes by method, path and constraints, and their functions by name, so that moving a line does not count as a change. */
export function diffOf(before: readonly ExplainedRoute[], after: readonly ExplainedRoute[]): RouteDiff {
  const [old, now] = [byKey(before), byKey(after)]
  const changes = new Map<string, RouteChange & { routes: string[] }>()
  for (const [key, route] of now) {
    const earlier = old.get(key)
    if (earlier === undefined) continue
    for (const change of changesOf(earlier.steps, route.steps)) {
      const id = JSON.stringify(change)
      const known = changes.get(id) ?? { ...change, routes: [] }
      known.routes.push(titleOf(route))
      changes.set(id, known)
    }
  }
  return {
    added: [...now].filter(([key]) => !old.has(key)).map(([, route]) => route),
    removed: [...old].filter(([key]) => !now.has(key)).map(([, route]) => route),
    changes: [...changes.values()]
  }
}

/** Maps each method of a route separately, so that splitting a route of two methods is not a change. */
function byKey(routes: readonly ExplainedRoute[]): Map<string, ExplainedRoute> {
  const keyed = routes.flatMap((route) =>
    route.methods.map((method) => {
      const conditions = Object.entries(route.constraints).sort(([a], [b]) => (a < b ? -1 : 1))
      return [JSON.stringify([method, route.url, conditions]), { ...route, methods: [method] }] as const
    })
  )
  return new Map(keyed)
}

/** The name of a route with its constraints: `GET /books with version 2.x`. */
export function titleOf({ methods, url, constraints }: ExplainedRoute): string {
  const conditions = Object.entries(constraints).map(([name, value]) => `${name} ${value}`)
  return `${methods.join()} ${url}${conditions.length > 0 ? ` with ${conditions.join(', ')}` : ''}`
}

type Change = Omit<RouteChange, 'routes'>

function changesOf(before: readonly ExplainedStep[], after: readonly ExplainedStep[]): Change[] {
  const [removed, added] = [without(before, after), without(after, before)]
  const [old, now] = [without(before, removed), without(after, added)]
  const moved = old.filter((step, place) => idOf(step) !== idOf(now[place] ?? step))
  return [
    ...removed.map((step) => changeOf('removes', step)),
    ...added.map((step) => changeOf('adds', step)),
    ...moved.map((step) => changeOf('moves', step))
  ]
}

const idOf = ({ stage, kind, name }: ExplainedStep): string => JSON.stringify([stage, kind, nameOf(name)])

/** The name without its line number. An unnamed function is named by its line (`guard at auth.ts:12`), which moves. */
const nameOf = (name: string): string => name.replace(/^([a-z ]+ at .+):\d+$/, '$1')

const changeOf = (does: Change['does'], { stage, kind, name }: ExplainedStep): Change => {
  return { does, stage, kind, name: nameOf(name) }
}

/** The steps of one list that are not in the other. Duplicates are counted. */
function without(steps: readonly ExplainedStep[], others: readonly ExplainedStep[]): ExplainedStep[] {
  const left = new Map<string, number>()
  for (const step of others) left.set(idOf(step), (left.get(idOf(step)) ?? 0) + 1)
  return steps.filter((step) => {
    const count = left.get(idOf(step)) ?? 0
    left.set(idOf(step), count - 1)
    return count <= 0
  })
}
