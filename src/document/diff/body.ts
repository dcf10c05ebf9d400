/** The body of a request, and content by media type. */
import { itemSchemaOf } from '../item-schema.ts'
import { type JsonObject, objectIn } from '../json.ts'
import { compareEvents } from './event.ts'
import { breaks, type Direction, type Finding } from './finding.ts'
import { compareSchemas } from './schema.ts'
import { createSpot, type Sides } from './side.ts'

export function compareBodies(was: unknown, is: unknown, sides: Sides): Finding[] {
  const before = sides.before.resolve(was)
  const after = sides.after.resolve(is)
  if (before === undefined) return isRequired(after) ? [breaks('A body is required now; there was none.')] : []
  if (after === undefined) return [breaks('A body is taken no more.')]
  const required = isRequired(after) && !isRequired(before) ? [breaks('The body is required now.')] : []
  return [...required, ...compareMedia(objectIn(before), objectIn(after), 'the body', sides)]
}

const isRequired = (body: unknown) => objectIn(body).required === true

/** What is sent in one of several media types must still be taken in it. */
export function compareMedia(before: JsonObject, after: JsonObject, holder: string, sides: Sides): Finding[] {
  return compareContents(contentOf(before), contentOf(after), { holder, direction: 'request', sides })
}

export const contentOf = ({ content }: JsonObject) => objectIn(content)

interface About {
  readonly holder: string
  readonly direction: Direction
  readonly sides: Sides
  /** Whether it is written in a form that has no types, such as XML. */
  readonly isText?: boolean
}

export function compareContents(before: JsonObject, after: JsonObject, about: About): Finding[] {
  const { holder, direction } = about
  const several = Object.keys(before).length > 1
  return Object.entries(before).flatMap(([type, given]) => {
    const found = rangeFor(type, Object.keys(after)) ?? (direction === 'answer' ? narrowed(type, after) : undefined)
    const verb = direction === 'request' ? 'is taken as' : 'comes as'
    const subject = holder.charAt(0).toUpperCase() + holder.slice(1)
    if (found === undefined) return [breaks(`${subject} ${verb} '${type}' no more.`)]
    const named = several ? `${holder} as '${type}'` : holder
    return compareMediaTypes(given, after[found], { ...about, holder: named, isText: !/json|event-stream/.test(type) })
  })
}

function compareMediaTypes(given: unknown, now: unknown, { holder, direction, sides, isText }: About): Finding[] {
  const before = objectIn(sides.before.resolve(given))
  const after = objectIn(sides.after.resolve(now))
  if (itemSchemaOf(before) !== undefined || itemSchemaOf(after) !== undefined)
    return compareEvents(before, after, createSpot(sides, direction, holder))
  if (before.schema === undefined && after.schema === undefined) return []
  return compareSchemas(before.schema, after.schema, createSpot(sides, direction, holder, isText))
}

/** Who reads a form of data, such as JSON, reads what is written in it: `application/problem+json`. */
function narrowed(type: string, after: JsonObject): string | undefined {
  const form = /^application\/(json|xml)$/.exec(essenceOf(type))?.[1]
  return form === undefined ? undefined : Object.keys(after).find((other) => essenceOf(other).endsWith(`+${form}`))
}

const essenceOf = (type: string) => type.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The key among ranges that speaks for a media type: itself, without its parameters, or a range that has it. */
function rangeFor(type: string, ranges: readonly string[]): string | undefined {
  const wanted = essenceOf(type)
  return (
    ranges.find((range) => range === type) ??
    ranges.find((range) => essenceOf(range) === wanted) ??
    ranges.find((range) => essenceOf(range) === `${wanted.split('/', 1)[0]}/*`) ??
    ranges.find((range) => essenceOf(range) === '*/*')
  )
}
