import { nearestName } from '@espalier/command-kit'
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { expectationOf } from './expectation.ts'
import { isValid } from './is-valid.ts'
import { candidatesOf } from './read-text.ts'
import { isSecret, Secret } from './secret.ts'
import type { SourceOf } from './source.ts'

/** The value of a setting, or a fault. With neither, the setting is optional and not set. */
export interface SettingResult {
  readonly name: string
  readonly value?: unknown
  readonly fault?: string
}

/** @param unknown names of environment variables that are not declared; one may be a misspelling of `name` */
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

export function readValue(name: string, schema: TSchema, value: unknown): SettingResult {
  if (value === undefined) return firstValid(name, schema, undefined, () => missing(undefined))
  return firstValid(name, schema, [value], () => 'The value that of() got is another.')
}

export const isRequired = (schema: TSchema) => schema.default === undefined && !(OptionalKind in schema)

/** Returns the first candidate that is valid. Without candidates, the variable is not set, and the default is used. */
function firstValid(
  name: string,
  schema: TSchema,
  candidates: readonly unknown[] | undefined,
  why: () => string
): SettingResult {
  const isDefault = candidates === undefined && schema.default !== undefined
  if (candidates === undefined && !isDefault && !isRequired(schema)) return { name }
  const values = isDefault ? [structuredClone(schema.default)] : (candidates ?? [])
  const value = values.find((one) => isValid(schema, one))
  if (value !== undefined) return { name, value: isSecret(schema) ? new Secret(value) : value }
  return { name, fault: `${name}: expected ${expectationOf(schema)}. ${isDefault ? 'Its default is another.' : why()}` }
}

const missing = (near: string | undefined) =>
  near === undefined ? 'It is missing.' : `It is missing, and '${near}' is there. Is that misspelt?`
