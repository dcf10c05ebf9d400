/** Whether values are those of a schema. */
import { createRequire } from 'node:module'
import type { Ajv } from 'ajv'

const require = createRequire(import.meta.url)

let ajv: Ajv | undefined

/** Judges a value, and fills in the defaults inside objects. Ajv is loaded at the first call, and compiles each schema once. */
export function isValid(schema: object, value: unknown): boolean {
  ajv ??= createAjv()
  return ajv.compile(schema)(value)
}

function createAjv(): Ajv {
  const { Ajv }: typeof import('ajv') = require('ajv')
  const formats: typeof import('ajv-formats') = require('ajv-formats')
  // A schema with an id is not kept, so that another program may use the id.
  const others = { logger: false, addUsedSchema: false } as const
  return formats.default(new Ajv({ strict: false, strictNumbers: true, useDefaults: true, ...others }))
}
