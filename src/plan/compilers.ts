/** Which compilers turn the schemas of a context into functions: its own, a replaced factory's, or the defaults. */
import type { SchemaLibrary } from '../../types/provider.ts'
import type { CompilerFactories } from '../schema/compiled.ts'
import { once } from '../schema/once.ts'
import type { SerializerCompiler, SerializerOptions } from '../schema/serializer.ts'
import type { ValidatorCompiler, ValidatorOptions } from '../schema/validator.ts'
import { schemasSeenBy, settingSeenBy } from '../tree/inherit.ts'
import type { ContextNode } from '../tree/node.ts'

export interface CompilerOptions {
  readonly ajv: ValidatorOptions
  readonly serializerOpts: SerializerOptions
  readonly factories: CompilerFactories
}

export interface Compilers {
  /** Made at first use: a context without schemas pays nothing. */
  readonly validator: () => ValidatorCompiler
  readonly serializer: () => SerializerCompiler
  readonly isCustomValidator: boolean
  readonly isCustomSerializer: boolean
}

/** Asks the context's schema library first: it compiles its own schemas, whatever compiles the others. */
function preferring<Request extends { readonly schema: unknown }, Result>(
  library: SchemaLibrary | undefined,
  own: unknown,
  others: (request: Request) => Result
): typeof others {
  if (library === undefined) return others
  return (request) => (library.owns(request.schema) ? (own as typeof others) : others)(request)
}

/** Answers the compilers of a context. What it had to build is noted, so that the getters of its app show it. */
export function createCompilers(node: ContextNode, options: CompilerOptions): Compilers {
  const validatorCompiler = settingSeenBy(node, 'validatorCompiler')
  const serializerCompiler = settingSeenBy(node, 'serializerCompiler')
  const library = settingSeenBy(node, 'schemaLibrary')
  const { buildValidator, buildSerializer } = options.factories
  const schemas = once(() => schemasSeenBy(node))
  return {
    isCustomValidator: validatorCompiler !== undefined,
    isCustomSerializer: serializerCompiler !== undefined,
    validator: once(() => {
      const build = (settingSeenBy(node, 'buildValidator') ?? buildValidator) as typeof buildValidator
      const compiler = (validatorCompiler as unknown as ValidatorCompiler | undefined) ?? build(schemas(), options.ajv)
      node.built.validatorCompiler = compiler as never
      return preferring(library, library?.validatorCompiler, compiler)
    }),
    serializer: once(() => {
      const build = (settingSeenBy(node, 'buildSerializer') ?? buildSerializer) as typeof buildSerializer
      const compiler =
        (serializerCompiler as unknown as SerializerCompiler | undefined) ?? build(schemas(), options.serializerOpts)
      node.built.serializerCompiler = compiler as never
      return preferring(library, library?.serializerCompiler, compiler)
    })
  }
}
