import type { EventStream, SentEvent } from 'espalier'
import { EventLogError } from '../log/error.ts'
import { Declaration } from './declaration.ts'

/** An event that can be appended to a topic. Only the hub sends `reset`. */
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
  /** The version of the schemas, stored with each event: a whole number from 1. Increase it when the schemas change. Default: 1. */
  readonly version?: number
  /**
   * Converts an event of an earlier version to the current schemas, or returns `undefined` to omit it. The result is validated. Without `migrate`, a
   * stream fails at such an event.
   */
  readonly migrate?: (old: OldEvent) => TopicEvent<Events> | undefined
  /** Schemas to which the schemas of the events refer by `$id`. */
  readonly schemas?: readonly object[]
}

/** A key for the type parameter `Events`. It exists only in types. */
declare const events: unique symbol

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

export function declarationOf(value: object): Declaration {
  const declaration = declarations.get(Object(value))
  if (declaration === undefined)
    throw new EventLogError('ESP_ERR_EVENT_TOPIC', 'This is not a topic. Make one by topic(name, events({ … })).')
  return declaration
}

/**
 * Declares a topic.
 *
 * The log may remove events before a reader has received them. The reader then gets the event `reset`, whose schema must accept `null`. If the topic
 * declares no `reset`, the response is a 410.
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
