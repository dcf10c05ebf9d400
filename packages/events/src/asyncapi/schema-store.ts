/** Stores each schema of the AsyncAPI document once, under `components`. All other places refer to it by `$ref`. */
import { EventLogError } from '../log/error.ts'
import { toSchema } from '../topic/validate.ts'
import type { Reference } from './document.ts'

type Json = Readonly<Record<string, unknown>>

/** Keywords whose value is an object of schemas by name, and keywords whose value is plain data, in which no object is a schema. */
const mapKeywords = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas'])
const dataKeywords = new Set(['const', 'default', 'enum', 'examples'])

type Position = 'schema' | 'map' | 'data'

export class SchemaStore {
  readonly #schemas: Record<string, unknown> = {}
  readonly #pointers = new Map<string, string>()

  constructor(shared: readonly object[]) {
    const byId = new Map(shared.map((schema) => [String(Reflect.get(schema, '$id')), schema]))
    for (const id of byId.keys()) this.#pointers.set(id, pointerOf(toKey(id)))
    for (const [id, schema] of byId) this.add(id, schema)
  }

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

/** Returns a copy of a schema. `change` replaces the schema and each subschema, outer schemas first. */
function walk(value: unknown, position: Position, at: string, change: (schema: Json, at: string) => Json): unknown {
  if (position === 'data' || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one, index) => walk(one, position, `${at}/${index}`, change))
  const entries = Object.entries(position === 'map' ? value : change(value as Json, at))
  return Object.fromEntries(
    entries.map(([key, one]) => {
      const inner =
        position === 'map' ? 'schema' : mapKeywords.has(key) ? 'map' : dataKeywords.has(key) ? 'data' : 'schema'
      return [key, walk(one, inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, change)]
    })
  )
}

/** Removes or replaces characters that AsyncAPI 3.0 does not allow in keys of `components`. Allowed are letters, digits, `.`, `-` and `_`. */
export const toKey = (name: string): string => name.replaceAll(/[{}]/g, '').replaceAll(/[^\w.-]/g, '_')

const pointerOf = (key: string) => `#/components/schemas/${key}`

/** Returns `{}`, which accepts any value, if the library of the schema cannot convert it to JSON Schema. */
function toJsonSchema(schema: object): object {
  if (!('~standard' in schema)) return toSchema(schema)
  const standard = schema['~standard'] as { jsonSchema?: { input(options: { target: string }): object } }
  try {
    return standard.jsonSchema?.input({ target: 'draft-07' }) ?? {}
  } catch {
    return {}
  }
}
