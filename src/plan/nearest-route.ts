import { editDistance } from '../base/nearest-name.ts'

export interface NearRoute {
  readonly methods: readonly string[]
  readonly url: string
}

const mostSuggested = 3

/** In characters. The comparison takes quadratic time, and the client chooses the length of the path. */
const longest = 200

/** Allows a missing or extra segment, a missing prefix, or two misspelt segments. */
const maxCost = 1.25

/** Small, so that the right path with another method is still suggested. */
const methodCost = 0.2

const segmentsOf = (path: string): string[] => path.split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? []

function segmentCost(pattern: string, given: string): number {
  if (pattern === given || pattern.includes(':') || pattern === '*') return 0
  const edits = editDistance(pattern.toLowerCase(), given.toLowerCase()) / Math.max(pattern.length, given.length)
  return edits <= 0.4 ? Math.max(edits, 0.05) : 1
}

/** The edit distance of two lists of segments (Levenshtein). A wildcard matches the rest. */
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

/** Excludes routes such as `/:a/:b`, which are near every path. */
function sharesStaticSegment(pattern: readonly string[], given: readonly string[]): boolean {
  return pattern.some((segment) => !/[:*]/.test(segment) && given.some((one) => segmentCost(segment, one) < 1))
}

export function missingPrefix({ url }: NearRoute, path: string): string | undefined {
  const given = segmentsOf(path)
  const pattern = segmentsOf(url)
  const lacking = pattern.slice(0, Math.max(0, pattern.length - given.length))
  const rest = pattern.slice(lacking.length)
  const isSame = given.length > 0 && rest.every((segment, at) => segmentCost(segment, given[at] ?? '') === 0)
  return isSame && lacking.length > 0 && sharesStaticSegment(rest, given) ? `/${lacking.join('/')}` : undefined
}

function nearestRoutes(routes: Iterable<NearRoute>, method: string, path: string): readonly NearRoute[] {
  if (path.length > longest) return []
  const given = segmentsOf(path)
  const rows = [...routes].flatMap((route) => {
    const pattern = segmentsOf(route.url)
    const isEqual = pattern.length === 0 && given.length === 0
    if (!(isEqual || sharesStaticSegment(pattern, given))) return []
    const toPath = missingPrefix(route, path) === undefined ? pathCost(pattern, given) : 1
    const cost = toPath + (route.methods.includes(method.toUpperCase()) ? 0 : methodCost)
    return cost <= maxCost ? [{ route, cost }] : []
  })
  return rows
    .sort((one, other) => one.cost - other.cost)
    .map(({ route }) => route)
    .slice(0, mostSuggested)
}

const nameOf = ({ methods, url }: NearRoute) => `${methods.join()} ${url}`

export const nearestNames = (routes: Iterable<NearRoute>, method: string, path: string): string[] => [
  ...new Set(nearestRoutes(routes, method, path).map(nameOf))
]

/** Returns an empty text if no route is near. */
export function nearestSentence(routes: Iterable<NearRoute>, method: string, path: string): string {
  const nearest = nearestRoutes(routes, method, path)
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(new Set(nearest.map(nameOf)))
  const [prefix] = nearest.flatMap((route) => missingPrefix(route, path) ?? [])
  if (nearest.length === 0) return ''
  return prefix === undefined ? `Nearest: ${names}.` : `Nearest: ${names}. The path lacks the prefix '${prefix}'.`
}
