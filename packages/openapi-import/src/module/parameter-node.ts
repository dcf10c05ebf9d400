import { isPlainObject } from '@espalier/command-kit'
import { type JsonObject, listIn, objectIn } from '../json.ts'
import { type Node, schemaNode } from './node.ts'

export function parameterNode(parameter: JsonObject): Node {
  const { deprecated, description, required } = parameter
  // The value of a parameter with `content`, such as JSON, is not parsed. So the handler gets a string.
  const given = parameter.content === undefined ? parameter.schema : { type: 'string' }
  const schema = {
    ...objectIn(given === undefined ? { type: 'string' } : given),
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated })
  }
  if (required === true) return schemaNode(schema)
  return schemaNode(schema, fits(schema) ? 'default' : 'miss')
}

function fits(schema: JsonObject): boolean {
  const { default: value, enum: values, type } = schema
  if (value === undefined || schema.$ref !== undefined || isPlainObject(value)) return false
  if (Array.isArray(values)) return listIn(values).includes(value)
  if (type === 'integer') return Number.isInteger(value)
  return ['string', 'number', 'boolean'].includes(type as string) && type === typeof value
}
