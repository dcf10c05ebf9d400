/** An endpoint of the module as a tree, before it is written. The same tree becomes source text, and the value that the text stands for. */
import type { JsonObject } from '../json.ts'
import type { Place } from '../part.ts'

export type Node =
  /** Plain JSON. */
  | { readonly kind: 'plain'; readonly value: unknown }
  | {
      readonly kind: 'schema'
      readonly schema: unknown
      /** A field that may be left out, or is filled in by its default. */
      readonly may?: 'miss' | 'default'
    }
  /** An object literal of nodes; of schemas it is the shorthand of an object. */
  | { readonly kind: 'record'; readonly entries: readonly (readonly [string, Node])[] }
  | { readonly kind: 'events'; readonly entries: readonly (readonly [string, unknown])[] }
  /** A part that the document has a name for, and the module a constant. */
  | { readonly kind: 'constant'; readonly name: string; readonly node: Node }

export interface EndpointNode {
  readonly name: string
  readonly method: string
  /** As espalier writes it: `/books/:id`. */
  readonly path: string
  /** Where the document has it. */
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

/** Entries whose value is there. */
export function present<Value>(
  entries: readonly (readonly [string, Value | undefined])[]
): (readonly [string, Value])[] {
  return entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
}

/** The members of an object under these names, as they are. */
export function saidIn(value: JsonObject, isSaid: (name: string) => boolean): (readonly [string, Node])[] {
  return Object.entries(value)
    .filter(([name]) => isSaid(name))
    .map(([name, inner]) => [name, plain(inner)] as const)
}
