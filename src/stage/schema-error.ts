/** Formats the message of a failed validation. */
import { withoutStack } from '../error/error.ts'
import type { HttpPart } from '../schema/route-schema.ts'

/** Converts the findings of a validator to the error of the response; the caller binds `this`. */
export type SchemaErrorFormatter = (errors: unknown, httpPart: HttpPart) => unknown

/** The fields of an error object of Ajv, for one keyword. */
interface Finding {
  readonly instancePath?: string
  readonly schemaPath?: string
  readonly keyword?: string
  readonly message?: string
  readonly params?: { readonly allowedValues?: unknown; readonly allowedValue?: unknown }
}

/** In characters. Clients influence the length: a union that fails at every level reports its whole path each time. */
const messageLength = 10_000

/** The largest number of allowed values in a message. */
const namedValues = 20

/**
 * Joins the errors of Ajv to one sentence, each after its part and path: `body/age must be integer`. The values that an `enum`, a `const` or a union of
 * constants allows are listed: `body/size must be equal to one of the allowed values: "s", "m"`.
 */
export const defaultSchemaErrorFormatter: SchemaErrorFormatter = (reported, httpPart) =>
  toError(Array.isArray(reported) ? joinConstants(reported) : [], httpPart, sayAllowed)

/** The same with Ajv's own text, as in Fastify. */
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
  const named = allowed.slice(0, namedValues).map(inJson)
  const more = allowed.length > named.length ? ` and ${allowed.length - named.length} more` : ''
  return `${message}: ${named.join(', ')}${more}`
}

const inJson = (value: unknown): string => String(JSON.stringify(value))

/** Ajv reports each constant of a union and then the union. One list of the allowed values replaces them. */
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

/** The findings of a union's members, if all of them concern constants. */
function membersBefore(list: readonly Finding[], union: Finding): readonly Finding[] {
  let start = list.length
  while (start > 0 && list[start - 1]?.schemaPath?.startsWith(`${union.schemaPath}/`)) start--
  const members = list.slice(start)
  const isConstant = ({ keyword, instancePath }: Finding) => keyword === 'const' && instancePath === union.instancePath
  return members.every(isConstant) ? members : []
}
