/** `espalier/standard-schema`: uses Zod, Valibot, ArkType and other libraries of Standard Schema (https://standardschema.dev) in routes. */
import type { ValidationFinding } from '../../types/error.ts'
import type { SchemaLibrary } from '../../types/provider.ts'
import type {
  StandardIssue,
  StandardSchema,
  StandardSchemaOptions,
  StandardSchemaProvider
} from '../../types/standard-schema.ts'
import type { SerializerContext, ValidatorContext } from '../../types/validator.ts'
import { once } from '../base/once.ts'
import { promiseOf } from '../base/outcome.ts'
import { stepOf } from '../base/pointer.ts'
import { AcceptedValue } from '../schema/accepted-value.ts'
import { describing, isStandardSchema, standardJsonOf } from '../schema/foreign-schema.ts'
import { buildSerializer, type SerializerCompiler } from '../schema/serializer.ts'

export type * from '../../types/standard-schema.ts'

/** Converts an issue to the error format of the default validator, so that one error handler works for all libraries. */
function toFinding({ message, path = [] }: StandardIssue): ValidationFinding {
  const keys = path.map((segment) => (typeof segment === 'object' ? segment.key : segment))
  const steps = keys.map((key) => `/${stepOf(String(key))}`)
  return { keyword: 'standard', instancePath: steps.join(''), schemaPath: '', params: {}, message }
}

/** Adds the request headers that the schema does not describe, because libraries such as Zod would remove them. */
function complete(value: unknown, data: unknown, httpPart: string | undefined): unknown {
  return httpPart === 'headers' ? { ...(data as object), ...(value as object) } : value
}

/** @throws TypeError when a library returns neither issues nor a value, because the request must not pass unvalidated */
function readResult(given: unknown): { issues?: ValidationFinding[]; value?: unknown } {
  if (typeof given === 'object' && given !== null) {
    const { issues, value } = given as { issues?: unknown; value?: unknown }
    if (Array.isArray(issues)) return { issues: issues.map(toFinding) }
    if (!issues && 'value' in given) return { value }
  }
  throw Object.assign(new TypeError('A Standard Schema returned neither issues nor a value.'), { statusCode: 500 })
}

function compileValidator({ schema, httpPart }: ValidatorContext<StandardSchema>) {
  const settle = (result: unknown, data: unknown) => {
    const { issues, value } = readResult(result)
    if (issues !== undefined) throw issues
    return new AcceptedValue(complete(value, data, httpPart))
  }
  return (data: unknown) => {
    const result = schema['~standard'].validate(data)
    const promise = promiseOf(result)
    if (promise !== null) return promise.then((settled) => settle(settled, data))
    const { issues, value } = readResult(result)
    if (issues !== undefined) return { error: issues }
    return { value: complete(value, data, httpPart) }
  }
}

/**
 * Makes Standard Schemas the schemas of a context and of its plugins: `app.withTypeProvider(standardSchema())`. The schemas validate requests,
 * synchronously or not. Replies are serialized by the JSON Schema that the library generates.
 *
 * @throws FST_ERR_SCH_SERIALIZATION_BUILD at boot, when a response's schema has no JSON Schema.
 * @example
 * const { z } = await import('zod')
 * const app = espalier().withTypeProvider(standardSchema())
 * app.post('/', { schema: { body: z.object({ title: z.string() }) } }, ({ body }) => body.title)
 * const { body } = await app.inject({ method: 'POST', url: '/', payload: { title: 'Emma' } }) // 'Emma'
 */
export function standardSchema({ toJsonSchema }: StandardSchemaOptions = {}): SchemaLibrary<StandardSchemaProvider> {
  const stock = once(() => buildSerializer())
  const writeJson = toJsonSchema as ((schema: StandardSchema, options: object) => object) | undefined
  const write = (schema: StandardSchema, direction: 'in' | 'out', options?: object) =>
    standardJsonOf(schema, direction, options) ??
    writeJson?.(schema, { typeMode: direction === 'in' ? 'input' : 'output', ...options })
  return {
    owns: isStandardSchema,
    toJsonSchema: (schema, direction) => write(schema as StandardSchema, direction, describing(direction)),
    validatorCompiler: compileValidator,
    // The app passes its own `compile`, which may return precompiled functions. The default is for other callers.
    serializerCompiler: (
      { schema, method, url, httpStatus = 'default' }: SerializerContext<StandardSchema>,
      compile: SerializerCompiler = stock()
    ) => {
      const json = write(schema, 'out')
      if (json === undefined) {
        const { vendor } = schema['~standard']
        throw new Error(`a schema of ${vendor} gives no JSON Schema. Pass standardSchema({ toJsonSchema }).`)
      }
      return compile({ schema: json, method, url, httpStatus })
    }
  }
}
