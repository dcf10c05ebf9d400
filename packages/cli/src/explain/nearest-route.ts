/** The routes that a request without one was probably meant for. */
import type { ExplainedRoute } from 'espalier'
import { distance } from 'fastest-levenshtein'

/** As many are named. */
const most = 3

/** How far a route may be from a path: one segment that is missing or new, or two that are misspelt. */
const farthest = 1.25

/** The cost of another method, so that it counts behind an equal path. */
const otherMethod = 0.2

const segmentsOf = (path: string): string[] => path.split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? []

/** From 0, for a segment that matches, to 1. */
function segmentCost(pattern: string, given: string): number {
  if (pattern === given || pattern.includes(':') || pattern === '*') return 0
  const edits = distance(pattern.toLowerCase(), given.toLowerCase()) / Math.max(pattern.length, given.length)
  return edits <= 0.4 ? Math.max(edits, 0.05) : 1
}

/** The cheapest way to turn one list of segments into the other. A wildcard stands for all that is left. */
function pathCost(pattern: readonly string[], given: readonly string[]): number {
  let row = given.map((_, at) => at + 1)
  row.unshift(0)
  for (const [at, segment] of pattern.entries()) {
    if (segment === '*') return Math.min(...row)
    const next = [at + 1]
    for (const [place, one] of given.entries()) {
      const kept = (row[place] ?? 0) + segmentCost(segment, one)
      next.push(Math.min(kept, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Whether a word of the path stands in the route, or one that is like it: parameters alone match any path. */
function sharesWord(pattern: readonly string[], given: readonly string[]): boolean {
  return pattern.some((segment) => !/[:*]/.test(segment) && given.some((one) => segmentCost(segment, one) < 1))
}

/**
 * Returns the names of the nearest routes, the nearest first; none where no route is near.
 *
 * @param path as it was asked, with or without a query
 */
export function nearestRoutes(routes: readonly ExplainedRoute[], method: string, path: string): string[] {
  const given = segmentsOf(path)
  const rows = routes.flatMap((route) => {
    const pattern = segmentsOf(route.url)
    const isEqual = pattern.length === 0 && given.length === 0
    if (!(isEqual || sharesWord(pattern, given))) return []
    const cost = pathCost(pattern, given) + (route.methods.includes(method.toUpperCase()) ? 0 : otherMethod)
    return cost <= farthest ? [{ name: route.name, cost }] : []
  })
  const names = rows.sort((one, other) => one.cost - other.cost).map(({ name }) => name)
  return [...new Set(names)].slice(0, most)
}

/** Writes the sentence that names the nearest routes, or nothing. */
export function nearestSentence(nearest: readonly string[]): string {
  if (nearest.length === 0) return ''
  const last = nearest.at(-1)
  return `Nearest: ${nearest.length === 1 ? last : `${nearest.slice(0, -1).join(', ')} or ${last}`}.`
}
