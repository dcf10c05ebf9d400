import { createRequire } from 'node:module'
import type { Ajv, ValidateFunction } from 'ajv'

const require = createRequire(import.meta.url)

/**
 * Ajv never releases a compiled schema, and `espalier dev` compiles new schemas at each save. So after this many schemas, a new Ajv replaces the old
 * one.
 */
const maxSchemas = 100
let ajv: Ajv | undefined
let count = 0
const compiled = new WeakMap<object, ValidateFunction>()

export function isValid(schema: object, value: unknown): boolean {
  let validate = compiled.get(schema)
  if (validate === undefined) {
    if (ajv === undefined || count === maxSchemas) {
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
  // With `addUsedSchema: true`, Ajv would refuse a second schema with the same `$id`.
  return formats.default(
    new Ajv({ strict: false, strictNumbers: true, useDefaults: true, logger: false, addUsedSchema: false })
  )
}
