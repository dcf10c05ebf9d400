/** Collects the schemas of a document. Each is written once, under `components`, and every use refers to it. */
import { EventLogError } from '../log/error.ts'
import { toSchema } from '../topic/validate.ts'
import type { Reference } from './document.ts'

type Json = Readonly<Record<string, unknown>>

/** Keywords that contain schemas by name; and keywords that contain plain data, in which nothing is a schema. */
const maps = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas'])
const data = new Set(['const', 'default', 'enum', 'examples'])

/** A value inside a schema: a subschema, a map of schemas by name, or plain data. */
type Kind = 'schema' | 'map' | 'data'

export class SchemaStore {
  readonly #schemas: Record<string, unknown> = {}
  /** References to the schemas with an `$id`, by `$id`: `#/components/schemas/Note` for `Note`. */
  readonly #pointers = new Map<string, string>()

  /** @param shared schemas with an `$id`. Duplicates are allowed. */
  constructor(shared: readonly object[]) {
    const byId = new Map(shared.map((schema) => [String(Reflect.get(schema, '$id')), schema]))
    for (const id of byId.keys()) this.#pointers.set(id, pointerOf(toKey(id)))
    for (const [id, schema] of byId) this.add(id, schema)
  }

  /**
   * Adds a schema to `components`, and returns a reference to it.
   *
   * @throws EventLogError ESP_ERR_EVENT_TOPIC when the schema refers to an unknown schema
   */
  add(name: string, schema: object): Reference {
    const key = toKey(name)
    const pointer = pointerOf(key)
    const json: unknown = JSON.parse(JSON.stringify(toJsonSchema(schema)))
    const pointers = new Map(this.#pointers)
    walk(json, 'schema', pointer, (part, at) => {
      if (typeof part.$id === 'string') pointers.set(part.$id, at)
      return part
    })
    this.#schemas[key] = walk(json, 'schema', pointer, ({ $id: _, $schema: _schema, ...part }) =>
      typeof part.$ref === 'string' ? { ...part, $ref: resolve(part.$ref, { name, pointer, pointers }) } : part
    )
    return { $ref: pointer }
  }

  toJSON(): Json {
    return this.#schemas
  }
}

interface ReferenceScope {
  readonly name: string
  readonly pointer: string
  readonly pointers: ReadonlyMap<string, string>
}

function resolve(ref: string, { name, pointer, pointers }: ReferenceScope): string {
  if (ref.startsWith('#')) return pointer + ref.slice(1)
  const known = pointers.get(ref)
  if (known !== undefined) return known
  throw new EventLogError(
    'ESP_ERR_EVENT_TOPIC',
    `The schema of '${name}' refers to '${ref}', which is not there. Pass that in the option 'schemas'.`
  )
}

/** Returns a copy of a schema. The schema and each subschema are replaced by the result of `change`, outer schemas first. */
function walk(value: unknown, kind: Kind, at: string, change: (schema: Json, at: string) => Json): unknown {
  if (kind === 'data' || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one, index) => walk(one, kind, `${at}/${index}`, change))
  const entries = Object.entries(kind === 'map' ? value : change(value as Json, at))
  return Object.fromEntries(
    entries.map(([key, one]) => {
      const inner = kind === 'map' ? 'schema' : maps.has(key) ? 'map' : data.has(key) ? 'data' : 'schema'
      return [key, walk(one, inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, change)]
    })
  )
}

/** Converts a name to a valid name of a component: letters, digits, `.`, `-` and `_`. */
export const toKey = (name: string): string => name.replaceAll(/[{}]/g, '').replaceAll(/[^\w.-]/g, '_')

const pointerOf = (key: string) => `#/components/schemas/${key}`

/** Converts a schema to JSON Schema. If the schema's library does not support that, the result is `{}`, which accepts any value. */
function toJsonSchema(schema: object): object {
  if (!('~standard' in schema)) return toSchema(schema)
  const standard = schema['~standard'] as { jsonSchema?: { input(options: { target: string }): object } }
  try {
    return standard.jsonSchema?.input({ target: 'draft-07' }) ?? {}
  } catch {
    return {}
  }
}
