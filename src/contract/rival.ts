/**
 * Finds rivals: other endpoints that the router could choose for a filled-in path. For example, `GET /books/:id` with the id `new` matches
 * `GET /books/new`. Trailing and doubled slashes are ignored, because a server may ignore them.
 */
import { splitEnd, takeApart } from './path.ts'
import { escapePattern } from './segment.ts'
import type { PathParts, Rival, Segment, Target } from './target.ts'

/** Ranks in the router's order: 1 for a static character, 2 for a segment with a pattern, 3 for a parameter, 4 for a wildcard. */
type RankedPart = readonly [rank: number, text: string, suffix?: string]

type Step = string | typeof any | typeof rest
const any = undefined
const rest = null

interface ParsedPath {
  readonly parts: PathParts
  readonly ranked: readonly RankedPart[]
  readonly steps: readonly Step[]
  readonly hasSlash: boolean
}

const parsedPathsBy = new WeakMap<Target, readonly ParsedPath[]>()
const rivalsBy = new WeakMap<readonly Target[], Map<Target, readonly Rival[]>>()

/**
 * Lists the rivals of an endpoint: other endpoints that the router could choose for its path, such as `GET /books/new` for `GET /books/:id`. Code
 * generators for clients need it. A client made by `createClient` computes the rivals itself.
 *
 * @param all the endpoints of the client, in the order in which the application adds them
 * @example
 * const [book, fresh] = ['GET /books/:id', 'GET /books/new'].map((target) => targetOf(endpoint(target)))
 * rivalsOf(book, [book, fresh]).map(({ name }) => name) // [ 'GET /books/new' ]
 */
export function rivalsOf(target: Target, all: readonly Target[]): readonly Rival[] {
  const known = rivalsBy.get(all) ?? new Map<Target, readonly Rival[]>()
  rivalsBy.set(all, known)
  const found = known.get(target) ?? findRivals(target, all)
  known.set(target, found)
  return found
}

function findRivals(target: Target, all: readonly Target[]): Rival[] {
  // The router also uses GET routes for HEAD requests.
  const routed = all.filter(({ method }) => method === target.method || (method === 'GET' && target.method === 'HEAD'))
  const paths = routed.flatMap(parsedPathsOf)
  return routed.flatMap((candidate) => {
    if (candidate.name === target.name) return []
    return parsedPathsOf(candidate).flatMap((path) =>
      parsedPathsOf(target).flatMap((own) => {
        const { pattern, segments } = expressionOf(path.parts)
        const rival = (start: string, end: string) => [
          { name: candidate.name, pattern: `^${start}${pattern}${end}$`, segments }
        ]
        if (!mayMatch(path, own)) return []
        if (isTriedFirst(path.ranked, own.ranked, paths)) return rival('', '/?')
        // If a wildcard is empty, `/a/*` becomes `/a/`. A server that ignores trailing slashes may then choose `/:name`.
        const isRest = own.steps.at(-1) === rest && overlap(path.steps, own.steps.slice(0, -1))
        return isRest ? rival(`(?=${withEmptyRest(own.parts)}$)`, '/') : []
      })
    )
  })
}

/** Returns the pattern with non-capturing groups: it is joined with another route's pattern, whose group numbers must stay. */
const withEmptyRest = (parts: PathParts) => expressionOf(parts.slice(0, -2)).pattern.replaceAll('([^/]*)', '[^/]*')

function parsedPathsOf(target: Target): readonly ParsedPath[] {
  const known = parsedPathsBy.get(target)
  if (known) return known
  const { before, end, slash } = splitEnd(target.name.slice(target.method.length + 1))
  const paths = end === '' ? [before] : [before + end + slash, before + slash]
  const parsed = paths.map((path) => {
    const parts = takeApart(path.replace(/\/+/g, '/').replace(/\/$/, ''))
    return { parts, ranked: parts.flatMap(rankedPartsOf), steps: stepsOf(parts), hasSlash: path.endsWith('/') }
  })
  parsedPathsBy.set(target, parsed)
  return parsed
}

