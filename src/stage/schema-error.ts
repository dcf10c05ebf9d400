/** Formats the message of a failed validation. */
import { withoutStack } from '../error/error.ts'
import type { HttpPart } from '../schema/route-schema.ts'

/** Converts the errors that a validator reports to the error of the response. A formatter that was set for an app is bound to the app object. */
export type SchemaErrorFormatter = (errors: unknown, httpPart: HttpPart) => unknown

/** The members of an Ajv error object, which reports one keyword that failed. */
interface Finding {
  readonly instancePath?: string
  readonly schemaPath?: string
  readonly keyword?: string
  readonly message?: string
  readonly params?: { readonly allowedValues?: unknown; readonly allowedValue?: unknown }
}

/**
 * The length in characters after which a message is cut. Clients could make messages long: a union in nested data reports its whole path at every
 * level.
 */
const messageLength = 10_000

const mostNamedValues = 20

/**
 * Joins the errors of Ajv to one sentence. Each error begins with its part of the request and its path: `body/age must be integer`. Allowed values
 * are listed, if the schema is an `enum`, a `const` or a union of these: `body/size must be equal to one of the allowed values: "s", "m"`.
 */
export const defaultSchemaErrorFormatter: SchemaErrorFormatter = (reported, httpPart) =>
  toError(Array.isArray(reported) ? joinConstants(reported) : [], httpPart, sayAllowed)

/** Joins the errors of Ajv to one sentence with Ajv's own text, as Fastify does. Allowed values are not listed. */
export const plainSchemaErrorFormatter: SchemaErrorFormatter = (reported, httpPart) =>
  toError(Array.isArray(reported) ? reported : [], httpPart, ({ message }) => message)

type Say = (finding: Finding) => string | undefined

function toError(list: readonly Finding[], httpPart: HttpPart, say: Say): Error {
  const sentences: string[] = []
  let length = 0
  for (const finding of list) {
    if (length > messageLength) break
    const sentence = `${httpPart}${finding.instancePath ?? ''} ${say(finding)}`
    length += sentence.length
    sentences.push(sentence)
  }
  if (sentences.length < list.length) sentences.push(`and ${list.length - sentences.length} more`)
  return withoutStack(() => new Error(sentences.join(', ') || `${httpPart} is invalid`))
}

function sayAllowed({ keyword, message, params }: Finding): string | undefined {
  if (keyword === 'const' && params !== undefined && 'allowedValue' in params)
    return `${message}: ${inJson(params.allowedValue)}`
  const allowed = keyword === 'enum' ? params?.allowedValues : undefined
  if (!Array.isArray(allowed)) return message
  const named = allowed.slice(0, mostNamedValues).map(inJson)
  const more = allowed.length > named.length ? ` and ${allowed.length - named.length} more` : ''
  return `${message}: ${named.join(', ')}${more}`
}

const inJson = (value: unknown): string => String(JSON.stringify(value))

/** Replaces the errors of a union of constants by one error with the list of allowed values. Ajv reports each constant and then the union itself. */
function joinConstants(list: readonly Finding[]): Finding[] {
  const joined: Finding[] = []
  for (const finding of list) {
    const members = isUnion(finding) ? membersBefore(joined, finding) : []
    if (members.length === 0) {
      joined.push(finding)
      continue
    }
    joined.length -= members.length
    const allowedValues = members.map(({ params }) => params?.allowedValue)
    const message = 'must be equal to one of the allowed values'
    joined.push({ instancePath: finding.instancePath ?? '', keyword: 'enum', message, params: { allowedValues } })
  }
  return joined
}

function isUnion({ keyword }: Finding): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

/** Returns the errors of a union's members, which come before the error of the union. Returns none if one of them does not concern a constant. */
function membersBefore(list: readonly Finding[], union: Finding): readonly Finding[] {
  let start = list.length
  while (start > 0 && list[start - 1]?.schemaPath?.startsWith(`${union.schemaPath}/`)) start--
  const members = list.slice(start)
  const isConstant = ({ keyword, instancePath }: Finding) => keyword === 'const' && instancePath === union.instancePath
  return members.every(isConstant) ? members : []
}
