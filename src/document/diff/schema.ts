/** Two schemas of one value: what is taken no more, or may be given now. */
import { isPlainObject } from '../../base/plain-object.ts'
import { areEqual, type JsonObject, objectIn } from '../json.ts'
import { compareBounds } from './bound.ts'
import { breaks, type Finding } from './finding.ts'
import { compareProperties } from './property.ts'
import { inside, type Spot, subjectOf } from './spot.ts'
import { compareUnions } from './union.ts'
import { compareListed, compareTypes, typesOf } from './value.ts'

export function compareSchemas(given: unknown, now: unknown, spot: Spot): Finding[] {
  if (given === now || isSeen(given, now, spot)) return []
  const before = spot.before(given)
  const after = spot.after(now)
  if (isNever(before) || isNever(after)) return compareNever(before, after, spot)
  if (before.anyOf !== undefined || after.anyOf !== undefined) return compareUnions(before, after, spot, compareSchemas)
  if (spot.isText && isListNow(before, after)) return compareSchemas(before, after.items, spot)
  const types = compareTypes(before, after, spot)
  // Of values of another type the rest says nothing.
  if (types.length > 0) return types
  return [
    ...compareListed(before, after, spot),
    ...compareBounds(before, after, spot),
    ...compareProperties(before, after, spot, compareSchemas),
    ...compareItems(before, after, spot),
    ...compareRules(before, after, spot)
  ]
}

/** A parameter that is given once is a list of one. */
const isListNow = (before: JsonObject, after: JsonObject) =>
  before.type !== undefined && !typesOf(before).includes('array') && after.type === 'array'

function isSeen(before: unknown, after: unknown, { seen }: Spot): boolean {
  if (!isPlainObject(before) || !isPlainObject(after)) return false
  if (seen.has(before, after)) return true
  seen.add(before, after)
  return false
}

/** `false`, which takes nothing. */
const isNever = (schema: JsonObject) => areEqual(schema, { not: {} })

function compareNever(before: JsonObject, after: JsonObject, spot: Spot): Finding[] {
  if (spot.direction === 'request')
    return isNever(after) && !isNever(before) ? [breaks(`${subjectOf(spot)} is taken no more.`)] : []
  return isNever(before) && !isNever(after) ? [breaks(`${subjectOf(spot)} may be there now.`)] : []
}

function compareItems(before: JsonObject, after: JsonObject, spot: Spot): Finding[] {
  const found = before.items === undefined && after.items === undefined ? [] : compareItem(before, after, spot)
  const [was, is] = [before.prefixItems, after.prefixItems].map((items) => (Array.isArray(items) ? items : []))
  if (was === undefined || is === undefined) return found
  for (let at = 0; at < Math.max(was.length, is.length); at++)
    found.push(...compareSchemas(was[at] ?? before.items, is[at] ?? after.items, inside(spot, `[${at}]`)))
  return found
}

const compareItem = (before: JsonObject, after: JsonObject, spot: Spot) =>
  compareSchemas(before.items, after.items, inside(spot, '[]'))

/** Keywords that say what else must hold: one more holds more back. */
const rules = ['not', 'if', 'multipleOf', 'dependentRequired', 'contentMediaType', 'contentEncoding'] as const

/** Those whose value is a schema that what is inside must fit, and those with such schemas by name. */
const fitting = ['then', 'else', 'contains', 'propertyNames', 'contentSchema', 'unevaluatedItems'] as const
const byName = ['patternProperties', 'dependentSchemas'] as const

function compareRules(before: JsonObject, after: JsonObject, spot: Spot): Finding[] {
  const named = byName.flatMap((keyword) => {
    const [was, is] = [objectIn(before[keyword]), objectIn(after[keyword])]
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    return names.flatMap((name) => compareFitting(`${keyword}/${name}`, was[name], is[name], spot))
  })
  return [
    ...compareRule('uniqueItems', before.uniqueItems || undefined, after.uniqueItems || undefined, spot),
    ...rules.flatMap((name) => compareRule(name, ruleIn(before[name]), ruleIn(after[name]), spot)),
    ...[...fitting, 'unevaluatedProperties'].flatMap((name) => compareFitting(name, before[name], after[name], spot)),
    ...named
  ]
}

function compareFitting(name: string, given: unknown, now: unknown, spot: Spot): Finding[] {
  const was = ruleIn(given)
  const is = ruleIn(now)
  if (was === undefined || is === undefined) return compareRule(name, was, is, spot)
  return compareSchemas(was, is, inside(spot, `[${name}]`))
}

/** What holds nothing back is no rule. */
function ruleIn(value: unknown): unknown {
  if (value === true) return undefined
  return isPlainObject(value) && Object.keys(value).length === 0 ? undefined : value
}

function compareRule(name: string, was: unknown, is: unknown, spot: Spot): Finding[] {
  if (areEqual(was, is)) return []
  if (spot.direction === 'request' && is !== undefined)
    return [breaks(`${subjectOf(spot)} must keep ${was === undefined ? 'a rule' : 'another rule'} now: '${name}'.`)]
  if (spot.direction === 'answer' && was !== undefined)
    return [breaks(`${subjectOf(spot)} keeps ${is === undefined ? 'a rule no more' : 'another rule now'}: '${name}'.`)]
  return []
}
