/** Describes the parameters of an operation: of its path and the prefixes, of the query string, of headers and of cookies. */
import { isPlainObject } from '../base/plain-object.ts'
import { convertPart, type Field, fieldsOf, partOf, type Site } from './part.ts'
import type { PathParameter } from './path.ts'

type Place = 'path' | 'query' | 'header' | 'cookie'
type Said = Readonly<Record<string, unknown>>

/** Headers that are no parameters in OpenAPI: content and security describe them. */
const elsewhere = new Set(['accept', 'content-type', 'authorization'])

/** @param labels the names of the path parameters in the template, in order */
export function describeParameters(
  schema: Said,
  path: readonly PathParameter[],
  labels: readonly string[],
  site: Site,
  isFree: boolean
): object[] {
  const fields = (part: string) => (schema[part] === undefined ? [] : [...fieldsOf(partOf(schema[part], 'in', site))])
  const own = new Map(fields('params'))
  const toParameter =
    (place: Place) =>
    ([name, field]: readonly [string, Field]) =>
      describe(name, place, field, site)
  return [
    ...path.map((parameter, index) => inPath(parameter, labels[index] ?? parameter.label, own, site, isFree)),
    ...fields(schema.querystring === undefined ? 'query' : 'querystring').map(toParameter('query')),
    ...fields('headers')
      .filter(([name]) => !elsewhere.has(name.toLowerCase()))
      .map(toParameter('header')),
    ...fields('cookies').map(toParameter('cookie'))
  ]
}

/** @param isFree whether the version of OpenAPI can express that the slashes in a value are not encoded */
function inPath(
  { name, pattern }: PathParameter,
  label: string,
  fields: ReadonlyMap<string, Field>,
  site: Site,
  isFree: boolean
): object {
  const field = fields.get(name) ?? { ...partOf({ type: 'string' }, 'in', site), isRequired: true }
  const parameter = describe(label, 'path', { ...field, isRequired: true }, site)
  const rest = name === '*' && isFree ? { allowReserved: true } : {}
  return { ...parameter, ...rest, schema: withPattern(parameter.schema, pattern) }
}

function withPattern(schema: unknown, pattern: string | undefined): unknown {
  const isText = isPlainObject(schema) && schema.type === 'string' && schema.pattern === undefined
  return isText && pattern !== undefined ? { ...schema, pattern } : schema
}

/** Moves the description of a schema to its parameter. */
function describe(name: string, place: Place, field: Field, site: Site) {
  const schema = convertPart(field, site)
  const said = isPlainObject(field.schema) ? field.schema : {}
  if (isPlainObject(schema) && !('$ref' in schema)) delete schema.description
  return {
    name,
    in: place,
    ...(typeof said.description === 'string' && { description: said.description }),
    ...(field.isRequired && { required: true }),
    ...(said.deprecated === true && { deprecated: true }),
    schema
  }
}
