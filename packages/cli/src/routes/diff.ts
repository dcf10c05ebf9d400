import type { ExplainedRoute, ExplainedStep } from 'espalier'

export interface RouteDiff {
  readonly added: readonly ExplainedRoute[]
  readonly removed: readonly ExplainedRoute[]
  readonly changes: readonly RouteChange[]
}

export interface RouteChange {
  readonly does: 'adds' | 'removes' | 'moves'
  readonly stage: ExplainedStep['stage']
  readonly kind: ExplainedStep['kind']
  readonly name: string
  readonly routes: readonly string[]
}

/** Compares routes by method, path and constraints. Functions are compared by name, so moving a function to another line is not a change. */
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

/** A route with two methods gets an entry for each, so that it equals two routes with one method each. */
function byKey(routes: readonly ExplainedRoute[]): Map<string, ExplainedRoute> {
  const keyed = routes.flatMap((route) =>
    route.methods.map((method) => {
      const conditions = Object.entries(route.constraints).sort(([a], [b]) => (a < b ? -1 : 1))
      return [JSON.stringify([method, route.url, conditions]), { ...route, methods: [method] }] as const
    })
  )
  return new Map(keyed)
}

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

/** Removes the line number from the label of an unnamed function, such as `guard at auth.ts:12`. Edits above the function would change it. */
const nameOf = (name: string): string => name.replace(/^([a-z ]+ at .+):\d+$/, '$1')

const changeOf = (does: Change['does'], { stage, kind, name }: ExplainedStep): Change => {
  return { does, stage, kind, name: nameOf(name) }
}

/** Returns the steps that `others` does not contain. A step that is twice in `steps` and once in `others` is returned once. */
function without(steps: readonly ExplainedStep[], others: readonly ExplainedStep[]): ExplainedStep[] {
  const left = new Map<string, number>()
  for (const step of others) left.set(idOf(step), (left.get(idOf(step)) ?? 0) + 1)
  return steps.filter((step) => {
    const count = left.get(idOf(step)) ?? 0
    left.set(idOf(step), count - 1)
    return count <= 0
  })
}
