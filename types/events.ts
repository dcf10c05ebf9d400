// Event streams: what a route sends one after the other, each event with a schema of its own. Twin: src/contract/events.ts.
import type { PartOut } from './endpoint.ts'
import type { SchemaProvider } from './provider.ts'
import type { Refusal } from './refusal.ts'
import type { EntryPayload } from './response.ts'

/** Schemas by the names of events. */
export interface EventSchemas {
  readonly [event: string]: object
}

/** How an event stream is kept alive, and how much of it may wait for a reader. */
export interface EventStreamOptions {
  /**
   * Most milliseconds in which nothing is sent: then a comment is, which readers do not see. A reader that takes nothing for two of them is dropped.
   * Default: 15,000.
   */
  readonly heartbeat?: number
  /** The bytes that may wait for a reader before the generator is asked for its next event. Default: 16,384. */
  readonly maxBuffered?: number
}

/** For the compiler alone; at run time the schemas stand behind `Symbol.for('espalier.events')`. */
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

/** An event as a reader has it. */
export type EventOf<Events, Schemas = unknown> = {
  [Name in keyof Events & string]: {
    readonly event: Name
    readonly data: PartOut<Events[Name], Schemas, SchemaProvider>
    /** The id of the event, which a reader that reconnects sends back. */
    readonly id?: string
  }
}[keyof Events & string]

/** A value that a generator yields: an event, or a place without one. */
export type SentEvent<Events, Schemas = unknown, Provider = SchemaProvider> =
  | SentPlace
  | {
      [Name in keyof Events & string]: {
        readonly event: Name
        readonly data: EntryPayload<Events[Name], never, Schemas, Provider>
        /** The value of `request.lastEventId` when the reader reconnects after this event. */
        readonly id?: string | number | undefined
        /** In milliseconds, at most 2,147,483,647: how long the reader waits before it comes back. */
        readonly retry?: number | undefined
      }
    }[keyof Events & string]

/**
 * An `id`, a `retry` or both, without an event. Readers remember them and see nothing of it. An `id` that opens a stream is the place of readers that are
 * cut off before their first event.
 */
export type SentPlace = NoEvent &
  (
    | { readonly id: string | number; readonly retry?: number | undefined }
    | { readonly id?: string | number | undefined; readonly retry: number }
  )

// Undefined, because objects of several forms that a generator yields have all members of each other.
interface NoEvent {
  readonly event?: undefined
  readonly data?: undefined
}

/** `Events` where each of its names can be sent; otherwise the sentence that says why not. */
export type Sendable<Events> = {
  readonly [Name in keyof Events]: Name extends '' | `${string}${'\n' | '\r'}${string}`
    ? Refusal<'the name of an event has at least one character and no line break'>
    : Events[Name]
}

/** The type of the function `events`. */
export type EventsFunction = <const Events extends EventSchemas>(
  schemas: Events & Sendable<Events>,
  options?: EventStreamOptions
) => EventStream<Events>
