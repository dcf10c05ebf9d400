/** The event stream that a route declares, with a normalized schema for each event. */
import { type EventStreamOptions, eventsOf, toItemSchema } from '../contract/events.ts'

export class EventSchemas {
  readonly byName: ReadonlyMap<string, unknown>
  readonly options: EventStreamOptions

  constructor(byName: ReadonlyMap<string, unknown>, options: EventStreamOptions) {
    this.byName = byName
    this.options = options
  }
}

/** Reads the entry of a media type in `content`; `undefined` if it is not an event stream. */
export function readEvents(entry: unknown, expand: (schema: unknown) => unknown): EventSchemas | undefined {
  const found = eventsOf(entry)
  if (found === undefined) return undefined
  const written = Object.entries(found.schemas).map(([name, schema]) => [name, expand(schema)] as const)
  return new EventSchemas(new Map(written), found.options)
}

/** Returns the schema of one event for OpenAPI documents; `undefined` if normalizing did not change it. */
export function writeOutEvents(entry: object, { byName }: EventSchemas): object | undefined {
  const given = eventsOf(entry)?.schemas ?? {}
  if (Object.entries(given).every(([name, schema]) => byName.get(name) === schema)) return undefined
  return toItemSchema(Object.fromEntries(byName) as Record<string, object>)
}
