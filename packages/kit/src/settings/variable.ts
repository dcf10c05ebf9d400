/** Reads the value of one setting, from the environment or from the program, and validates it by its schema. */
import { nearestName } from '@espalier/command-kit'
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { expectationOf } from './expectation.ts'
import { isValid } from './is-valid.ts'
import { candidatesOf } from './read-text.ts'
import { isSecret, Secret } from './secret.ts'
import type { SourceOf } from './source.ts'

/** The result: a value or an error. Both are absent if an optional setting is not set. */
export interface SettingResult {
  readonly name: string
  readonly value?: unknown
  readonly fault?: string
}

/** @param unknown variables of the environment that are not declared. One of them may be a misspelling of `name`. */
export function readVariable(
  name: string,
  schema: TSchema,
  text: string | undefined,
  unknown: readonly string[],
  sourceOf: SourceOf
): SettingResult {
  const isEmpty = text === undefined || text.trim() === ''
  const why = () =>
    text === undefined
      ? missing(nearestName(name, unknown, name.length < 5 ? 1 : 2))
      : `It ${isEmpty ? 'is empty' : 'has another value'} in ${sourceOf(name, text)}.`
  return firstValid(name, schema, isEmpty ? undefined : candidatesOf(text, schema), why)
}

/** Validates a value that the program passes instead of a variable. */
export function readValue(name: string, schema: TSchema, value: unknown): SettingResult {
  if (value === undefined) return firstValid(name, schema, undefined, () => missing(undefined))
  return firstValid(name, schema, [value], () => 'The value that of() got is another.')
}

export const isRequired = (schema: TSchema) => schema.default === undefined && !(OptionalKind in schema)

/** Returns the first valid value among the candidates, or else the error. Without candidates the default is used. */
function firstValid(
  name: string,
  schema: TSchema,
  given: readonly unknown[] | undefined,
  why: () => string
): SettingResult {
  const isDefault = given === undefined && schema.default !== undefined
  if (given === undefined && !isDefault && !isRequired(schema)) return { name }
  const values = isDefault ? [structuredClone(schema.default)] : (given ?? [])
  const value = values.find((one) => isValid(schema, one))
  if (value !== undefined) return { name, value: isSecret(schema) ? new Secret(value) : value }
  return { name, fault: `${name}: expected ${expectationOf(schema)}. ${isDefault ? 'Its default is another.' : why()}` }
}

const missing = (near: string | undefined) =>
  near === undefined ? 'It is missing.' : `It is missing, and '${near}' is there. Is that misspelt?`
