/** Returns the value that the generated code of a node has at run time. References to component schemas are by `$id`. */
import { isPlainObject } from '@espalier/command-kit'
import { events } from 'espalier/contract'
import { objectIn } from '../json.ts'
import { changeParts } from '../part.ts'
import { componentNamed, type Resolve } from '../reference.ts'
import type { EndpointNode, Node } from './node.ts'

export function endpointValue({ parts }: EndpointNode, resolve: Resolve): Record<string, unknown> {
  const isOfFields = (key: string) => ['params', 'querystring', 'headers', 'cookies'].includes(key)
  return Object.fromEntries(
    parts.map(([key, node]) => [key, isOfFields(key) ? fieldsValue(node, resolve) : nodeValue(node, resolve)])
  )
}

function nodeValue(node: Node, resolve: Resolve): unknown {
  if (node.kind === 'plain') return node.value
  if (node.kind === 'schema') return schemaValue(node.schema, resolve)
  if (node.kind === 'constant') return nodeValue(node.node, resolve)
  if (node.kind === 'record')
    return Object.fromEntries(node.entries.map(([key, inner]) => [key, nodeValue(inner, resolve)]))
  return events(
    Object.fromEntries(node.entries.map(([name, schema]) => [name, objectIn(schemaValue(schema, resolve))]))
  )
}

/** Converts the shorthand `{ id: … }` to `{ type: 'object', required: ['id'], … }`. */
function fieldsValue(node: Node, resolve: Resolve): unknown {
  if (node.kind !== 'record') return nodeValue(node, resolve)
  const isOptional = (field: Node): boolean =>
    field.kind === 'constant' ? isOptional(field.node) : field.kind === 'schema' && field.may === 'miss'
  const required = node.entries.filter(([, field]) => !isOptional(field)).map(([name]) => name)
  return { type: 'object', required, properties: nodeValue(node, resolve) }
}

export function schemaValue(schema: unknown, resolve: Resolve): unknown {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  return changeParts(schema, 'schema', (part) => {
    if (typeof part.$ref !== 'string') return part
    const name = componentNamed(part, 'schemas')
    if (name !== undefined) return { ...part, $ref: name }
    const { $ref: _reference, ...beside } = part
    const target = resolve(part)
    return isPlainObject(target) ? { ...objectIn(schemaValue(target, resolve)), ...beside } : target
  })
}
