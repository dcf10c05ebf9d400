import { createRequire } from 'node:module'
import { KindGuard, type TProperties, Type } from '@sinclair/typebox'
import type { Ajv } from 'ajv'

const require = createRequire(import.meta.url)

export type Validation = { readonly value: unknown } | { readonly fault: string }
export type Validate = (value: unknown) => Validation

interface StandardSchema {
  readonly '~standard': {
    validate(value: unknown): Outcome | PromiseLike<Outcome>
  }
}
type Outcome =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/**
 * @param schema JSON Schema, a schema of a Standard Schema library, or an object of TypeBox fields
 * @param shared schemas to which the schema may refer by `$id`
 * @throws Error when the schema does not compile
 */
export function createValidate(schema: object, shared: readonly object[]): Validate {
  if ('~standard' in schema) return (value) => validateStandard(schema as StandardSchema, value)
  const validate = createAjv(shared.filter((one) => one !== schema)).compile(toSchema(schema))
  return (value) => {
    if (validate(value)) return { value }
    const [{ instancePath = '', message = 'is wrong' } = {}] = validate.errors ?? []
    return { fault: `data${instancePath} ${message}` }
  }
}

/** Converts the shorthand `{ id: Type.String() }` to `Type.Object({ id: Type.String() })`. */
export const toSchema = (schema: object): object => (isFields(schema) ? Type.Object(schema) : schema)

function isFields(schema: object): schema is TProperties {
  const fields = Object.values(schema)
  return !KindGuard.IsKind(schema) && fields.length > 0 && fields.every((field) => KindGuard.IsKind(field))
}

function validateStandard(schema: StandardSchema, value: unknown): Validation {
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
  // Ajv's format `time` requires a time zone, and `write.ts` writes none. `iso-time` accepts times with and without a time zone.
  return ajv.addFormat('time', formats.default.get('iso-time'))
}
