/** The shared schemas of a context. A bucket starts with the schemas of the parent context. Custom buckets have the same interface. */
import { attachedSchemasIn, type NamedSchema } from '../contract/attached-schema.ts'
import { errors, isError, withMessage } from '../error/error.ts'
import type { AppObject } from './app-object.ts'
import { guardOpen } from './freeze.ts'
import { type ContextNode, nodeOf } from './node.ts'
import { declaredTwice, recordOrigin } from './origin.ts'

export interface SchemaBucket {
  add(schema: { $id: string }): void
  getSchema(id: string): unknown
  getSchemas(): Record<string, unknown>
}

export type CreateBucket = (inherited?: Record<string, unknown>) => SchemaBucket

export function checkBucket(bucket: unknown): asserts bucket is CreateBucket {
  if (typeof bucket !== 'function') throw new errors.FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN(typeof bucket)
}

type Clone = (schema: { $id: string }) => unknown

class Bucket implements SchemaBucket {
  #schemas: Map<string, unknown> | undefined
  readonly #clone: Clone

  constructor(clone: Clone, inherited: Record<string, unknown>) {
    this.#clone = clone
    const entries = Object.entries(inherited)
    if (entries.length > 0) this.#schemas = new Map(entries)
  }

  add(given: { $id: string }): void {
    const schema = this.#clone(given) as { $id?: unknown }
    const id = schema.$id
    if (typeof id !== 'string' || id === '') throw new errors.FST_ERR_SCH_MISSING_ID()
    if (id in Object.prototype) throw new errors.ESP_ERR_SCH_RESERVED_ID(id)
    this.#schemas ??= new Map()
    if (this.#schemas.has(id)) throw new errors.FST_ERR_SCH_ALREADY_PRESENT(id)
    this.#schemas.set(id, schema)
  }

  getSchema(id: string): unknown {
    return this.#schemas?.get(id)
  }

  getSchemas(): Record<string, unknown> {
    return Object.fromEntries(this.#schemas ?? [])
  }
}

/** @param clone copies a schema, so that later changes to the given object have no effect */
export function createBucketFactory(clone: Clone): CreateBucket {
  return (inherited = {}) => new Bucket(clone, inherited)
}

/** Schemas that were added because a route refers to them. The keys are the bucket's copies. Adding such a schema again is not a conflict. */
const attached = new WeakMap<object, NamedSchema>()

/** The ids of the schemas in `attached`. A custom bucket is queried only for these ids. */
const attachedIds = new Set<string>()

function isAttached({ schemas }: ContextNode, schema: NamedSchema): boolean {
  if (!attachedIds.has(schema.$id)) return false
  const present = schemas.getSchema(schema.$id)
  const origin = typeof present === 'object' && present !== null ? attached.get(present) : undefined
  return origin === schema || (origin !== undefined && isEqual(origin, schema))
}

const isEqual = (one: unknown, other: NamedSchema) => JSON.stringify(one) === JSON.stringify(other)

function addTo(node: ContextNode, schema: NamedSchema, plugin: string | undefined): void {
  try {
    if (!isAttached(node, schema)) node.schemas.add(schema)
  } catch (error) {
    if (!isError(error, 'FST_ERR_SCH_ALREADY_PRESENT')) throw error
    throw withMessage(error, declaredTwice(node, 'schema', schema.$id, plugin))
  }
  for (const child of node.children) addTo(child, schema, plugin)
}

/** Adds the schemas of references inside a value, such as `Type.Ref(Book)`. @throws FST_ERR_SCH_ALREADY_PRESENT when another schema has the `$id` */
export function addAttachedSchemas(node: ContextNode, value: unknown): void {
  for (const schema of attachedSchemasIn(value)) {
    if (isAttached(node, schema)) continue
    const present = node.schemas.getSchema(schema.$id)
    // The application may have added an equal schema by `addSchema`.
    if (present !== undefined && isEqual(present, schema)) continue
    addTo(node, schema, node.cursor.plugin)
    const added = node.schemas.getSchema(schema.$id)
    if (typeof added === 'object' && added !== null) attached.set(added, schema)
    attachedIds.add(schema.$id)
  }
}

export const schemaVerbs = {
  addSchema(this: AppObject, schema: { $id: string }) {
    guardOpen(this, 'addSchema()')
    const node = nodeOf(this)
    addAttachedSchemas(node, schema)
    addTo(node, schema, node.cursor.plugin)
    recordOrigin(node, 'schema', schema.$id)
    return this
  },
  getSchema(this: AppObject, id: string) {
    return nodeOf(this).schemas.getSchema(id)
  },
  getSchemas(this: AppObject) {
    return nodeOf(this).schemas.getSchemas()
  }
}