function rankedPartsOf(part: PathParts[number], at: number): RankedPart[] {
  if (at % 2 === 0) return Array.from(part as string, (character) => [1, character])
  if (typeof part === 'string') return [part === '*' ? [4, part] : [3, '']]
  const { pattern, parts } = part as Segment
  return [[2, pattern, parts.at(-1) as string]]
}

/** Splits a path at its slashes: `/a/:id` → `['', 'a', any]`. */
function stepsOf(parts: PathParts): Step[] {
  const steps: Step[] = ['']
  for (const [at, part] of parts.entries()) {
    const last = steps.length - 1
    if (at % 2 === 1) steps[last] = part === '*' ? rest : any
    else {
      const [first, ...others] = (part as string).split('/')
      if (typeof steps[last] === 'string') steps[last] += first
      steps.push(...others)
    }
  }
  return steps
}

/** Includes a trailing slash that the router may read as an empty last parameter: `/a/` matches `/a/:id`. */
const mayMatch = ({ steps }: ParsedPath, own: ParsedPath) =>
  overlap(steps, own.steps) || (own.hasSlash && steps.at(-1) === any && overlap(steps.slice(0, -1), own.steps))

function overlap(steps: readonly Step[], others: readonly Step[]): boolean {
  for (const [at, step] of steps.entries()) {
    const other = others[at]
    if (step === rest || other === rest) return true
    if (at === others.length || (step !== any && other !== any && step !== other)) return false
  }
  return steps.length === others.length || others[steps.length] === rest
}

/** The first part that differs decides. */
function isTriedFirst(ranked: readonly RankedPart[], others: readonly RankedPart[], paths: readonly ParsedPath[]) {
  const at = forkOf(ranked, others)
  if (at < 0) return ranked.length < others.length
  const [rank, text] = ranked[at] ?? [0]
  const [otherRank, otherText] = others[at] ?? [0]
  if (rank !== 2 || otherRank !== 2) return rank < otherRank
  const [, first] = patternsAfter(ranked.slice(0, at), paths).find(([, one]) => one === text || one === otherText) ?? []
  return first === text
}

/** Returns the index of the first part that differs, or -1. */
const forkOf = (ranked: readonly RankedPart[], others: readonly RankedPart[]) =>
  ranked.findIndex(([rank, text], at) => rank !== others[at]?.[0] || text !== others[at][1])

/**
 * Returns the patterns that follow the same start, in the order in which the router tries them. A pattern has the place of the first path that uses it.
 * Sorts after each addition, as find-my-way does, because suffixes such as `.y` and `-` have no order of their own.
 */
function patternsAfter(start: readonly RankedPart[], paths: readonly ParsedPath[]): RankedPart[] {
  const found: RankedPart[] = []
  for (const { ranked } of paths) {
    const part = ranked[start.length]
    if (part?.[0] !== 2 || found.some(([, text]) => text === part[1]) || forkOf(start, ranked) >= 0) continue
    found.push(part)
    found.sort(compareSuffixes)
  }
  return found
}

/** Orders suffixes from the longest to the shortest: `-a.y`, then its ending `.y`, then no suffix. */
function compareSuffixes([, , suffix = '']: RankedPart, [, , other = '']: RankedPart): number {
  if (suffix === other) return 0
  return other.endsWith(suffix) ? 1 : suffix.endsWith(other) ? -1 : 0
}

/** Returns an expression for the encoded path. `segments` are expressions for the texts that it captures. */
function expressionOf(parts: PathParts): Omit<Rival, 'name'> {
  const segments: string[] = []
  const texts = parts.map((part, at) => {
    if (at % 2 === 0) return escapePattern(encodeURI(part as string))
    if (part === '*') return '.*'
    if (typeof part === 'string') return '[^/]*'
    segments.push((part as Segment).pattern)
    return '([^/]*)'
  })
  return { pattern: texts.join(''), segments }
}
