/** Compiles the schemas of an app to the source text of a module, for build scripts and for `espalier compile`. Published as `espalier/precompile`. */
import { writeModule } from '../schema/compiled-source.ts'
import { startRecording, stopRecording } from '../schema/recording.ts'

/** The members of an app that are used here, so that an app of another copy of the package works, too. */
export interface BootableApp {
  ready(): PromiseLike<unknown>
  close(): PromiseLike<unknown>
}

export interface PrecompileOptions {
  /**
   * Returns the path of a part's file, relative to the module. A large module loads its parts on first use. Default: the module contains every
   * function, for bundlers.
   */
  readonly partPath?: (part: number) => string
}

export interface Precompiled {
  /** The text of the ES module that the option `compiled` of an app takes. */
  readonly module: string
  /** The text of its declaration file. */
  readonly types: string
  /** The texts of its parts, CommonJS modules, in the order of `partPath`. Empty if the module contains every function. */
  readonly parts: readonly string[]
  /** The number of functions of each kind. */
  readonly validators: number
  readonly serializers: number
  /** Each schema that is compiled at boot instead, as route and part, because it or its compiler cannot be written to a module. */
  readonly unwritable: readonly string[]
}

const runtime = 'espalier/compiled'
const types = `import type { CompiledSchemas } from 'espalier'

export declare const build: CompiledSchemas['build']
export declare const validators: CompiledSchemas['validators']
export declare const serializers: CompiledSchemas['serializers']
`

/**
 * Boots an app without listening, closes it, and returns its validators and serializers as the text of a module.
 *
 * @param load makes the app: every app that the process makes before the call ends is recorded
 * @throws whatever `load` and `ready()` throw
 * @example
 * const { module } = await precompile(async () => (await import('./app.js')).app)
 * await writeFile('compiled.js', module)
 */
export async function precompile(
  load: () => BootableApp | Promise<BootableApp>,
  { partPath }: PrecompileOptions = {}
): Promise<Precompiled> {
  const recording = startRecording()
  try {
    const app = await load()
    await app.ready()
    await app.close()
    const { index, parts } = writeModule(recording, runtime, partPath)
    const { validators, serializers, unwritable } = recording
    return {
      module: index,
      types,
      parts,
      validators: validators.size,
      serializers: serializers.size,
      unwritable: [...unwritable]
    }
  } finally {
    stopRecording()
  }
}
