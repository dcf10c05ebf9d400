import assert from 'node:assert/strict'
import { toPolicy } from '../../src/policy.ts'
import type { NormalizedRouteSchema } from '../../src/schema/route-schema.ts'
import { buildValidator, type Validate, type ValidatorCompiler } from '../../src/schema/validator.ts'
import { defaultSchemaErrorFormatter } from '../../src/stage/schema-error.ts'
import {
  compileValidators,
  type RouteValidators,
  toValidationError,
  type ValidationFailure,
  type ValidationTarget,
  validateRequest
} from '../../src/stage/validate.ts'

export const where = { method: 'POST', url: '/users' }

export const needs = (name: string) => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'integer' } }
})

export function compile(
  schema: NormalizedRouteSchema,
  compiler: ValidatorCompiler = buildValidator()
): RouteValidators {
  const validators = compileValidators(schema, compiler, where, toPolicy({}))
  assert.ok(validators)
  return validators
}

/** A request with these parts. */
export function target(given: Partial<ValidationTarget> = {}): ValidationTarget {
  return { params: {}, body: undefined, query: {}, headers: {}, ...given }
}

export function check(schema: NormalizedRouteSchema, request: ValidationTarget, compiler?: ValidatorCompiler) {
  return validateRequest(compile(schema, compiler), request)
}

export function errorOf(failure: ValidationFailure | null | Promise<unknown>) {
  assert.ok(failure !== null && 'httpPart' in failure)
  return toValidationError(failure, defaultSchemaErrorFormatter) as Error & Record<string, unknown>
}

export const always =
  (validate: Validate): ValidatorCompiler =>
  () =>
    validate
