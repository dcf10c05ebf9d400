/** The message of a failed validation. */
import { withoutStack } from '../error/error.ts'
import type { HttpPart } from '../schema/route-schema.ts'

/** Turns what a validator reported into the error that answers the request; `this` is bound by the caller. */
export type SchemaErrorFormatter = (errors: unknown, httpPart: HttpPart) => unknown

/** The fields of an error object of Ajv, for one keyword. */
interface Finding {
  readonly instancePath?: string
  readonly schemaPath?: string
  readonly keyword?: string
  readonly message?: string
  readonly params?: { readonly allowedValues?: unknown; readonly allowedValue?: unknown }
}

/** In characters, which are a client's to choose: a union that fails at every level reports its whole path each time. */
const messageLength = 10_000

/** How many allowed values a sentence names. */
const namedValues = 20

/**
 * Joins the errors of Ajv to one sentence, each with its part and path in front: `body/age must be integer`. The values that an `enum`, a `const` or
 * a union of constants allows are listed: `body/size must be equal to one of the allowed values: "s", "m"`.
 */
export const defaultSchemaErrorFormatter: SchemaErrorFormatter = (reported, httpPart) =>
  toError(Array.isArray(reported) ? joinConstants(reported) : [], httpPart, sayAllowed)

/** The same in Ajv's own words, as Fastify has them. */
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

/** Ajv reports each member of a union of constants and then the union. One list of the allowed values replaces them all. */
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

/** The findings of a union's members, if all of them are about constants. */
function membersBefore(list: readonly Finding[], union: Finding): readonly Finding[] {
  let start = list.length
  while (start > 0 && list[start - 1]?.schemaPath?.startsWith(`${union.schemaPath}/`)) start--
  const members = list.slice(start)
  const isConstant = ({ keyword, instancePath }: Finding) => keyword === 'const' && instancePath === union.instancePath
  return members.every(isConstant) ? members : []
}
