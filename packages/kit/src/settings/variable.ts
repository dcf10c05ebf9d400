/** One variable: the text of an environment, or a value in its place, becomes a value of its schema or a fault. */
import { nearestName } from '@espalier/command-kit'
import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { expectationOf } from './expectation.ts'
import { isValid } from './judge.ts'
import { readingsOf } from './read-text.ts'
import { isSecret, Secret } from './secret.ts'
import type { SourceOf } from './source.ts'

/** A value, a fault, or neither where a setting may be absent. */
export interface Read {
  readonly name: string
  readonly value?: unknown
  readonly fault?: string
}

/** @param unknown the other names of the environment, of which one may be a misspelt name of this variable */
export function readVariable(
  name: string,
  schema: TSchema,
  text: string | undefined,
  unknown: readonly string[],
  sourceOf: SourceOf
): Read {
  const isEmpty = text === undefined || text.trim() === ''
  const why = () =>
    text === undefined
      ? missing(nearestName(name, unknown, name.length < 5 ? 1 : 2))
      : `It ${isEmpty ? 'is empty' : 'has another value'} in ${sourceOf(name, text)}.`
  return settle(name, schema, isEmpty ? undefined : readingsOf(text, schema), why)
}

/** Reads a value that a program gives. */
export function readValue(name: string, schema: TSchema, value: unknown): Read {
  if (value === undefined) return settle(name, schema, undefined, () => missing(undefined))
  return settle(name, schema, [value], () => 'The value that of() got is another.')
}

export const isRequired = (schema: TSchema) => schema.default === undefined && !(OptionalKind in schema)

/** Returns the first value that is right. A variable without values has its default. */
function settle(name: string, schema: TSchema, given: readonly unknown[] | undefined, why: () => string): Read {
  const isDefault = given === undefined && schema.default !== undefined
  if (given === undefined && !isDefault && !isRequired(schema)) return { name }
  const values = isDefault ? [structuredClone(schema.default)] : (given ?? [])
  const value = values.find((one) => isValid(schema, one))
  if (value !== undefined) return { name, value: isSecret(schema) ? new Secret(value) : value }
  return { name, fault: `${name}: expected ${expectationOf(schema)}. ${isDefault ? 'Its default is another.' : why()}` }
}

const missing = (near: string | undefined) =>
  near === undefined ? 'It is missing.' : `It is missing, and '${near}' is there. Is that misspelt?`
