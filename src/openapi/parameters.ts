import { isPlainObject } from '../base/plain-object.ts'
import { convertPart, type Field, fieldsOf, partOf, type Site } from './part.ts'
import type { PathParameter } from './path.ts'

type Place = 'path' | 'query' | 'header' | 'cookie'
type Said = Readonly<Record<string, unknown>>

/** OpenAPI ignores parameters for these headers (3.1 §4.8.12.2.1): content and security describe them. */
const elsewhere = new Set(['accept', 'content-type', 'authorization'])

export function describeParameters(
  schema: Said,
  path: readonly PathParameter[],
  labels: readonly string[],
  site: Site,
  mayReserve: boolean
): object[] {
  const fields = (part: string) => (schema[part] === undefined ? [] : [...fieldsOf(partOf(schema[part], 'in', site))])
  const own = new Map(fields('params'))
  const toParameter =
    (place: Place) =>
    ([name, field]: readonly [string, Field]) =>
      describe(name, place, field, site)
  return [
    ...path.map((parameter, index) => inPath(parameter, labels[index] ?? parameter.label, own, site, mayReserve)),
    ...fields(schema.querystring === undefined ? 'query' : 'querystring').map(toParameter('query')),
    ...fields('headers')
      .filter(([name]) => !elsewhere.has(name.toLowerCase()))
      .map(toParameter('header')),
    ...fields('cookies').map(toParameter('cookie'))
  ]
}

/** @param mayReserve whether the OpenAPI version can express that slashes in a value are not encoded */
function inPath(
  { name, pattern }: PathParameter,
  label: string,
  fields: ReadonlyMap<string, Field>,
  site: Site,
  mayReserve: boolean
): object {
  const field = fields.get(name) ?? { ...partOf({ type: 'string' }, 'in', site), isRequired: true }
  const parameter = describe(label, 'path', { ...field, isRequired: true }, site)
  const rest = name === '*' && mayReserve ? { allowReserved: true } : {}
  return { ...parameter, ...rest, schema: withPattern(parameter.schema, pattern) }
}

function withPattern(schema: unknown, pattern: string | undefined): unknown {
  const isText = isPlainObject(schema) && schema.type === 'string' && schema.pattern === undefined
  return isText && pattern !== undefined ? { ...schema, pattern } : schema
}

function describe(name: string, place: Place, field: Field, site: Site) {
  const schema = convertPart(field, site)
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
