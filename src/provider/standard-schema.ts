/**
 * Standard Schema (https://standardschema.dev) as the schemas of a context: Zod, Valibot, ArkType and every other library that
 * follows it. Published as `espalier/standard-schema`.
 */
import type { ValidationFinding } from '../../types/error.ts'
import type { SchemaLibrary } from '../../types/provider.ts'
import type {
  StandardIssue,
  StandardResult,
  StandardSchema,
  StandardSchemaOptions,
  StandardSchemaProvider
} from '../../types/standard-schema.ts'
import type { SerializerContext, ValidatorContext } from '../../types/validator.ts'
import { AcceptedValue } from '../schema/accepted-value.ts'
import { isStandardSchema } from '../schema/foreign-schema.ts'
import { buildSerializer } from '../schema/serializer.ts'

export type * from '../../types/standard-schema.ts'

/** Writes an issue as the default validator would, so that one error handler serves all libraries. */
function toFinding({ message, path = [] }: StandardIssue): ValidationFinding {
  const keys = path.map((segment) => (typeof segment === 'object' ? segment.key : segment))
  const escaped = keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return { keyword: 'standard', instancePath: escaped.join(''), schemaPath: '', params: {}, message }
}

/** A schema of headers describes some; the others stay as they arrived. */
function complete(value: unknown, data: unknown, httpPart: string | undefined): unknown {
  return httpPart === 'headers' ? { ...(data as object), ...(value as object) } : value
}

function compileValidator({ schema, httpPart }: ValidatorContext<StandardSchema>) {
  const settle = (result: StandardResult, data: unknown) => {
    if (result.issues !== undefined) throw result.issues.map(toFinding)
    return new AcceptedValue(complete(result.value, data, httpPart))
  }
  return (data: unknown) => {
    const result = schema['~standard'].validate(data)
    if (result instanceof Promise) return result.then((settled) => settle(settled, data))
    if (result.issues !== undefined) return { error: result.issues.map(toFinding) }
    return { value: complete(result.value, data, httpPart) }
  }
}

/**
 * Makes Standard Schemas the schemas of a context and of its plugins: `app.withTypeProvider(standardSchema())`. They validate
 * requests, synchronously or not; replies are written by the JSON Schema that they give of themselves.
 *
 * @throws FST_ERR_SCH_SERIALIZATION_BUILD at boot, when a response's schema has no JSON Schema.
 * @example
 * const app = espalier().withTypeProvider(standardSchema())
 * app.post('/books', { schema: { body: z.object({ title: z.string() }) } }, (request) => request.body.title)
 */
export function standardSchema({ toJsonSchema }: StandardSchemaOptions = {}): SchemaLibrary<StandardSchemaProvider> {
  const serializerCompiler = buildSerializer()
  return {
    owns: isStandardSchema,
    validatorCompiler: compileValidator,
    serializerCompiler: ({ schema, method, url, httpStatus = 'default' }: SerializerContext<StandardSchema>) => {
      const { vendor, jsonSchema } = schema['~standard']
      const json = jsonSchema?.output({ target: 'draft-07' }) ?? toJsonSchema?.(schema as never)
      if (json === undefined) {
        throw new Error(`a schema of ${vendor} gives no JSON Schema. Pass standardSchema({ toJsonSchema }).`)
      }
      return serializerCompiler({ schema: json, method, url, httpStatus })
    }
  }
}
