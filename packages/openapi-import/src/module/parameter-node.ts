/** Converts a parameter to a field: its schema and its texts. */
import { isPlainObject } from '@espalier/command-kit'
import { type JsonObject, listIn, objectIn } from '../json.ts'
import { type Node, schemaNode } from './node.ts'

/** Returns the schema of a parameter, with the other members of the parameter. */
export function parameterNode(parameter: JsonObject): Node {
  const { deprecated, description, required } = parameter
  // JSON inside a parameter arrives as a string.
  const given = parameter.content === undefined ? parameter.schema : { type: 'string' }
  const schema = {
    ...objectIn(given === undefined ? { type: 'string' } : given),
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated })
  }
  if (required === true) return schemaNode(schema)
  return schemaNode(schema, fits(schema) ? 'default' : 'miss')
}

/** Whether the default of a schema has a valid type. */
function fits(schema: JsonObject): boolean {
  const { default: value, enum: values, type } = schema
  if (value === undefined || schema.$ref !== undefined || isPlainObject(value)) return false
  if (Array.isArray(values)) return listIn(values).includes(value)
  if (type === 'integer') return Number.isInteger(value)
  return ['string', 'number', 'boolean'].includes(type as string) && type === typeof value
}
