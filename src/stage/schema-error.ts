import { withoutStack } from '../error/error.ts'
import type { HttpPart } from '../schema/route-schema.ts'

export type SchemaErrorFormatter = (errors: unknown, httpPart: HttpPart) => unknown

interface AjvError {
  readonly instancePath?: string
  readonly schemaPath?: string
  readonly keyword?: string
  readonly message?: string
  readonly params?: { readonly allowedValues?: unknown; readonly allowedValue?: unknown }
}

/** In characters. Without this limit, a client could cause long messages: for nested data, a union reports its whole path at every level. */
const messageLength = 10_000

const mostNamedValues = 20

/** Lists the allowed values of an `enum`, a `const` or a union of these: `body/size must be equal to one of the allowed values: "s", "m"`. */
export const defaultSchemaErrorFormatter: SchemaErrorFormatter = (reported, httpPart) =>
  toError(Array.isArray(reported) ? joinConstants(reported) : [], httpPart, withAllowedValues)

/** As in Fastify, allowed values are not listed. */
export const plainSchemaErrorFormatter: SchemaErrorFormatter = (reported, httpPart) =>
  toError(Array.isArray(reported) ? reported : [], httpPart, ({ message }) => message)

function toError(
  list: readonly AjvError[],
  httpPart: HttpPart,
  textOf: (error: AjvError) => string | undefined
): Error {
  const sentences: string[] = []
  let length = 0
  for (const error of list) {
    if (length > messageLength) break
    const sentence = `${httpPart}${error.instancePath ?? ''} ${textOf(error)}`
    length += sentence.length
    sentences.push(sentence)
  }
  if (sentences.length < list.length) sentences.push(`and ${list.length - sentences.length} more`)
  return withoutStack(() => new Error(sentences.join(', ') || `${httpPart} is invalid`))
}

function withAllowedValues({ keyword, message, params }: AjvError): string | undefined {
  if (keyword === 'const' && params !== undefined && 'allowedValue' in params)
    return `${message}: ${inJson(params.allowedValue)}`
  const allowed = keyword === 'enum' ? params?.allowedValues : undefined
  if (!Array.isArray(allowed)) return message
  const named = allowed.slice(0, mostNamedValues).map(inJson)
  const more = allowed.length > named.length ? ` and ${allowed.length - named.length} more` : ''
  return `${message}: ${named.join(', ')}${more}`
}

const inJson = (value: unknown): string => String(JSON.stringify(value))

/** For a union of constants, Ajv reports each constant and then the union. One error with the list of allowed values replaces them. */
function joinConstants(list: readonly AjvError[]): AjvError[] {
  const joined: AjvError[] = []
  for (const error of list) {
    const members = error.keyword === 'anyOf' || error.keyword === 'oneOf' ? constantsBefore(joined, error) : []
    if (members.length === 0) {
      joined.push(error)
      continue
    }
    joined.length -= members.length
    const allowedValues = members.map(({ params }) => params?.allowedValue)
    const message = 'must be equal to one of the allowed values'
    joined.push({ instancePath: error.instancePath ?? '', keyword: 'enum', message, params: { allowedValues } })
  }
  return joined
}

/** Returns an empty list if one schema of the union is not a constant. */
function constantsBefore(list: readonly AjvError[], union: AjvError): readonly AjvError[] {
  let start = list.length
  while (start > 0 && list[start - 1]?.schemaPath?.startsWith(`${union.schemaPath}/`)) start--
  const members = list.slice(start)
  const isConstant = ({ keyword, instancePath }: AjvError) => keyword === 'const' && instancePath === union.instancePath
  return members.every(isConstant) ? members : []
}
