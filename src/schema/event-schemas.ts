/** The event stream of a route, as the stages need it: a schema for each event, written out. */
import { type EventStreamOptions, eventsOf, toItemSchema } from '../contract/events.ts'

export class EventSchemas {
  readonly byName: ReadonlyMap<string, unknown>
  readonly options: EventStreamOptions

  constructor(byName: ReadonlyMap<string, unknown>, options: EventStreamOptions) {
    this.byName = byName
    this.options = options
  }
}

/** Reads what stands under a media type; `undefined` where that is no event stream. */
export function readEvents(entry: unknown, expand: (schema: unknown) => unknown): EventSchemas | undefined {
  const found = eventsOf(entry)
  if (found === undefined) return undefined
  const written = Object.entries(found.schemas).map(([name, schema]) => [name, expand(schema)] as const)
  return new EventSchemas(new Map(written), found.options)
}

/** The schema of one event, for documents; `undefined` where it is written out in full as it was given. */
export function writeOutEvents(entry: object, { byName }: EventSchemas): object | undefined {
  const given = eventsOf(entry)?.schemas ?? {}
  if (Object.entries(given).every(([name, schema]) => byName.get(name) === schema)) return undefined
  return toItemSchema(Object.fromEntries(byName) as Record<string, object>)
}
