/** Validates values by schemas. */
import { createRequire } from 'node:module'
import type { Ajv, ValidateFunction } from 'ajv'

const require = createRequire(import.meta.url)

/**
 * How many schemas one instance of Ajv compiles. Then a new instance is made, because Ajv never releases schemas, and `espalier dev` declares new
 * ones at each save.
 */
const most = 100
let ajv: Ajv | undefined
let count = 0
const compiled = new WeakMap<object, ValidateFunction>()

/** Whether a value is valid. Adds defaults to its objects. Ajv is loaded at the first call, and compiles each schema once. */
export function isValid(schema: object, value: unknown): boolean {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    if (ajv === undefined || count === most) {
      ajv = createAjv()
      count = 0
    }
    count++
    validate = ajv.compile(schema)
    compiled.set(schema, validate)
  }
  return validate(value)
}

function createAjv(): Ajv {
  const { Ajv }: typeof import('ajv') = require('ajv')
  const formats: typeof import('ajv-formats') = require('ajv-formats')
  // `addUsedSchema: false`: a schema with an `$id` is not stored, so another schema may have the same `$id`.
  const others = { logger: false, addUsedSchema: false } as const
  return formats.default(new Ajv({ strict: false, strictNumbers: true, useDefaults: true, ...others }))
}
