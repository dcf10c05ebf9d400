/**
 * Chooses the validator and serializer compilers of a context: its own, else those of a factory that the app has set (`schemaController`), else the
 * defaults.
 */
import type { SchemaLibrary } from '../../types/provider.ts'
import type { CompilerFactories } from '../schema/compiled.ts'
import type { SerializerCompiler, SerializerOptions } from '../schema/serializer.ts'
import type { ValidatorCompiler, ValidatorOptions } from '../schema/validator.ts'
import { schemasSeenBy, settingSeenBy } from '../tree/inherit.ts'
import type { ContextNode } from '../tree/node.ts'

export interface CompilerOptions {
  readonly ajv: ValidatorOptions
  readonly serializerOpts: SerializerOptions
  readonly factories: CompilerFactories
  /** Compiles the JSON Schemas that schema libraries generate. Shared by all contexts, so that equal schemas share a function. */
  readonly compileForLibraries: () => SerializerCompiler
}

export interface Compilers {
  /** Created at first use, so that a context without schemas costs nothing. */
  readonly validator: () => ValidatorCompiler
  readonly serializer: () => SerializerCompiler
  readonly isCustomValidator: boolean
  readonly isCustomSerializer: boolean
}

/** Returns a compiler that passes schemas of the context's schema library to this library, and all other schemas to `others`. */
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

/** The compilers of a context. They are also stored in the context, where `app.validatorCompiler` and `app.serializerCompiler` read them. */
export class ContextCompilers implements Compilers {
  readonly #node: ContextNode
  readonly #options: CompilerOptions
  #validator: ValidatorCompiler | undefined
  #serializer: SerializerCompiler | undefined

  constructor(node: ContextNode, options: CompilerOptions) {
    this.#node = node
    this.#options = options
  }

  get isCustomValidator(): boolean {
    return settingSeenBy(this.#node, 'validatorCompiler') !== undefined
  }

  get isCustomSerializer(): boolean {
    return settingSeenBy(this.#node, 'serializerCompiler') !== undefined
  }

  validator(): ValidatorCompiler {
    this.#validator ??= this.#buildValidator()
    return this.#validator
  }

  serializer(): SerializerCompiler {
    this.#serializer ??= this.#buildSerializer()
    return this.#serializer
  }

  #buildValidator(): ValidatorCompiler {
    const node = this.#node
    const { ajv, factories } = this.#options
    const build = (settingSeenBy(node, 'buildValidator') ?? factories.buildValidator) as typeof factories.buildValidator
    const own = settingSeenBy(node, 'validatorCompiler') as ValidatorCompiler | undefined
    const compiler = own ?? build(schemasSeenBy(node), ajv)
    node.built.validatorCompiler = compiler
    const library = settingSeenBy(node, 'schemaLibrary')
    return preferring(library, library?.validatorCompiler, compiler)
  }

  #buildSerializer(): SerializerCompiler {
    const node = this.#node
    const { serializerOpts, factories, compileForLibraries } = this.#options
    const build = (settingSeenBy(node, 'buildSerializer') ??
      factories.buildSerializer) as typeof factories.buildSerializer
    const own = settingSeenBy(node, 'serializerCompiler') as SerializerCompiler | undefined
    const compiler = own ?? build(schemasSeenBy(node), serializerOpts)
    node.built.serializerCompiler = compiler
    const library = settingSeenBy(node, 'schemaLibrary')
    return preferring(library, library?.serializerCompiler, compiler, compileForLibraries)
  }
}
