// Event streams: the events that a route sends, each with its own schema. Implementation: src/contract/events.ts.
import type { PartOut } from './endpoint.ts'
import type { SchemaProvider } from './provider.ts'
import type { Refusal } from './refusal.ts'
import type { EntryPayload } from './response.ts'

/** Schemas by the names of events. */
export interface EventSchemas {
  readonly [event: string]: object
}

/**
 * The heartbeat and the buffer of an event stream.
 *
 * @example
 * const { content } = events({ tick: Type.Integer() }, { heartbeat: 5000, maxBuffered: 65536 })
 * Object.keys(content) // [ 'text/event-stream' ]
 */
export interface EventStreamOptions {
  /**
   * In milliseconds: after this time without an event, a comment line is sent, which clients ignore. A client that reads nothing for two heartbeats
   * is disconnected. Default: 15,000.
   */
  readonly heartbeat?: number
  /** The bytes that may be buffered before the generator must wait. Default: 16,384. */
  readonly maxBuffered?: number
}

// Exists only in types; at run time the key is `Symbol.for('espalier.events')`.
declare const schemas: unique symbol

/** The result of `events`: an entry of a response map. */
export interface EventStream<Events> {
  readonly content: { readonly 'text/event-stream': EventContent<Events> }
}

/** The media type of an event stream, with its events. */
export interface EventContent<Events> {
  /** A schema of one event, in the form of OpenAPI 3.2. */
  readonly itemSchema: object
  readonly [schemas]: Events
}

/** A received event. */
export type EventOf<Events, Schemas = unknown> = {
  [Name in keyof Events & string]: {
    readonly event: Name
    readonly data: PartOut<Events[Name], Schemas, SchemaProvider>
    /** The id, which a reconnecting client sends back. */
    readonly id?: string
  }
}[keyof Events & string]

/** A value that a generator yields: an event, or only an id or a retry time. */
export type SentEvent<Events, Schemas = unknown, Provider = SchemaProvider> =
  | SentId
  | {
      [Name in keyof Events & string]: {
        readonly event: Name
        readonly data: EntryPayload<Events[Name], never, Schemas, Provider>
        /** The value of `request.lastEventId` when a client reconnects after this event. */
        readonly id?: string | number | undefined
        /** In milliseconds, at most 2,147,483,647: the client's delay before it reconnects. */
        readonly retry?: number | undefined
      }
    }[keyof Events & string]

/**
 * An `id`, a `retry` or both, without an event. A client stores the values, and its application gets no event. With an `id` at the start of a stream,
 * a client that disconnects before the first event can resume.
 */
export type SentId = NoEvent &
  (
    | { readonly id: string | number; readonly retry?: number | undefined }
    | { readonly id?: string | number | undefined; readonly retry: number }
  )

// TypeScript infers the yielded objects as a union in which each object also has the properties of the others, as optional `undefined`. So a value
// without an event must allow `event: undefined`.
interface NoEvent {
  readonly event?: undefined
  readonly data?: undefined
}

export type Sendable<Events> = {
  readonly [Name in keyof Events]: Name extends '' | `${string}${'\n' | '\r'}${string}`
    ? Refusal<'the name of an event has at least one character and no line break'>
    : Events[Name]
}

/** Makes an entry of a response map from the schemas of an event stream. */
export type EventsFunction = <const Events extends EventSchemas>(
  schemas: Events & Sendable<Events>,
  options?: EventStreamOptions
) => EventStream<Events>
