/** The properties of objects: those that must be sent, and those that always come. */
import { type JsonObject, listIn, objectIn } from '../json.ts'
import { breaks, type Finding, warns } from './finding.ts'
import { type Compare, inside, type Spot, subjectOf } from './spot.ts'

export function compareProperties(before: JsonObject, after: JsonObject, spot: Spot, compare: Compare): Finding[] {
  const was = objectIn(before.properties)
  const is = objectIn(after.properties)
  const names = [
    ...new Set([
      ...Object.keys(was),
      ...Object.keys(is),
      ...listIn(after.required).filter((name) => typeof name === 'string')
    ])
  ]
  const found = names.flatMap((name) => {
    const at = inside(spot, name)
    const isPassed = !travels(spot.after(is[name]), spot) || (name in was && !travels(spot.before(was[name]), spot))
    // What only the other side writes is no part of this one.
    if (isPassed) return []
    const required = [isRequired(before, name), isRequired(after, name)] as const
    if (!(name in was) || !(name in is)) return compareExistence(name in was && !(name in is), required, at, after)
    return [...compareRequired(required, at), ...compare(was[name], is[name], at)]
  })
  return [...found, ...compareOthers(before, after, spot, compare)]
}

const isRequired = (schema: JsonObject, name: string) => listIn(schema.required).includes(name)

/** Whether a property is part of a request, or of an answer. */
const travels = (schema: JsonObject, { direction }: Spot) =>
  schema[direction === 'request' ? 'readOnly' : 'writeOnly'] !== true

type WasAndIs = readonly [was: boolean, is: boolean]

function compareExistence(isGone: boolean, [was, is]: WasAndIs, spot: Spot, after: JsonObject): Finding[] {
  const subject = subjectOf(spot)
  if (spot.direction === 'request') {
    if (is && !was) return [breaks(`${subject} is required now.`)]
    if (!isGone) return []
    return [
      after.additionalProperties === false
        ? breaks(`${subject} is taken no more.`)
        : warns(`${subject} is read no more.`)
    ]
  }
  if (!isGone) return []
  return [was ? breaks(`${subject} is gone.`) : warns(`${subject}, which was optional, is gone.`)]
}

function compareRequired([was, is]: WasAndIs, spot: Spot): Finding[] {
  if (was === is) return []
  if (spot.direction === 'request') return is ? [breaks(`${subjectOf(spot)} is required now.`)] : []
  return was ? [breaks(`${subjectOf(spot)} may be missing now.`)] : []
}

/** Properties without a name in the schema. */
function compareOthers(before: JsonObject, after: JsonObject, spot: Spot, compare: Compare): Finding[] {
  const [was, is] = [before.additionalProperties ?? true, after.additionalProperties ?? true]
  if (was === false || is === false) {
    if (spot.direction === 'request' && was !== false)
      return [breaks(`${subjectOf(spot)} takes no other properties than its own any more.`)]
    return []
  }
  if (was === true && is === true) return []
  return compare(was, is, inside(spot, '*'))
}
