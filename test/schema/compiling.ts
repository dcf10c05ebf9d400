import type { HttpPart } from '../../src/schema/route-schema.ts'
import { buildValidator, type Validate, type ValidatorOptions } from '../../src/schema/validator.ts'

export const where = { method: 'POST', url: '/' }

export function compile(
  schema: unknown,
  options: ValidatorOptions = {},
  shared: object[] = [],
  httpPart: HttpPart = 'body'
): Validate {
  const sharedSchemas = Object.fromEntries(shared.map((one) => [(one as { $id: string }).$id, one]))
  return buildValidator(sharedSchemas, options)({ schema, ...where, httpPart })
}

/** Returns the first error, with its path; `undefined` for valid data. */
export function messageOf(validate: Validate, data: unknown): string | undefined {
  if (validate(data) === true) return undefined
  const [error] = validate.errors as { instancePath: string; message: string }[]
  return `${error?.instancePath} ${error?.message}`.trim()
}

export function prop(schema: object): object {
  return { type: 'object', properties: { a: schema } }
}

export const address = {
  $id: 'address',
  type: 'object',
  required: ['zip'],
  properties: { zip: { type: 'string', maxLength: 5 }, country: { $id: '#country', enum: ['CH', 'FR'] } },
  definitions: { city: { type: 'string', minLength: 2 } }
}
