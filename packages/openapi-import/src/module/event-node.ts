import { itemSchemaOf } from '../item-schema.ts'
import { type JsonObject, listIn, objectIn, textIn } from '../json.ts'
import type { Resolve } from '../reference.ts'
import type { Node } from './node.ts'

/** Returns the node for `events({ … })`. Returns `undefined` unless the schema of an event is a union of objects with a constant event name. */
export function eventsNode(content: JsonObject, resolve: Resolve): Node | undefined {
  const itemSchema = itemSchemaOf(objectIn(content['text/event-stream']))
  if (itemSchema === undefined) return undefined
  const item = objectIn(resolve(itemSchema))
  const members = Array.isArray(item.oneOf) ? item.oneOf : Array.isArray(item.anyOf) ? item.anyOf : [item]
  const entries = listIn(members).map((member) => eventOf(objectIn(resolve(member)), resolve))
  const known = entries.filter((entry) => entry !== undefined)
  return known.length === members.length && known.length > 0 ? { kind: 'events', entries: known } : undefined
}

function eventOf({ properties }: JsonObject, resolve: Resolve): readonly [string, unknown] | undefined {
  const { data, event } = objectIn(properties)
  const name = textIn(objectIn(resolve(event)).const)
  return name === undefined || data === undefined ? undefined : [name, dataOf(objectIn(data), resolve)]
}

/** The `data` field of a server-sent event is a string. If the string is JSON, `contentSchema` describes its value. */
function dataOf(data: JsonObject, resolve: Resolve): unknown {
  const { contentSchema } = objectIn(resolve(data))
  return contentSchema ?? data
}
