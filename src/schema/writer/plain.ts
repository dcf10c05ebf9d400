/**
 * Recognizes schemas that fast-json-stringify serializes correctly: at every level one type, or one scalar type and null. For other schemas,
 * fast-json-stringify guesses types. For `anyOf`, it takes the first schema that Ajv accepts, even if another one fits better.
 */
import { isPlainObject } from '../../base/plain-object.ts'
import { keywordsWhere, serializedKeywords } from '../keyword.ts'
import type { SharedSchemas } from '../reference.ts'
import { visitSubschemas } from '../subschema.ts'
import { Documents, type SchemaObject } from './documents.ts'

const scalars = new Set<unknown>(['string', 'number', 'integer', 'boolean'])
const types = new Set<unknown>([...scalars, 'null', 'object', 'array'])
/** Keywords such as `anyOf`, whose subschemas describe the value itself. `not` is excluded. */
const inPlaceApplicators = [
  ...keywordsWhere(({ appliesTo, type }, name) => appliesTo === 'value' && type === undefined && name !== 'not')
]
const ignoredPurposes: ReadonlySet<unknown> = new Set(['identifier', 'definitions', 'documentation', 'flag'])
/** Keywords that may stand beside `$ref`. Others are excluded, because fast-json-stringify merges them with the target of the reference. */
const ignoredKeywords = keywordsWhere(
  ({ holds, purpose, origin }) => holds === 'reference' || (ignoredPurposes.has(purpose) && origin === undefined)
)
const keywordsWithoutType = new Set([...ignoredKeywords, 'enum', 'const', 'format', 'default'])

export function isPlain(schema: unknown, shared: SharedSchemas): boolean {
  const seen = new Set<unknown>()
  let documents: Documents | undefined
  const isPlainPart = (part: unknown): boolean => {
    if (!isPlainObject(part) || seen.has(part)) return true
    seen.add(part)
    if (typeof part.$ref === 'string') {
      documents ??= new Documents(schema, shared)
      return hasOnly(part, ignoredKeywords) && isPlainPart(targetOf(part, documents))
    }
    return isPlainHere(part) && partsOf(part).every(isPlainPart)
  }
  return isPlainPart(schema)
}

const hasOnly = (part: SchemaObject, keywords: ReadonlySet<string>) =>
  Object.keys(part).every((key) => keywords.has(key) || key.startsWith('x-'))

function targetOf(part: SchemaObject, documents: Documents): unknown {
  try {
    return documents.follow(part)
  } catch {
    // An unresolved reference is reported by fast-json-stringify.
    return undefined
  }
}

function isPlainHere(part: SchemaObject): boolean {
  if (inPlaceApplicators.some((keyword) => part[keyword] !== undefined) || Array.isArray(part.items)) return false
  const { type } = part
  if (type === undefined) return hasOnly(part, keywordsWithoutType)
  if (!Array.isArray(type)) return types.has(type)
  return type.length === 2 && type.some((one) => scalars.has(one)) && type.includes('null')
}

function partsOf(schema: SchemaObject): unknown[] {
  const parts: unknown[] = []
  visitSubschemas(schema, (part) => parts.push(part), serializedKeywords)
  return parts
}
