/** Bounds: of numbers, lengths and counts, and patterns. */
import { areEqual, type JsonObject } from '../json.ts'
import { breaks, type Finding, warns } from './finding.ts'
import { type Spot, subjectOf } from './spot.ts'

interface Bound {
  readonly what: string
  /** Whether a larger one admits more. */
  readonly isUpper: boolean
  /** What is meant where there is none. */
  readonly otherwise?: number
}

const bounds: Readonly<Record<string, Bound>> = {
  minimum: { what: 'at least', isUpper: false },
  exclusiveMinimum: { what: 'more than', isUpper: false },
  maximum: { what: 'at most', isUpper: true },
  exclusiveMaximum: { what: 'less than', isUpper: true },
  minLength: { what: 'at least so many characters:', isUpper: false, otherwise: 0 },
  maxLength: { what: 'at most so many characters:', isUpper: true },
  minItems: { what: 'at least so many items:', isUpper: false },
  maxItems: { what: 'at most so many items:', isUpper: true },
  minProperties: { what: 'at least so many properties:', isUpper: false, otherwise: 0 },
  maxProperties: { what: 'at most so many properties:', isUpper: true },
  minContains: { what: 'at least so many items that it contains:', isUpper: false, otherwise: 1 },
  maxContains: { what: 'at most so many items that it contains:', isUpper: true }
}

export function compareBounds(before: JsonObject, after: JsonObject, spot: Spot): Finding[] {
  const found = Object.entries(bounds).map(([name, bound]) => compareBound(name, bound, { before, after, spot }))
  return [...found.filter((each) => each !== undefined), ...comparePatterns(before, after, spot)]
}

interface Compared {
  readonly before: JsonObject
  readonly after: JsonObject
  readonly spot: Spot
}

function compareBound(name: string, bound: Bound, { before, after, spot }: Compared): Finding | undefined {
  const { what, isUpper, otherwise } = bound
  const read = (schema: JsonObject) => (typeof schema[name] === 'number' ? schema[name] : otherwise)
  const [was, is] = [read(before), read(after)]
  if (was === is) return undefined
  const isRequest = spot.direction === 'request'
  if (was === undefined)
    return isRequest ? warns(`${subjectOf(spot)} must be ${what} ${is} now; it had no such bound.`) : undefined
  if (is === undefined) return isRequest ? undefined : breaks(`${subjectOf(spot)} need not be ${what} ${was} any more.`)
  const isNarrower = isUpper ? is < was : is > was
  if (isNarrower !== isRequest) return undefined
  const verb = isRequest ? 'must' : 'need only'
  return breaks(`${subjectOf(spot)} ${verb} be ${what} ${is} now, and not ${was}.`)
}

/** Whether a pattern takes every text. */
const isFree = (pattern: unknown) => pattern === undefined || pattern === '' || pattern === '.*'

/** What one pattern takes and another does not cannot be told from their texts. */
function comparePatterns({ pattern: was }: JsonObject, { pattern: is }: JsonObject, spot: Spot): Finding[] {
  if (areEqual(was, is) || spot.direction === 'answer' || isFree(is)) return []
  const sentence = `${subjectOf(spot)} must match /${String(is)}/ now`
  return isFree(was) ? [breaks(`${sentence}.`)] : [warns(`${sentence}, and not /${String(was)}/.`)]
}
