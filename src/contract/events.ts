/** Creates response map entries for server-sent event streams (HTML standard). Types: types/events.ts. */
import { refuse } from './refuse.ts'

const eventsKey = Symbol.for('espalier.events')
const optionsKey = Symbol.for('espalier.events.options')

export type EventSchemas = Readonly<Record<string, object>>

export interface EventStreamOptions {
  /** In milliseconds between two comments that keep the connection alive. */
  readonly heartbeat: number
  /** In bytes: if this much waits for a slow client, the generator of the events is paused. */
  readonly maxBuffered: number
}

const defaults: EventStreamOptions = { heartbeat: 15_000, maxBuffered: 16_384 }

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

export function events(schemas: EventSchemas, given: Partial<EventStreamOptions> = {}) {
  checkSchemas(schemas)
  checkOptions(given)
  const options = { ...defaults, ...given }
  const entry = { itemSchema: toItemSchema(schemas), [eventsKey]: schemas, [optionsKey]: options }
  return { content: { 'text/event-stream': entry }, [eventsKey]: schemas }
}

function checkSchemas(schemas: EventSchemas): void {
  if (!isObject(schemas) || Array.isArray(schemas) || Object.keys(schemas).length === 0)
    refuse('The first argument of events()', 'the schemas of one or more events by their names', schemas)
  for (const [name, schema] of Object.entries(schemas)) {
    if (name === '' || /[\r\n\0]|\p{Surrogate}/u.test(name))
      refuse('The name of an event', 'at least one character and no line break', name)
    if (!isObject(schema)) refuse(`The schema of the event '${name}'`, 'a schema', schema)
  }
}

function checkOptions(given: Partial<EventStreamOptions>): void {
  const { heartbeat = 1, maxBuffered = 1 } = given
  if (!(heartbeat > 0 && heartbeat <= mostWait))
    refuse('The option heartbeat of events()', `a number of milliseconds from 1 to ${mostWait}`, heartbeat)
  if (!(maxBuffered > 0)) refuse('The option maxBuffered of events()', 'a number of bytes, at least 1', maxBuffered)
}

/** In milliseconds. Timers with a longer delay fire at once. */
export const mostWait = 2 ** 31 - 1

/**
 * Describes an event as OpenAPI 3.2 does for `text/event-stream`: `data` is a string that contains JSON. Each alternative of `oneOf` requires
 * `event`, because linters would otherwise report that the alternatives overlap.
 */
export function toItemSchema(schemas: EventSchemas): object {
  const text = { type: 'string' }
  const oneOf = Object.entries(schemas).map(([name, contentSchema]) => ({
    required: ['event', 'data'],
    properties: { event: { const: name }, data: { contentMediaType: 'application/json', contentSchema } }
  }))
  const properties = { event: text, data: text, id: text, retry: { type: 'integer', minimum: 0 } }
  return { type: 'object', properties, oneOf }
}

export function eventsOf(entry: unknown): { schemas: EventSchemas; options: EventStreamOptions } | undefined {
  if (!isObject(entry)) return undefined
  const { [eventsKey]: schemas, [optionsKey]: options } = entry as {
    [eventsKey]?: EventSchemas
    [optionsKey]?: EventStreamOptions
  }
  return schemas && { schemas, options: options ?? defaults }
}
