import { EventLogError } from '../log/error.ts'
import type { Entry, StoredEntry } from '../log/log.ts'
import { attachedSchemas } from './attached-schemas.ts'
import { createValidate, toSchema, type Validate, type Validation } from './validate.ts'
import { createWrite, type Write } from './write.ts'

/** Returns the schemas by event name. Returns `undefined` if the value was not made by `events({ … })` of espalier. */
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

/** `isSkipped`: `migrate` has returned `undefined` for the event. */
export type Reading = { readonly event: Event } | { readonly isSkipped: true } | { readonly error: EventLogError }

export class Declaration {
  readonly #name: string
  readonly #migrate: Options['migrate']
  readonly #validates: ReadonlyMap<string, Validate>
  readonly #writes: ReadonlyMap<string, Write>
  /** Caches results, because all streams of a process read the same entries. */
  readonly #read = new WeakMap<StoredEntry, Reading>()
  readonly version: number
  readonly events: Readonly<Record<string, object>>
  /** Schemas to which the events refer: from the option `schemas`, and from `Type.Ref(schema)`. */
  readonly shared: readonly object[]
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
    const shared = [...new Set([...schemas, ...attachedSchemas([schemas, declared])])]
    this.shared = shared
    const entries = Object.entries(declared)
    this.#validates = new Map(entries.map(([event, schema]) => [event, validateOf(name, event, schema, shared)]))
    this.#writes = new Map(entries.map(([event, schema]) => [event, createWrite(toSchema(schema), shared)]))
    const reset = this.#validates.get('reset')
    if (reset !== undefined && 'fault' in reset(null))
      refuseTopic(name, "readers are sent 'reset' with null, which its schema refuses. Declare reset: Type.Null()")
    this.hasReset = reset !== undefined
  }

  toEntry({ event, data }: Event): Entry {
    if (event === 'reset') this.#refuse(event, 'readers are sent it, and no log keeps it')
    const text = this.#toJson(event, data)
    if (text === undefined) this.#refuse(event, 'its data is not JSON')
    const validation = this.#validate(event, JSON.parse(text))
    if ('fault' in validation) this.#refuse(event, validation.fault)
    return { event, version: this.version, data: text }
  }

  read(entry: StoredEntry): Reading {
    const known = this.#read.get(entry) ?? this.#decode(entry)
    this.#read.set(entry, known)
    return known
  }

  #decode({ id, event, version, data: text }: StoredEntry): Reading {
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
      const migrated = version === this.version ? { event, data } : this.#migrate?.({ event, data, version })
      if (migrated === undefined) return { isSkipped: true }
      const validation = this.#validate(migrated.event, migrated.data)
      return 'fault' in validation
        ? unreadable(validation.fault)
        : { event: { event: migrated.event, data: validation.value } }
    } catch (error) {
      return unreadable('it could not be migrated', error)
    }
  }

  #validate(event: string, data: unknown): Validation {
    const validate = this.#validates.get(event)
    return validate === undefined
      ? { fault: `the topic declares ${[...this.#validates.keys()].map((name) => `'${name}'`).join(', ')}` }
      : validate(data)
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

function validateOf(name: string, event: string, schema: object, shared: readonly object[]): Validate {
  try {
    return createValidate(schema, shared)
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
