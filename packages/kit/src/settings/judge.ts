/** The validators of settings. Ajv is loaded at the first of them. */
import { createRequire } from 'node:module'
import type { TSchema } from '@sinclair/typebox'
import type { Ajv } from 'ajv'

const require = createRequire(import.meta.url)

export type Judge = (value: unknown) => boolean

let shared: Ajv | undefined

/** Returns what judges values of a schema, and fills in the defaults inside objects. */
export function compileJudge(schema: TSchema): Judge {
  shared ??= createAjv()
  return shared.compile(schema)
}

function createAjv(): Ajv {
  const ajv: typeof import('ajv') = require('ajv')
  const formats: typeof import('ajv-formats') = require('ajv-formats')
  // A schema with an id is not kept, so that another program may use the id.
  const options = {
    strict: false,
    strictNumbers: true,
    useDefaults: true,
    logger: false,
    addUsedSchema: false
  } as const
  return formats.default(new ajv.Ajv(options))
}
