/**
 * Finds endpoints that the router could choose instead of the one that a client calls. For example, the router chooses `GET /books/new` over `GET
 * /books/:id` with the id `new`. If two endpoints match a path, the router takes the one that is more specific at the first difference. An
 * application may ignore trailing and doubled slashes, so such slashes do not distinguish endpoints here.
 */
import { splitEnd, takeApart } from './path.ts'
import { escapePattern } from './segment.ts'
import type { PathParts, Rival, Segment, Target } from './target.ts'

/** A part of a path. The router tries a lower rank first: 1 is a static character, 2 a segment with a pattern, 3 any segment, 4 a wildcard. */
type Mark = readonly [rank: number, text: string, suffix?: string]

/** A static segment, a segment with any text, or a wildcard. */
type Step = string | typeof any | typeof rest
const any = undefined
const rest = null

interface Way {
  readonly parts: PathParts
  readonly marks: readonly Mark[]
  readonly steps: readonly Step[]
  readonly hasSlash: boolean
}

const waysBy = new WeakMap<Target, readonly Way[]>()
const rivalsBy = new WeakMap<readonly Target[], Map<Target, readonly Rival[]>>()

/**
 * Lists the rivals of an endpoint: other endpoints that the router could choose for its path, such as `GET /books/new` for `GET /books/:id`. Programs
 * that write clients call this function. A client of endpoints computes the rivals itself.
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
  const place = all.indexOf(target)
  return all.flatMap((other, at) => {
    if (other.name === target.name) return []
    // A GET endpoint also answers HEAD requests, so it can be a rival of a HEAD endpoint.
    if (other.method !== target.method && !(other.method === 'GET' && target.method === 'HEAD')) return []
    return waysOf(other).flatMap((way) =>
      waysOf(target).flatMap((own) => {
        const { pattern, segments } = ruleOf(way.parts)
        const rival = (start: string, end: string) => [
          { name: other.name, pattern: `^${start}${pattern}${end}$`, segments }
        ]
        if (isAhead(way.marks, own.marks, at < place)) return mayLeadTo(way, own) ? rival('', '/?') : []
        // With an empty wildcard, `/a/*` gives `/a/`. An application that ignores trailing slashes may choose another endpoint, e.g. `/:name`.
        const isRest = own.steps.at(-1) === rest && mayMeet(way.steps, own.steps.slice(0, -1))
        return isRest ? rival(`(?=${withEmptyRest(own.parts)}$)`, '/') : []
      })
    )
  })
}

/** Returns a regular expression for the path with an empty wildcard. It has no groups, which would shift the numbers of the rival's groups. */
const withEmptyRest = (parts: PathParts) => ruleOf(parts.slice(0, -2)).pattern.replaceAll('([^/]*)', '[^/]*')

/** The paths of an endpoint: two if it has an optional end. */
function waysOf(target: Target): readonly Way[] {
  const known = waysBy.get(target)
  if (known) return known
  const { before, end, slash } = splitEnd(target.name.slice(target.method.length + 1))
  const paths = end === '' ? [before] : [before + end + slash, before + slash]
  const ways = paths.map((path) => {
    const parts = takeApart(path.replace(/\/+/g, '/').replace(/\/$/, ''))
    return { parts, marks: parts.flatMap(marksOf), steps: stepsOf(parts), hasSlash: path.endsWith('/') }
  })
  waysBy.set(target, ways)
  return ways
}

function marksOf(part: PathParts[number], at: number): Mark[] {
  if (at % 2 === 0) return Array.from(part as string, (character) => [1, character])
  if (typeof part === 'string') return [part === '*' ? [4, part] : [3, '']]
  const { pattern, parts } = part as Segment
  return [[2, pattern, parts.at(-1) as string]]
}

/** The segments between slashes: `/a/:id` → `['', 'a', any]`. */
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

/** Whether a path of the endpoint `own` may match the other endpoint. A trailing slash may be an empty last parameter: `/a/` matches `/a/:id`. */
const mayLeadTo = ({ steps }: Way, own: Way) =>
  mayMeet(steps, own.steps) || (own.hasSlash && steps.at(-1) === any && mayMeet(steps.slice(0, -1), own.steps))

/** Whether a path exists that matches both lists of segments. */
function mayMeet(steps: readonly Step[], others: readonly Step[]): boolean {
  for (const [at, step] of steps.entries()) {
    const other = others[at]
    if (step === rest || other === rest) return true
    if (at === others.length || (step !== any && other !== any && step !== other)) return false
  }
  return steps.length === others.length || others[steps.length] === rest
}

/** Whether the router tries one path before another. It tries patterns with longer static suffixes first, and otherwise in the order of declaration. */
function isAhead(marks: readonly Mark[], others: readonly Mark[], isEarlier: boolean): boolean {
  const at = marks.findIndex(([rank, text], at) => rank !== others[at]?.[0] || text !== others[at][1])
  const [rank, , suffix = ''] = marks[at] ?? [0, '']
  const [otherRank, , otherSuffix = ''] = others[at] ?? [0, '']
  if (at < 0) return marks.length < others.length
  if (rank !== 2 || otherRank !== 2) return rank < otherRank
  if (suffix === '' || otherSuffix === '') return suffix === otherSuffix ? isEarlier : suffix !== ''
  if (suffix !== otherSuffix && suffix.endsWith(otherSuffix)) return true
  return !otherSuffix.endsWith(suffix) || suffix === otherSuffix ? isEarlier : false
}

/** @returns a regular expression for the encoded path, and the patterns of the segments that it captures */
function ruleOf(parts: PathParts): Omit<Rival, 'name'> {
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
