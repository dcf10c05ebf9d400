import { type EventStreamOptions, eventsOf, toItemSchema } from '../contract/events.ts'

export class EventSchemas {
  readonly byName: ReadonlyMap<string, unknown>
  readonly options: EventStreamOptions

  constructor(byName: ReadonlyMap<string, unknown>, options: EventStreamOptions) {
    this.byName = byName
    this.options = options
  }
}

export function readEvents(entry: unknown, expand: (schema: unknown) => unknown): EventSchemas | undefined {
  const found = eventsOf(entry)
  if (found === undefined) return undefined
  const expanded = Object.entries(found.schemas).map(([name, schema]) => [name, expand(schema)] as const)
  return new EventSchemas(new Map(expanded), found.options)
}

/** Returns the schema of an event for OpenAPI documents; `undefined` if normalization has not changed the schemas. */
export function writeOutEvents(entry: object, { byName }: EventSchemas): object | undefined {
  const given = eventsOf(entry)?.schemas ?? {}
  if (Object.entries(given).every(([name, schema]) => byName.get(name) === schema)) return undefined
  return toItemSchema(Object.fromEntries(byName) as Record<string, object>)
}
