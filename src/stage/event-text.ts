/** Turns what a route yields into events as they stand on the wire (HTML standard, server-sent events): `data` is one line of JSON. */
import type { EventStreamOptions } from '../contract/events.ts'
import { atOnce } from '../error/at-once.ts'
import { errors, readOf } from '../error/error.ts'
import type { EventSchemas } from '../schema/event-schemas.ts'
import type { RouteName } from '../schema/route-schema.ts'
import type { Serialize } from '../schema/serializer.ts'

/** Makes the text of an event. @throws ESP_ERR_EVENT_INVALID when it is not declared, or its schema refuses its data */
export interface EventSerialize extends Serialize {
  readonly options: EventStreamOptions
}

const made = new WeakSet<Serialize>()

export const isOfEvents = (serialize: Serialize): serialize is EventSerialize => made.has(serialize)

export function compileEvents(
  { byName, options }: EventSchemas,
  compile: (schema: unknown) => Serialize,
  { method, url }: RouteName
): EventSerialize {
  const serializers = new Map([...byName].map(([name, schema]) => [name, compile(schema)]))
  const names = [...byName.keys()].map((name) => `'${name}'`).join(', ')
  const toText = (given: unknown): string => {
    const refuse = (reason: string, cause?: unknown): never =>
      refuseEvent({ method, url }, readOf(given, 'event'), reason, cause)
    if (typeof given !== 'object' || given === null)
      return refuse(`what is yielded is ${typeof given}, not { event, data }`)
    const { event, data, id, retry } = given as Readonly<Record<string, unknown>>
    const serialize = serializers.get(event as string)
    if (serialize === undefined) return refuse(`its response declares ${names}`)
    const line = findFault(id, retry)
    if (line !== undefined) return refuse(line)
    const json = data === undefined ? refuse('it has no data') : toJson(serialize, data, refuse)
    return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}${retry === undefined ? '' : `retry: ${retry}\n`}data: ${json}\n\n`
  }
  const serialize = Object.assign(toText, { options })
  made.add(serialize)
  return serialize
}

const shown = (event: unknown): string => (typeof event === 'string' ? `'${event}'` : 'without a name')

/** @throws ESP_ERR_EVENT_INVALID */
export function refuseEvent({ method, url }: RouteName, event: unknown, reason: string, cause?: unknown): never {
  const values = [url, method, shown(event), reason] as const
  throw cause === undefined
    ? new errors.ESP_ERR_EVENT_INVALID(...values)
    : new errors.ESP_ERR_EVENT_INVALID(...values, { cause })
}

/** What of an event that needs no schema cannot be written. */
function findFault(id: unknown, retry: unknown): string | undefined {
  if (id !== undefined && typeof id !== 'number' && (typeof id !== 'string' || /[\r\n\0]/.test(id)))
    return 'its id is no number and no text without line breaks'
  if (retry !== undefined && !(Number.isInteger(retry) && (retry as number) >= 0))
    return 'its retry is no whole number of milliseconds'
  return undefined
}

function toJson(serialize: Serialize, data: unknown, refuse: (reason: string, cause: unknown) => never): string {
  let text: string
  try {
    text = String(atOnce(serialize(data), 'A serializer'))
  } catch (error) {
    return refuse(String(readOf(error, 'message')), error)
  }
  // A serializer of the application may write several lines.
  return /[\r\n]/.test(text) ? text.replaceAll(/\r\n|\r|\n/g, '\ndata: ') : text
}
