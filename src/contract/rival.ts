/**
 * Endpoints that a path may lead to although another one was called: `GET /books/new` for the id `new` of `GET /books/:id`. Where the patterns of two match
 * a path, the router takes the one that is more specific at the first place in which they differ. Applications may ignore slashes at the end of a path and
 * doubled ones, so they do not tell endpoints apart here.
 */
import { splitEnd, takeApart } from './path.ts'
import { escapePattern } from './segment.ts'
import type { PathParts, Rival, Segment, Target } from './target.ts'

/** A part of a path with its rank: characters of text come before segments with a pattern, other segments and the rest of a path. */
type Mark = readonly [rank: number, text: string, suffix?: string]

/** A segment of one text, of any text, or the rest of the path. */
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
 * Lists the rivals of an endpoint: other endpoints that its path may lead to, such as `GET /books/new` for `GET /books/:id`. Programs that write clients
 * use it; a client of endpoints finds them itself.
 *
 * @param all the endpoints of the client, in the order in which the application adds them
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
    // Applications answer HEAD where they answer GET.
    if (other.method !== target.method && !(other.method === 'GET' && target.method === 'HEAD')) return []
    return waysOf(other).flatMap((way) =>
      waysOf(target).flatMap((own) => {
        const { pattern, segments } = ruleOf(way.parts)
        const rival = (start: string, end: string) => [
          { name: other.name, pattern: `^${start}${pattern}${end}$`, segments }
        ]
        if (isAhead(way.marks, own.marks, at < place)) return mayLeadTo(way, own) ? rival('', '/?') : []
        // Without its last slash, a path whose rest is empty may be one of any other endpoint.
        const isRest = own.steps.at(-1) === rest && mayMeet(way.steps, own.steps.slice(0, -1))
        return isRest ? rival(`(?=${withEmptyRest(own.parts)}$)`, '/') : []
      })
    )
  })
}

/** An expression without groups for the path whose rest is empty. */
const withEmptyRest = (parts: PathParts) => ruleOf(parts.slice(0, -2)).pattern.replaceAll('([^/]*)', '[^/]*')

/** The paths of an endpoint: two where its end is optional. */
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

/** The segments between slashes. */
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

/** Whether a path may be one of the other endpoint. Its last parameter is read as empty where a slash is the end. */
const mayLeadTo = ({ steps }: Way, own: Way) =>
  mayMeet(steps, own.steps) || (own.hasSlash && steps.at(-1) === any && mayMeet(steps.slice(0, -1), own.steps))

/** Whether a path may be one of both. */
function mayMeet(steps: readonly Step[], others: readonly Step[]): boolean {
  for (const [at, step] of steps.entries()) {
    const other = others[at]
    if (step === rest || other === rest) return true
    if (at === others.length || (step !== any && other !== any && step !== other)) return false
  }
  return steps.length === others.length || others[steps.length] === rest
}

/** Whether the router tries a path before another one. It tries patterns with longer texts at their end first, and else the one that was added first. */
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

/** @returns an expression for the encoded path, and one for each segment that it has a group for */
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
