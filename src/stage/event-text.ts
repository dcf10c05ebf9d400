/** Serializes the values that a route yields as server-sent events (HTML standard), with one line of JSON as `data`. */
import { containsPromise } from '../base/contained-promise.ts'
import { swallowIfPromise } from '../base/outcome.ts'
import { type EventStreamOptions, mostWait } from '../contract/events.ts'
import { errors } from '../error/error.ts'
import type { EventSchemas } from '../schema/event-schemas.ts'
import type { RouteName } from '../schema/route-schema.ts'
import type { Serialize } from '../schema/serializer.ts'
import { jsonTextOf, promised, type Refuse } from './json-text.ts'

export interface EventSerialize extends Serialize {
  readonly options: EventStreamOptions
}

const eventSerializers = new WeakSet<Serialize>()

export const isEventSerializer = (serialize: Serialize): serialize is EventSerialize => eventSerializers.has(serialize)

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
    if (swallowIfPromise(given)) return refuseEvent({ method, url }, undefined, 'what is yielded is a promise')
    if (typeof given !== 'object' || given === null)
      return refuseEvent({ method, url }, undefined, `what is yielded is ${typeof given}, not { event, data }`)
    const { event, data, id, retry, ...rest } = given as Readonly<Record<string, unknown>>
    const kind = kinds.get(event as string)
    const refuse: Refuse = (reason, cause) => refuseEvent({ method, url }, event, reason, cause)
    if (containsPromise([event, data, id, retry, rest], kind?.names)) return refuse(promised)
    const isWithoutEvent = hasOnlyIdOrRetry(given, id ?? retry)
    if (kind === undefined && !isWithoutEvent) return refuse(`its response declares ${declared}`)
    const line = findFault(id, retry)
    if (line !== undefined) return refuse(line)
    const idLines = `${id === undefined ? '' : `id: ${id}\n`}${retry === undefined ? '' : `retry: ${retry}\n`}`
    if (kind === undefined) return `${idLines}\n`
    if (data === undefined) return refuse('it has no data')
    const json = toLines(jsonTextOf(data, kind.serialize, refuse))
    return `event: ${event}\n${idLines}data: ${json}\n\n`
  }
  const serialize = Object.assign(toText, { options })
  eventSerializers.add(serialize)
  return serialize
}

/**
 * Returns the properties that a schema declares, at any depth. Serializers read them even if an object inherits them, so they are searched for
 * promises.
 */
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

export function refuseEvent({ method, url }: RouteName, event: unknown, reason: string, cause?: unknown): never {
  const values = [url, method, shown(event), reason] as const
  throw cause === undefined
    ? new errors.ESP_ERR_EVENT_INVALID(...values)
    : new errors.ESP_ERR_EVENT_INVALID(...values, { cause })
}

/** False for a value with any other member, such as a misspelt `event`. */
const hasOnlyIdOrRetry = (given: object, idOrRetry: unknown): boolean =>
  idOrRetry !== undefined &&
  Object.entries(given).every(([name, value]) => value === undefined || /^(?:id|retry)$/.test(name))

/** In bytes. Clients send the id in a header field when they reconnect, and servers and proxies refuse long fields. */
const longestId = 4096

function findFault(id: unknown, retry: unknown): string | undefined {
  if (id !== undefined && !(typeof id === 'number' ? Number.isFinite(id) : typeof id === 'string' && isField(id)))
    return `its id must be a number or one line of at most ${longestId} bytes, without control characters and without blanks at its ends`
  // Clients ignore a retry time with other characters than digits. If the time is too long for a client's timer, the client reconnects at once.
  if (retry !== undefined && !(Number.isInteger(retry) && (retry as number) >= 0 && (retry as number) <= mostWait))
    return `its retry must be a whole number of milliseconds up to ${mostWait}`
  return undefined
}

/** Whether a text can be sent unchanged as a UTF-8 field value (RFC 9110 §5.5). A text with a lone surrogate cannot. */
const isField = (text: string) =>
  !/^[ \t]|[^\t -~\x80-\u{10ffff}]|\p{Surrogate}|[ \t]$/u.test(text) && Buffer.byteLength(text) <= longestId

/** A serializer of the application may return several lines. */
const toLines = (text: string) => (/[\r\n]/.test(text) ? text.replaceAll(/\r\n|\r|\n/g, '\ndata: ') : text)
