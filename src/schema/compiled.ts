import type { CompiledSchemas } from '../../types/compiled.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { errors } from '../error/error.ts'
import { markAjvFunction } from './ajv-function.ts'
import type { RouteName } from './route-schema.ts'
import { createSerializerKeys, createValidatorKeys, nameBuild } from './schema-key.ts'
import { buildSerializer, type Serialize, type SerializerCompiler } from './serializer.ts'
import { buildValidator, type Validate, type ValidatorCompiler } from './validator.ts'

export interface CompilerFactories {
  readonly buildValidator: typeof buildValidator
  readonly buildSerializer: typeof buildSerializer
}

export const defaultFactories: CompilerFactories = { buildValidator, buildSerializer }

/**
 * Returns compilers that use the functions of a precompiled module. Schemas that cannot be written to the module are compiled at run time, and so are
 * schemas that handlers pass to `compileValidationSchema`.
 *
 * @throws ESP_ERR_COMPILED_STALE when the module was generated with other versions of its packages. The compilers' `mayWait`, which runs at boot,
 * throws it when the module lacks the schema of a route.
 */
export function readCompiled({ build, validators, serializers }: CompiledSchemas): CompilerFactories {
  const expected = nameBuild()
  if (build !== expected) {
    throw new errors.ESP_ERR_COMPILED_STALE('this installation', `they were made by ${build}, and this is ${expected}`)
  }
  return {
    buildValidator(sharedSchemas = {}, options = {}): ValidatorCompiler {
      const toJob = createValidatorKeys(sharedSchemas, options)
      const others = buildValidator(sharedSchemas, options)
      const compile = preferCompiled(
        validators as Record<string, () => Validate>,
        (request) => toJob(request).key,
        ({ httpPart }) => httpPart,
        others,
        markAjvFunction
      )
      return Object.assign(compile, { readsForms: others.readsForms })
    },
    buildSerializer(sharedSchemas = {}, options = {}): SerializerCompiler {
      return preferCompiled(
        serializers as Record<string, () => Serialize>,
        createSerializerKeys(sharedSchemas, options),
        ({ httpStatus }) => `response ${httpStatus}`,
        buildSerializer(sharedSchemas, options)
      )
    }
  }
}

function preferCompiled<Request extends RouteName, Result>(
  functions: Readonly<Record<string, () => Result>>,
  keyOf: (request: Request) => string | undefined,
  labelOf: (request: Request) => string,
  others: (request: Request) => Result,
  mark: (read: Result) => Result = (read) => read
) {
  const made = new Map<string, Result>()
  const compile = (request: Request): Result => {
    const key = keyOf(request)
    if (key === undefined || !Object.hasOwn(functions, key)) return others(request)
    return getOrCreate(made, key, () => mark((functions[key] as () => Result)()))
  }
  const mayWait = (request: Request): boolean => {
    const key = keyOf(request)
    if (key === undefined || Object.hasOwn(functions, key)) return key !== undefined
    const { method, url } = request
    throw new errors.ESP_ERR_COMPILED_STALE(`${method} ${url}`, `its ${labelOf(request)} schema is not among them`)
  }
  return Object.assign(compile, { mayWait })
}
