/** Validates the data of an event by its schema. */
import { createRequire } from 'node:module'
import { KindGuard, type TProperties, Type } from '@sinclair/typebox'
import type { Ajv } from 'ajv'

const require = createRequire(import.meta.url)

/** The value with its defaults, or a description of the error. */
export type Verdict = { readonly value: unknown } | { readonly fault: string }
export type Judge = (value: unknown) => Verdict

interface StandardSchema {
  readonly '~standard': {
    validate(value: unknown): Outcome | PromiseLike<Outcome>
  }
}
type Outcome =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/**
 * Makes the validator of a schema: of TypeBox, JSON Schema, a Standard Schema library, or an object of TypeBox fields.
 *
 * @param shared schemas with an `$id` that it may refer to
 * @throws Error when it does not compile
 */
export function createJudge(schema: object, shared: readonly object[]): Judge {
  if ('~standard' in schema) return (value) => judgeStandard(schema as StandardSchema, value)
  const validate = createAjv(shared.filter((one) => one !== schema)).compile(toSchema(schema))
  return (value) => {
    if (validate(value)) return { value }
    const [{ instancePath = '', message = 'is wrong' } = {}] = validate.errors ?? []
    return { fault: `data${instancePath} ${message}` }
  }
}

/** Converts an object of TypeBox fields to an object schema. */
export const toSchema = (schema: object): object => (isFields(schema) ? Type.Object(schema) : schema)

/** Whether a value is an object of TypeBox fields, which means an object schema. */
function isFields(schema: object): schema is TProperties {
  const fields = Object.values(schema)
  return !KindGuard.IsKind(schema) && fields.length > 0 && fields.every((field) => KindGuard.IsKind(field))
}

function judgeStandard(schema: StandardSchema, value: unknown): Verdict {
  const outcome = schema['~standard'].validate(value)
  if ('then' in outcome) return { fault: 'its schema is asynchronous, which a topic cannot have' }
  return outcome.issues === undefined
    ? { value: outcome.value }
    : { fault: outcome.issues[0]?.message ?? 'its schema refuses it' }
}

function createAjv(shared: readonly object[]): Ajv {
  const { Ajv }: typeof import('ajv') = require('ajv')
  const formats: typeof import('ajv-formats') = require('ajv-formats')
  const options = { strict: false, strictNumbers: true, useDefaults: true, logger: false } as const
  const ajv = formats.default(new Ajv({ ...options, schemas: [...shared] }))
  // The text of a `Date` in this format has no zone.
  return ajv.addFormat('time', formats.default.get('iso-time'))
}
