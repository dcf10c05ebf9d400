/** Turns what a route yields into events as they stand on the wire (HTML standard, server-sent events): `data` is one line of JSON. */
import { holdsPromise } from '../base/held-promise.ts'
import { isPromiseAndIgnore } from '../base/promise.ts'
import type { EventStreamOptions } from '../contract/events.ts'
import { errors } from '../error/error.ts'
import type { EventSchemas } from '../schema/event-schemas.ts'
import type { RouteName } from '../schema/route-schema.ts'
import type { Serialize } from '../schema/serializer.ts'
import { jsonTextOf, promised, type Refuse } from './json-text.ts'

/** Makes the text of an event. @throws ESP_ERR_EVENT_INVALID when it is not declared or holds a promise, or its schema refuses its data */
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
  const kinds = new Map(
    [...byName].map(([name, schema]) => [name, { serialize: compile(schema), names: namesIn(schema) }])
  )
  const declared = [...byName.keys()].map((name) => `'${name}'`).join(', ')
  const toText = (given: unknown): string => {
    if (isPromiseAndIgnore(given)) return refuseEvent({ method, url }, undefined, 'what is yielded is a promise')
    if (typeof given !== 'object' || given === null)
      return refuseEvent({ method, url }, undefined, `what is yielded is ${typeof given}, not { event, data }`)
    const { event, data, id, retry, ...rest } = given as Readonly<Record<string, unknown>>
    const kind = kinds.get(event as string)
    const refuse: Refuse = (reason, cause) => refuseEvent({ method, url }, event, reason, cause)
    if (holdsPromise([event, data, id, retry, rest], kind?.names)) return refuse(promised)
    if (kind === undefined) return refuse(`its response declares ${declared}`)
    const line = findFault(id, retry)
    if (line !== undefined) return refuse(line)
    if (data === undefined) return refuse('it has no data')
    const json = toLines(jsonTextOf(data, kind.serialize, refuse))
    return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}${retry === undefined ? '' : `retry: ${retry}\n`}data: ${json}\n\n`
  }
  const serialize = Object.assign(toText, { options })
  made.add(serialize)
  return serialize
}

/** The names of all members that a schema speaks of. */
export function namesIn(schema: unknown): string[] {
  const names = new Set<string>()
  const parts = new Set<unknown>([schema])
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    for (const member of Object.values(part)) parts.add(member)
    for (const name of Object.keys(Object((part as { properties?: unknown }).properties))) names.add(name)
  }
  return [...names]
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
  if (id !== undefined && !(typeof id === 'number' ? Number.isFinite(id) : typeof id === 'string' && isLine(id)))
    return 'its id is no number and no text without line breaks'
  // Beyond that a number is not written in digits alone, and readers pass over it.
  if (retry !== undefined && !(Number.isSafeInteger(retry) && (retry as number) >= 0))
    return 'its retry is no whole number of milliseconds'
  return undefined
}

/** Whether a text is read as it is written: half of a surrogate pair has no form in UTF-8. */
const isLine = (text: string) => !/[\r\n\0]|\p{Surrogate}/u.test(text)

/** A serializer of the application may write several lines. */
const toLines = (text: string) => (/[\r\n]/.test(text) ? text.replaceAll(/\r\n|\r|\n/g, '\ndata: ') : text)
