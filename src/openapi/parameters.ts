import { isPlainObject } from '../base/plain-object.ts'
import { convertPart, type Field, fieldsOf, type OperationContext, partOf } from './part.ts'
import type { PathParameter } from './path.ts'

type Place = 'path' | 'query' | 'header' | 'cookie'
type Members = Readonly<Record<string, unknown>>

/** OpenAPI ignores parameters for these headers (3.1 §4.8.12.2.1), because content and security describe them. */
const elsewhere = new Set(['accept', 'content-type', 'authorization'])

export function describeParameters(
  schema: Members,
  path: readonly PathParameter[],
  labels: readonly string[],
  context: OperationContext
): object[] {
  const fields = (part: string) =>
    schema[part] === undefined ? [] : [...fieldsOf(partOf(schema[part], 'in', context))]
  const own = new Map(fields('params'))
  const toParameter =
    (place: Place) =>
    ([name, field]: readonly [string, Field]) =>
      describe(name, place, field, context)
  return [
    ...path.map((parameter, index) => inPath(parameter, labels[index] ?? parameter.label, own, context)),
    ...fields(schema.querystring === undefined ? 'query' : 'querystring').map(toParameter('query')),
    ...fields('headers')
      .filter(([name]) => !elsewhere.has(name.toLowerCase()))
      .map(toParameter('header')),
    ...fields('cookies').map(toParameter('cookie'))
  ]
}

function inPath(
  { name, pattern }: PathParameter,
  label: string,
  fields: ReadonlyMap<string, Field>,
  context: OperationContext
): object {
  const field = fields.get(name) ?? { ...partOf({ type: 'string' }, 'in', context), isRequired: true }
  const parameter = describe(label, 'path', { ...field, isRequired: true }, context)
  // The value of a wildcard contains slashes. OpenAPI 3.1 cannot express this.
  const rest = name === '*' && context.version !== '3.1' ? { allowReserved: true } : {}
  return { ...parameter, ...rest, schema: withPattern(parameter.schema, pattern) }
}

function withPattern(schema: unknown, pattern: string | undefined): unknown {
  const isText = isPlainObject(schema) && schema.type === 'string' && schema.pattern === undefined
  return isText && pattern !== undefined ? { ...schema, pattern } : schema
}

function describe(name: string, place: Place, field: Field, context: OperationContext) {
  const schema = convertPart(field, context)
  const annotations = isPlainObject(field.schema) ? field.schema : {}
  if (isPlainObject(schema) && !('$ref' in schema)) delete schema.description
  return {
    name,
    in: place,
    ...(typeof annotations.description === 'string' && { description: annotations.description }),
    ...(field.isRequired && { required: true }),
    ...(annotations.deprecated === true && { deprecated: true }),
    schema
  }
}
