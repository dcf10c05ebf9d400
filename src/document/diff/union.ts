/**
 * Schemas that are one of several. Which of the old ones became which of the new ones is not said anywhere, so each is looked for among the others:
 * whoever sends must find one that takes what he sends, whoever reads one that he knew.
 */
import { areEqual, type JsonObject, listIn, objectIn, textIn } from '../json.ts'
import { breaks, type Finding } from './finding.ts'
import { exclusive } from './flatten.ts'
import { type Compare, Pairs, type Spot, subjectOf } from './spot.ts'

export function compareUnions(before: JsonObject, after: JsonObject, spot: Spot, compare: Compare): Finding[] {
  const was = membersOf(before)
  const is = membersOf(after)
  const isRequest = spot.direction === 'request'
  const [asked, offered] = isRequest ? [was, is] : [is, was]
  // Where nothing took its place, a form that had a name is gone, even if another has the same fields.
  const isTold = isRequest || before[exclusive] === true
  const isShorter = isTold && offered.every((each) => asked.some((member) => areEqual(each, member)))
  const found: Finding[] = []
  const unmet: { member: unknown; best: Finding[] }[] = []
  for (const member of asked) {
    const namesake = offered.find((each) => areEqual(each, member))
    const pairs = (namesake === undefined ? newFirst(offered, asked) : [namesake]).map((each) =>
      isRequest ? ([member, each] as const) : ([each, member] as const)
    )
    if (namesake !== undefined) found.push(...pairs.flatMap(([one, other]) => compare(one, other, spot)))
    else if (isShorter && pairs.length > 0 && isNamed(member)) unmet.push({ member, best: [] })
    else unmet.push(...findUnmet(member, pairs, spot, compare))
  }
  if (isRequest && unmet.length === 0 && before.anyOf === undefined && after[exclusive] === true) {
    const fits = is.filter((each) => breaksIn(compare(was[0], each, { ...spot, seen: new Pairs(spot.seen) })) === 0)
    if (fits.length > 1)
      return [breaks(`${subjectOf(spot)} may fit several of its forms now, of which it must fit one.`)]
  }
  // The same number of members, all but one known: it is that one which changed.
  if (unmet.length === 1 && was.length === is.length) return [...found, ...(unmet[0]?.best ?? [])]
  const says = isRequest ? 'is taken no more' : 'may come now'
  return [...found, ...unmet.map(({ member }) => breaks(`${subjectOf(spot)}: ${nameOf(member)} ${says}.`))]
}

/** Those that the other side does not have stand for what changed. */
function newFirst(offered: readonly unknown[], asked: readonly unknown[]): readonly unknown[] {
  const isNew = (each: unknown) => !asked.some((member) => areEqual(each, member))
  return [...offered.filter(isNew), ...offered.filter((each) => !isNew(each))]
}

/** A member that fits none of the others, with what keeps it from the nearest. */
function findUnmet(member: unknown, pairs: readonly (readonly [unknown, unknown])[], spot: Spot, compare: Compare) {
  let best: Finding[] | undefined
  for (const [one, other] of pairs) {
    // Tried on its own: what one pair says is not to silence another.
    const found = compare(one, other, { ...spot, seen: new Pairs(spot.seen) })
    if (breaksIn(found) === 0) return []
    if (best === undefined || breaksIn(found) < breaksIn(best)) best = found
  }
  return [{ member, best: best ?? [] }]
}

const breaksIn = (found: readonly Finding[]) => found.filter(({ level }) => level === 'break').length

const members = new WeakMap<object, readonly unknown[]>()

/** The members of a union, each with what holds for all of them; of another schema one for each of its types. */
function membersOf(schema: JsonObject): readonly unknown[] {
  const known = members.get(schema)
  if (known !== undefined) return known
  const { anyOf, ...rest } = schema
  const made =
    anyOf === undefined
      ? Array.isArray(schema.type)
        ? schema.type.map((type) => ({ ...schema, type }))
        : [schema]
      : listIn(anyOf).map((member) => (Object.keys(rest).every(isSaid) ? member : { allOf: [member, rest] }))
  members.set(schema, made)
  return made
}

/** What says something to readers alone. */
const isSaid = (key: string) => /^(?:title|description|examples?|deprecated|discriminator|default|\$id|x-.*)$/.test(key)

/** The name of a form, alone or with what holds for all of them. */
const referenceIn = (member: unknown) => {
  const { $ref, allOf } = objectIn(member)
  return textIn($ref ?? objectIn(listIn(allOf)[0]).$ref)
}

const isNamed = (member: unknown) => referenceIn(member) !== undefined

function nameOf(member: unknown): string {
  const reference = referenceIn(member)
  const { title, type } = objectIn(member)
  if (reference !== undefined) return `'${reference.slice(reference.lastIndexOf('/') + 1)}'`
  if (typeof title === 'string') return `'${title}'`
  if (type === undefined) return 'one of its forms'
  return type === 'null' ? 'null' : `a form of type ${[type].flat().join(' or ')}`
}
