/** What single values a schema takes: its types, formats, listed values and bounds. */
import { areEqual, type JsonObject, listIn } from '../json.ts'
import { breaks, type Finding, listed, warns } from './finding.ts'
import { type Spot, subjectOf } from './spot.ts'

/** All of them; an integer is a number. */
const allTypes = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const

/** The types of a schema's values; all of them where it does not say. */
export function typesOf(schema: JsonObject): readonly unknown[] {
  if (schema.type !== undefined) return [schema.type].flat()
  if (schema.const !== undefined || Array.isArray(schema.enum))
    return [...new Set([schema.const ?? schema.enum].flat().map(typeOfValue))]
  return allTypes
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
}

export function compareTypes(before: JsonObject, after: JsonObject, spot: Spot): Finding[] {
  const [wide, narrow] = spot.direction === 'request' ? [after, before] : [before, after]
  const lost = typesOf(narrow).filter((type) => !holds(typesOf(wide), type, spot.isText && isFree(wide)))
  if (lost.length === 0) return compareFormats(before, after, spot)
  const types = listed(lost.map((type) => (type === 'null' ? null : type))).replaceAll("'", '')
  const says = spot.direction === 'request' ? `takes no ${types} any more` : `may be ${types} now`
  return [breaks(`${subjectOf(spot)} ${says}.`)]
}

const isFree = (schema: JsonObject) => ['enum', 'const', 'format', 'pattern'].every((key) => schema[key] === undefined)

/** What travels as text is a text, whatever it stands for. */
function holds(types: readonly unknown[], type: unknown, isText: boolean): boolean {
  if (types.includes(type) || (type === 'integer' && types.includes('number'))) return true
  return isText && types.includes('string') && type !== 'null'
}

/** Formats whose values are all of another one. */
const within: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' }

function compareFormats(before: JsonObject, after: JsonObject, spot: Spot): Finding[] {
  const [wide, narrow] = spot.direction === 'request' ? [after.format, before.format] : [before.format, after.format]
  // A text that was a number has no format of numbers to lose.
  const isSame = wide === undefined || wide === narrow || within[narrow as string] === wide
  if (isSame || !areEqual(typesOf(before), typesOf(after))) return []
  const was = before.format === undefined ? 'had no format' : `had the format '${before.format}'`
  return [
    breaks(`${subjectOf(spot)} ${was}, and has ${after.format === undefined ? 'none' : `'${after.format}'`} now.`)
  ]
}

export function compareListed(before: JsonObject, after: JsonObject, spot: Spot): Finding[] {
  return [...compareConst(before, after, spot), ...compareEnum(before, after, spot)]
}

function compareConst(before: JsonObject, after: JsonObject, spot: Spot): Finding[] {
  if (areEqual(before.const, after.const)) return []
  const isFound = spot.direction === 'request' ? after.const !== undefined : before.const !== undefined
  if (!isFound) return []
  // One value among those that were listed is the business of the list.
  if (before.const === undefined && spot.direction === 'answer') return []
  const now = after.const === undefined ? 'may be another value now' : `is ${listed([after.const])} now`
  return [breaks(`${subjectOf(spot)} ${before.const === undefined ? '' : `was ${listed([before.const])} and `}${now}.`)]
}

function compareEnum(before: JsonObject, after: JsonObject, spot: Spot): Finding[] {
  if (before.const !== undefined || after.const !== undefined) return []
  const [was, is] = [before.enum, after.enum]
  const missing = (from: unknown, among: unknown) =>
    listIn(from).filter((value) => !listIn(among).some((each) => areEqual(value, each)))
  if (spot.direction === 'request') {
    if (!Array.isArray(is)) return []
    if (!Array.isArray(was)) return [breaks(`${subjectOf(spot)} takes only ${listed(is)} now.`)]
    const removed = missing(was, is)
    return removed.length === 0 ? [] : [breaks(`${subjectOf(spot)} takes ${listed(removed)} no more.`)]
  }
  if (!Array.isArray(was)) return []
  if (!Array.isArray(is)) return [warns(`${subjectOf(spot)} may be other values than ${listed(was)} now.`)]
  const added = missing(is, was)
  return added.length === 0 ? [] : [warns(`${subjectOf(spot)} may be ${listed(added)} now.`)]
}
