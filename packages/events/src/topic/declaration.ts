/** The declaration of a topic. It converts events to entries of a log, and entries to events. Schemas validate both. */
import { EventLogError } from '../log/error.ts'
import type { Entry, StoredEntry } from '../log/log.ts'
import { carriedBy } from './carried.ts'
import { createJudge, type Judge, toSchema, type Verdict } from './judge.ts'
import { createWrite, type Write } from './write.ts'

/** Returns the schemas that `events()` of espalier has stored in a stream, by event name; `undefined` for another value. */
export const schemasOf = (stream: unknown): Readonly<Record<string, object>> | undefined =>
  Reflect.get(Object(stream), Symbol.for('espalier.events'))

export interface Event {
  readonly event: string
  readonly data: unknown
}

interface Options {
  readonly version?: number
  readonly migrate?: (old: Event & { readonly version: number }) => Event | undefined
  readonly schemas?: readonly object[]
}

/** The result of reading an entry: an event, an entry that the topic omits, or an error. */
export type Reading = { readonly event: Event } | { readonly leftOut: true } | { readonly error: EventLogError }

export class Declaration {
  readonly #name: string
  readonly #migrate: Options['migrate']
  readonly #judges: ReadonlyMap<string, Judge>
  readonly #writes: ReadonlyMap<string, Write>
  /** Cached, because the streams of a process share entries. */
  readonly #read = new WeakMap<StoredEntry, Reading>()
  readonly version: number
  /** The schemas of the events by name, including `reset`. */
  readonly events: Readonly<Record<string, object>>
  /** Schemas with an `$id` that the events refer to: the given ones, and those attached to references. */
  readonly shared: readonly object[]
  /** Whether readers may be sent `reset`. */
  readonly hasReset: boolean

  constructor(name: string, stream: object, { version = 1, migrate, schemas = [] }: Options) {
    if (!Number.isSafeInteger(version) || version < 1)
      refuseTopic(name, `its version must be a whole number from 1, not ${version}`)
    this.#name = name
    this.version = version
    this.#migrate = migrate
    const declared = schemasOf(stream)
    if (declared === undefined) refuseTopic(name, 'its events must be made by events({ … })')
    this.events = declared
    const shared = [...new Set([...schemas, ...carriedBy([schemas, declared])])]
    this.shared = shared
    const entries = Object.entries(declared)
    this.#judges = new Map(entries.map(([event, schema]) => [event, judgeOf(name, event, schema, shared)]))
    this.#writes = new Map(entries.map(([event, schema]) => [event, createWrite(toSchema(schema), shared)]))
    const reset = this.#judges.get('reset')
    if (reset !== undefined && 'fault' in reset(null))
      refuseTopic(name, "readers are sent 'reset' with null, which its schema refuses. Declare reset: Type.Null()")
    this.hasReset = reset !== undefined
  }

  /** @throws EventLogError ESP_ERR_EVENT_REFUSED when the topic does not declare the event, or its data is invalid */
  toEntry({ event, data }: Event): Entry {
    if (event === 'reset') this.#refuse(event, 'readers are sent it, and no log keeps it')
    const text = this.#toJson(event, data)
    if (text === undefined) this.#refuse(event, 'its data is not JSON')
    const verdict = this.#judge(event, JSON.parse(text))
    if ('fault' in verdict) this.#refuse(event, verdict.fault)
    return { event, version: this.version, data: text }
  }

  read(entry: StoredEntry): Reading {
    const known = this.#read.get(entry) ?? this.#readAnew(entry)
    this.#read.set(entry, known)
    return known
  }

  #readAnew({ id, event, version, data: text }: StoredEntry): Reading {
    const unreadable = (reason: string, cause?: unknown) => ({
      error: new EventLogError(
        'ESP_ERR_EVENT_UNREADABLE',
        `The event ${id} of '${this.#name}' is a '${event}' of version ${version}, and the topic reads version ${this.version}: ${reason}.`,
        { cause }
      )
    })
    try {
      const data: unknown = JSON.parse(text)
      if (version !== this.version && (this.#migrate === undefined || version > this.version))
        return unreadable(version > this.version ? 'this process is older than the event' : 'there is no migrate')
      const today = version === this.version ? { event, data } : this.#migrate?.({ event, data, version })
      if (today === undefined) return { leftOut: true }
      const verdict = this.#judge(today.event, today.data)
      return 'fault' in verdict ? unreadable(verdict.fault) : { event: { event: today.event, data: verdict.value } }
    } catch (error) {
      return unreadable('it could not be migrated', error)
    }
  }

  #judge(event: string, data: unknown): Verdict {
    const judge = this.#judges.get(event)
    return judge === undefined
      ? { fault: `the topic declares ${[...this.#judges.keys()].map((name) => `'${name}'`).join(', ')}` }
      : judge(data)
  }

  #toJson(event: string, data: unknown): string | undefined {
    try {
      const write = this.#writes.get(event) ?? JSON.stringify
      return write(data)
    } catch {
      return undefined
    }
  }

  #refuse(event: string, reason: string): never {
    throw new EventLogError(
      'ESP_ERR_EVENT_REFUSED',
      `The topic '${this.#name}' refuses the event '${event}': ${reason}.`
    )
  }
}

function judgeOf(name: string, event: string, schema: object, shared: readonly object[]): Judge {
  try {
    return createJudge(schema, shared)
  } catch (error) {
    const { message = error, missingRef } = Object(error)
    const advice =
      missingRef === undefined ? '' : ". Refer by Type.Ref(schema), or pass the schema in the option 'schemas'"
    refuseTopic(name, `the schema of '${event}' does not compile: ${message}${advice}`, error)
  }
}

function refuseTopic(name: string, reason: string, cause?: unknown): never {
  throw new EventLogError('ESP_ERR_EVENT_TOPIC', `The topic '${name}' cannot be declared: ${reason}.`, { cause })
}
