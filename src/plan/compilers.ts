/** Chooses the schema compilers of a context: its own, else the compilers of the factory in `schemaController`, else the defaults. */
import type { SchemaLibrary } from '../../types/provider.ts'
import { once } from '../base/once.ts'
import type { CompilerFactories } from '../schema/compiled.ts'
import type { SerializerCompiler, SerializerOptions } from '../schema/serializer.ts'
import type { ValidatorCompiler, ValidatorOptions } from '../schema/validator.ts'
import { schemasSeenBy, settingSeenBy } from '../tree/inherit.ts'
import type { ContextNode } from '../tree/node.ts'

export interface CompilerOptions {
  readonly ajv: ValidatorOptions
  readonly serializerOpts: SerializerOptions
  readonly factories: CompilerFactories
  /** Compiles the JSON Schemas that schema libraries generate. All contexts use the same compiler, so that equal schemas share a function. */
  readonly compileForLibraries: () => SerializerCompiler
}

function preferring<Request extends { readonly schema: unknown }, Result>(
  library: SchemaLibrary | undefined,
  own: unknown,
  others: (request: Request) => Result,
  json?: () => SerializerCompiler
): typeof others {
  if (library === undefined) return others
  const compile = own as (request: Request, json?: SerializerCompiler) => Result
  return (request) => (library.owns(request.schema) ? compile(request, json?.()) : others(request))
}

export type Compilers = ReturnType<typeof createCompilers>

/** The compilers are created at the first call, so that a context without schemas costs nothing. */
export function createCompilers(node: ContextNode, options: CompilerOptions) {
  return {
    validator: once(() => buildValidator(node, options)),
    serializer: once(() => buildSerializer(node, options)),
    get isCustomValidator() {
      return settingSeenBy(node, 'validatorCompiler') !== undefined
    },
    get isCustomSerializer() {
      return settingSeenBy(node, 'serializerCompiler') !== undefined
    }
  }
}

function buildValidator(node: ContextNode, { ajv, factories }: CompilerOptions): ValidatorCompiler {
  const build = (settingSeenBy(node, 'buildValidator') ?? factories.buildValidator) as typeof factories.buildValidator
  const own = settingSeenBy(node, 'validatorCompiler') as ValidatorCompiler | undefined
  const compiler = own ?? build(schemasSeenBy(node), ajv)
  // Stored for `app.validatorCompiler`.
  node.built.validatorCompiler = compiler
  const library = settingSeenBy(node, 'schemaLibrary')
  return preferring(library, library?.validatorCompiler, compiler)
}

function buildSerializer(
  node: ContextNode,
  { serializerOpts, factories, compileForLibraries }: CompilerOptions
): SerializerCompiler {
  const build = (settingSeenBy(node, 'buildSerializer') ??
    factories.buildSerializer) as typeof factories.buildSerializer
  const own = settingSeenBy(node, 'serializerCompiler') as SerializerCompiler | undefined
  const compiler = own ?? build(schemasSeenBy(node), serializerOpts)
  node.built.serializerCompiler = compiler
  const library = settingSeenBy(node, 'schemaLibrary')
  return preferring(library, library?.serializerCompiler, compiler, compileForLibraries)
}
