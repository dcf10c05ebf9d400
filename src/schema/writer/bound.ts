/** JSON Schema assertions that depend on no other keyword, such as `minimum`. */
import { getOrCreate } from '../../base/get-or-create.ts'
import { findDuplicate } from '../duplicate-items.ts'
import { isMultipleOf } from '../multiple.ts'
import type { CheckMode, Formats } from './check-mode.ts'
import type { SchemaObject, SchemaPart } from './documents.ts'
import { isRecord, readMember, toJsonValue } from './json-value.ts'

export type Rule = (json: unknown, mode: CheckMode) => boolean

export const ofObjects =
  (rule: (json: Record<string, unknown>, mode: CheckMode) => boolean): Rule =>
  (json, mode) =>
    !isRecord(json) || rule(json, mode)
export const ofLists =
  (rule: (json: readonly unknown[], mode: CheckMode) => boolean): Rule =>
  (json, mode) =>
    !Array.isArray(json) || rule(json, mode)
const ofNumbers =
  (rule: (json: number) => boolean): Rule =>
  (json) =>
    (typeof json !== 'number' && typeof json !== 'bigint') || rule(Number(json))
const ofTexts =
  (rule: (json: string) => boolean): Rule =>
  (json) =>
    typeof json !== 'string' || rule(json)

export const isThere = (json: Record<string, unknown>, name: string) => readMember(json, name) !== undefined
const lengthOf = (text: string) => [...text].length
const sizeOf = (json: Record<string, unknown>) => Object.keys(json).filter((name) => isThere(json, name)).length

type Bound = (operand: never) => Rule
const bounds: Readonly<Record<string, Bound>> = {
  enum: (values: readonly unknown[]) => (json) => values.some((one) => isEqual(one, json)),
  const: (value: unknown) => (json) => isEqual(value, json),
  minimum: (least: number) => ofNumbers((json) => json >= least),
  maximum: (most: number) => ofNumbers((json) => json <= most),
  exclusiveMinimum: (least: number) => ofNumbers((json) => json > least),
  exclusiveMaximum: (most: number) => ofNumbers((json) => json < most),
  multipleOf: (divisor: number) => ofNumbers((json) => isMultipleOf(json, divisor)),
  minLength: (least: number) => ofTexts((json) => lengthOf(json) >= least),
  maxLength: (most: number) => ofTexts((json) => lengthOf(json) <= most),
  pattern: (source: string) => {
    const pattern = toPattern(source)
    return ofTexts((json) => pattern.test(json))
  },
  minItems: (least: number) => ofLists((json) => json.length >= least),
  maxItems: (most: number) => ofLists((json) => json.length <= most),
  uniqueItems: (isUnique: boolean) =>
    ofLists((json) => !isUnique || findDuplicate(json.map(toJsonValue)) === undefined),
  minProperties: (least: number) => ofObjects((json) => sizeOf(json) >= least),
  maxProperties: (most: number) => ofObjects((json, mode) => mode.isTrimmed || sizeOf(json) <= most)
}

export function boundsOf(schema: SchemaObject): Rule[] {
  return Object.entries(schema).flatMap(([keyword, operand]) => {
    const bound = Object.hasOwn(bounds, keyword) ? (bounds[keyword] as (operand: unknown) => Rule) : undefined
    return bound === undefined ? [] : [bound(operand)]
  })
}

export const formatRule = ({ format }: SchemaObject, formats: Formats): Rule | undefined =>
  typeof format === 'string' ? toFormatRule(formats[format]) : undefined

function toPattern(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch {
    return new RegExp(source)
  }
}

type Patterns = readonly (readonly [RegExp, SchemaPart])[]
const knownPatterns = new WeakMap<SchemaObject, Patterns>()

export const patternsOf = (schema: SchemaObject): Patterns =>
  getOrCreate(knownPatterns, schema, () =>
    Object.entries((schema.patternProperties ?? {}) as Record<string, SchemaPart>).map(([source, part]) => [
      toPattern(source),
      part
    ])
  )

function toFormatRule(format: unknown): Rule | undefined {
  if (format instanceof RegExp) return ofTexts((json) => format.test(json))
  if (typeof format === 'function') return ofTexts((json) => Boolean(format(json)))
  const { type, validate } = (format ?? {}) as { type?: string; validate?: unknown }
  if (validate === undefined) return undefined
  if (type !== 'number') return toFormatRule(validate)
  return typeof validate === 'function' ? ofNumbers((json) => Boolean(validate(json))) : undefined
}

function isEqual(a: unknown, given: unknown): boolean {
  if (a === given) return true
  const b = toJsonValue(given)
  if (typeof b === 'bigint') return Number.isInteger(a) && BigInt(a as number) === b
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, at) => isEqual(one, b[at]))
  const others = b as Record<string, unknown>
  return (
    Object.keys(a).length === sizeOf(others) &&
    Object.entries(a).every(([name, one]) => isThere(others, name) && isEqual(one, others[name]))
  )
}
