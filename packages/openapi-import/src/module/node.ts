/** An endpoint of the module as a tree. The same tree is converted to source text, and to the value of that text. */
import type { JsonObject } from '../json.ts'
import type { Place } from '../part.ts'

export type Node =
  /** Plain JSON. */
  | { readonly kind: 'plain'; readonly value: unknown }
  | {
      readonly kind: 'schema'
      readonly schema: unknown
      /** An optional field, or one with a default. */
      readonly may?: 'miss' | 'default'
    }
  /** An object literal of nodes; of schemas it is the shorthand of an object schema. */
  | { readonly kind: 'record'; readonly entries: readonly (readonly [string, Node])[] }
  | { readonly kind: 'events'; readonly entries: readonly (readonly [string, unknown])[] }
  /** A part with a name in the document, and a constant in the module. */
  | { readonly kind: 'constant'; readonly name: string; readonly node: Node }

export interface EndpointNode {
  readonly name: string
  readonly method: string
  /** The path in espalier's form: `/books/:id`. */
  readonly path: string
  /** The place of the operation in the document. */
  readonly place: Place
  readonly parts: readonly (readonly [string, Node])[]
}

export const plain = (value: unknown): Node => ({ kind: 'plain', value })
export const schemaNode = (schema: unknown, may?: 'miss' | 'default'): Node =>
  may === undefined ? { kind: 'schema', schema } : { kind: 'schema', schema, may }
export const recordNode = (entries: readonly (readonly [string, Node])[]): Node => ({ kind: 'record', entries })

/** Lists the schemas inside a node. */
export function schemasIn(node: Node): unknown[] {
  if (node.kind === 'schema') return [node.schema]
  if (node.kind === 'record') return node.entries.flatMap(([, inner]) => schemasIn(inner))
  if (node.kind === 'events') return node.entries.map(([, schema]) => schema)
  return node.kind === 'constant' ? schemasIn(node.node) : []
}

/** Entries that have a value. */
export function present<Value>(
  entries: readonly (readonly [string, Value | undefined])[]
): (readonly [string, Value])[] {
  return entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
}

/** The members of an object under these names, unchanged. */
export function saidIn(value: JsonObject, isSaid: (name: string) => boolean): (readonly [string, Node])[] {
  return Object.entries(value)
    .filter(([name]) => isSaid(name))
    .map(([name, inner]) => [name, plain(inner)] as const)
}
