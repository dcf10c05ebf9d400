/** Streams of events: each is one of several schemas, told apart by the name of the event (OpenAPI 3.2 §4.14). */
import { itemSchemaOf } from '../item-schema.ts'
import { type JsonObject, listIn, objectIn } from '../json.ts'
import { breaks, type Finding, warns } from './finding.ts'
import { compareSchemas } from './schema.ts'
import { type Spot, subjectOf } from './spot.ts'

export function compareEvents(before: JsonObject, after: JsonObject, spot: Spot): Finding[] {
  const [items, itemsNow] = [itemSchemaOf(before), itemSchemaOf(after)]
  const was = eventsOf(items, spot.before)
  const is = eventsOf(itemsNow, spot.after)
  if (was === undefined || is === undefined)
    return compareSchemas(items ?? before.schema, itemsNow ?? after.schema, spot)
  const subject = subjectOf(spot)
  const changed = [...was].flatMap(([name, schema]) => {
    const now = is.get(name)
    if (now === undefined) return [breaks(`${subject} has no event '${name}' any more.`)]
    return compareSchemas(schema, now, { ...spot, holder: `the event '${name}' of ${spot.holder}` })
  })
  const added = [...is.keys()].filter((name) => !was.has(name))
  return [...changed, ...added.map((name) => warns(`${subject} may have an event '${name}' now.`))]
}

/** The schemas of events by their names; nothing where the schema does not tell them apart. */
function eventsOf(schema: unknown, flatten: Spot['before']): Map<string, unknown> | undefined {
  const flat = flatten(schema)
  const members = flat.anyOf === undefined ? [flat] : listIn(flat.anyOf)
  const events = new Map<string, unknown>()
  for (const member of members) {
    const { const: name } = flatten(objectIn(flatten(member).properties).event)
    if (typeof name !== 'string') return undefined
    const { data } = objectIn(flatten(member).properties)
    // Data is a line of text, which is JSON.
    events.set(name, flatten(data).contentSchema ?? data)
  }
  return events
}
