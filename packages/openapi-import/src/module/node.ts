/** The syntax tree of an endpoint. `node-code.ts` generates source code from a node, and `node-value.ts` the value of this code at run time. */
import type { JsonObject } from '../json.ts'
import type { JsonPath } from '../part.ts'

export type Node =
  | { readonly kind: 'plain'; readonly value: unknown }
  | {
      readonly kind: 'schema'
      readonly schema: unknown
      /** `miss`: the property is optional. `default`: the property has a default. */
      readonly may?: 'miss' | 'default'
    }
  /** An object literal. If its values are schemas, it is the shorthand for an object schema. */
  | { readonly kind: 'record'; readonly entries: readonly (readonly [string, Node])[] }
  | { readonly kind: 'events'; readonly entries: readonly (readonly [string, unknown])[] }
  | { readonly kind: 'constant'; readonly name: string; readonly node: Node }

export interface EndpointNode {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly jsonPath: JsonPath
  readonly parts: readonly (readonly [string, Node])[]
}

export const plain = (value: unknown): Node => ({ kind: 'plain', value })
export const schemaNode = (schema: unknown, may?: 'miss' | 'default'): Node =>
  may === undefined ? { kind: 'schema', schema } : { kind: 'schema', schema, may }
export const recordNode = (entries: readonly (readonly [string, Node])[]): Node => ({ kind: 'record', entries })

export function schemasIn(node: Node): unknown[] {
  if (node.kind === 'schema') return [node.schema]
  if (node.kind === 'record') return node.entries.flatMap(([, inner]) => schemasIn(inner))
  if (node.kind === 'events') return node.entries.map(([, schema]) => schema)
  return node.kind === 'constant' ? schemasIn(node.node) : []
}

export function present<Value>(
  entries: readonly (readonly [string, Value | undefined])[]
): (readonly [string, Value])[] {
  return entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
}

export function plainMembers(value: JsonObject, isWanted: (name: string) => boolean): (readonly [string, Node])[] {
  return Object.entries(value)
    .filter(([name]) => isWanted(name))
    .map(([name, inner]) => [name, plain(inner)] as const)
}
