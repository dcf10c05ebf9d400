import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'

const require = createRequire(import.meta.url)

/** Caches validators. The key is the JSON of a schema and of all schemas to which it may refer. `null` means that the schema does not compile. */
const compiled = new Map<string, ValidateFunction | null>()

/** Describes why a body is invalid, without values of the body. Returns `undefined` if it is valid, or the schema is not JSON Schema. */
export function faultOf(body: string, schema: object, shared: Readonly<Record<string, unknown>>): string | undefined {
  if ('~standard' in schema) return undefined
  const key = JSON.stringify([schema, shared])
  const validate = compiled.get(key) ?? compile(schema, Object.values(shared) as object[])
  compiled.set(key, validate)
  if (validate === null || validate(parse(body))) return undefined
  const [{ instancePath = '', message = 'is wrong' } = {}] = validate.errors ?? []
  return `${instancePath} ${message}`.trim()
}

function compile(schema: object, shared: readonly object[]): ValidateFunction | null {
  const { Ajv }: typeof import('ajv') = require('ajv')
  const formats: typeof import('ajv-formats') = require('ajv-formats')
  try {
    const ajv = formats.default(new Ajv({ strict: false, logger: false, schemas: [...shared] }))
    return ('$id' in schema && ajv.getSchema(String(schema.$id))) || ajv.compile(schema)
  } catch {
    return null
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
