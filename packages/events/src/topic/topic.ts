/** Topics: a name in a log, and the schemas of its events. */
import type { EventStream, SentEvent } from 'espalier'
import { EventLogError } from '../log/error.ts'
import { Declaration } from './declaration.ts'

/** An event of a topic for appending. Only the hub sends `reset`. */
export type TopicEvent<Events> = {
  readonly [Name in Exclude<keyof Events & string, 'reset'>]: {
    readonly event: Name
    readonly data: Extract<SentEvent<Events>, { readonly event: Name }>['data']
  }
}[Exclude<keyof Events & string, 'reset'>]

/** A stored event of an earlier version of its topic. */
export interface OldEvent {
  readonly event: string
  readonly data: unknown
  readonly version: number
}

export interface TopicOptions<Events> {
  /** A whole number from 1, which is stored with each event. Increase it when the form of events changes. Default: 1. */
  readonly version?: number
  /**
   * Converts an event of an earlier version to the current form, or returns `undefined` to omit it. The result is validated. Without this function,
   * events of other versions are refused.
   */
  readonly migrate?: (old: OldEvent) => TopicEvent<Events> | undefined
  /** Schemas with an `$id` that the events refer to. */
  readonly schemas?: readonly object[]
}

/** For the compiler only. */
declare const events: unique symbol

/** A topic of a log. */
export interface Topic<Events> {
  readonly [events]?: Events
  readonly name: string
  /**
   * Returns the topic of one entity, such as an organization, with the same events: `tickets/7`.
   *
   * @throws EventLogError ESP_ERR_EVENT_TOPIC when the key is empty, has control characters, or makes a name of more than 200 characters
   */
  of(key: string | number): Topic<Events>
}

const declarations = new WeakMap<object, Declaration>()

/** @throws EventLogError ESP_ERR_EVENT_TOPIC when the value was not made by `topic` */
export function declarationOf(value: object): Declaration {
  const declaration = declarations.get(Object(value))
  if (declaration === undefined)
    throw new EventLogError('ESP_ERR_EVENT_TOPIC', 'This is not a topic. Make one by topic(name, events({ … })).')
  return declaration
}

/**
 * Declares a topic.
 *
 * Declare an event `reset` with a schema that accepts `null`: readers get it when the log no longer has all events since their last one. Without it
 * they get a 410.
 *
 * @throws EventLogError ESP_ERR_EVENT_TOPIC when the name, the version or a schema is invalid
 * @example
 * const news = topic('news', events({ told: Type.String(), reset: Type.Null() }))
 * const hub = createHub(memoryLog())
 * hub.append(news, { event: 'told', data: 1 }) // throws EventLogError
 * news.of('') // throws ESP_ERR_EVENT_TOPIC
 */
export function topic<Events>(name: string, stream: EventStream<Events>, options: TopicOptions<NoInfer<Events>> = {}) {
  return make<Events>(name, new Declaration(name, stream, options))
}

function make<Events>(name: string, declaration: Declaration): Topic<Events> {
  checkName(name)
  const made: Topic<Events> = Object.freeze({
    name,
    of: (key: string | number) => {
      checkName(`${key}`)
      return make<Events>(`${name}/${key}`, declaration)
    }
  })
  declarations.set(made, declaration)
  return made
}

function checkName(name: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that a name may not have
  if (typeof name === 'string' && /^[^\x00-\x1f\x7f\p{Surrogate}]{1,200}$/u.test(name)) return
  throw new EventLogError(
    'ESP_ERR_EVENT_TOPIC',
    `The name of a topic has 1 to 200 characters and no control characters. This is not one: ${JSON.stringify(name)}.`
  )
}
