import { objectIn } from '../json.ts'
import { type Code, call, literal, object } from './code.ts'
import type { Node } from './node.ts'
import { type References, schemaCode } from './schema-code.ts'

export function nodeCode(node: Node, references: References): Code {
  switch (node.kind) {
    case 'plain':
      return literal(node.value)
    case 'constant':
      return node.name
    case 'record':
      return object(node.entries.map(([key, inner]) => [key, nodeCode(inner, references)]))
    case 'events':
      return call('events', object(node.entries.map(([name, schema]) => [name, schemaCode(schema, references)])))
    case 'schema':
      return fieldCode(node.schema, node.may, references)
  }
}

function fieldCode(schema: unknown, may: 'miss' | 'default' | undefined, references: References): Code {
  if (may === undefined) return schemaCode(schema, references)
  if (may === 'miss') return call('Type.Optional', schemaCode(schema, references))
  const { default: value, ...rest } = objectIn(schema)
  return call('withDefault', schemaCode(rest, references), literal(value))
}
