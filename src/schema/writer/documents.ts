/** Resolves `$ref`. A document is the schema itself, a shared schema, or a subschema with an `$id`. */
import { pointedAt, stepOf } from '../../base/pointer.ts'
import { holdsSchema, keywordsWhere } from '../keyword.ts'
import { idOf, type SharedSchemas } from '../reference.ts'
import { visitSubschemas } from '../subschema.ts'

export type SchemaObject = Readonly<Record<string, unknown>>
export type SchemaPart = SchemaObject | boolean

interface Home {
  /** The documents that contain the schema, the innermost first. JSON pointers are resolved in this order. */
  readonly documents: readonly unknown[]
  readonly base: string
  readonly path: string
}

const isPart = (value: unknown): value is SchemaPart =>
  typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value))

export class Documents {
  readonly #homes = new Map<unknown, Home>()
  readonly #byId = new Map<string, unknown>()

  constructor(schema: unknown, shared: SharedSchemas) {
    const { $id } = (schema ?? {}) as { $id?: unknown }
    for (const [id, one] of Object.entries(shared)) this.#addDocument(one, id, `${id}#`)
    this.#addDocument(schema, typeof $id === 'string' ? $id : '', '#')
  }

  #addDocument(schema: unknown, id: string, path: string): void {
    this.#byId.set(id, schema)
    this.#add(schema, { documents: [schema], base: id, path })
  }

  #add(schema: unknown, outer: Home): void {
    if (typeof schema !== 'object' || schema === null || this.#homes.has(schema)) return
    const home = this.#homeOf(schema, outer)
    this.#homes.set(schema, home)
    visitSubschemas(schema, (part, ...names) => {
      this.#add(part, { ...home, path: [home.path, ...names.map(stepOf)].join('/') })
    })
  }

  #homeOf(schema: object, outer: Home): Home {
    const { $id } = schema as { $id?: unknown }
    if (typeof $id !== 'string' || outer.documents[0] === schema) return outer
    if ($id.startsWith('#')) {
      this.#byId.set(`${outer.base}${$id}`, schema)
      return outer
    }
    const base = toAddress($id, outer.base)
    for (const id of [$id, base]) if (!this.#byId.has(id)) this.#byId.set(id, schema)
    return { ...outer, base, documents: [schema, ...outer.documents] }
  }

  pathOf(schema: unknown): string {
    return this.#homes.get(schema)?.path ?? '#'
  }

  follow(part: SchemaObject): SchemaPart {
    const reference = part.$ref as string
    const found = this.#find(reference, part)
    if (found === undefined) throw new Error(`Cannot find reference "${reference}"`)
    return found
  }

  #find(reference: string, part: SchemaObject): SchemaPart | undefined {
    const id = idOf(reference)
    const fragment = reference.slice(id.length + 1)
    const home = this.#homes.get(part)
    const base = home?.base ?? ''
    const address = id === '' ? base : this.#byId.has(id) ? id : toAddress(id, base)
    const document = this.#byId.get(address)
    if (fragment !== '' && !fragment.startsWith('/')) {
      const named = this.#byId.get(`${address}#${fragment}`) ?? this.#byId.get(`#${fragment}`)
      return isPart(named) ? named : undefined
    }
    const documents = id === '' ? (home?.documents ?? []) : document === undefined ? [] : [document]
    for (const one of documents) {
      const found = pointedAt(one, fragment)
      if (!isPart(found)) continue
      this.#add(found, { documents: [one], base: address, path: `${id}#${fragment}` })
      return found
    }
    return undefined
  }

  /** @throws Error when a reference cannot be resolved or is circular, as in `{ $ref: '#' }` */
  followAll(schema: unknown): void {
    const reached = new Set([schema])
    const open = new Set<unknown>()
    const done = new Set<unknown>()
    const descend = (part: unknown): void => {
      if (!isSchemaObject(part) || done.has(part)) return
      if (open.has(part)) throw new Error(`Cannot resolve circular reference "${this.pathOf(part)}"`)
      open.add(part)
      if (typeof part.$ref === 'string') descend(this.follow(part))
      for (const [key, one] of partsOf(part)) if (inPlaceApplicators.has(key)) descend(one)
      open.delete(part)
      done.add(part)
    }
    for (const part of reached) {
      descend(part)
      if (!isSchemaObject(part)) continue
      if (typeof part.$ref === 'string') reached.add(this.follow(part))
      for (const [, one] of partsOf(part)) reached.add(one)
    }
  }
}

const isSchemaObject = (part: unknown): part is SchemaObject => typeof part === 'object' && part !== null

/** In-place applicators (JSON Schema 2020-12 §10.2): their subschemas apply to the value itself. */
const inPlaceApplicators = keywordsWhere(({ appliesTo, origin }) => appliesTo === 'value' && origin === undefined)
const followedKeywords = keywordsWhere((keyword) => holdsSchema(keyword) && keyword.purpose !== 'definitions')

/** Excludes `definitions`, whose schemas are found by references only. */
function partsOf(schema: SchemaObject): [keyword: string, part: SchemaPart][] {
  const parts: [string, SchemaPart][] = []
  visitSubschemas(schema, (part, key) => isPart(part) && parts.push([key, part]), followedKeywords)
  return parts
}

function toAddress(id: string, base: string): string {
  return URL.canParse(id, base) ? new URL(id, base).href : id
}
