/** Compiles the schemas of an app to the source text of a module, for build scripts and for `espalier compile`. Published as `espalier/precompile`. */
import { writeModule } from '../schema/compiled-source.ts'
import { startRecording, stopRecording } from '../schema/recording.ts'

/** The methods of an app that `precompile` calls. An app from another copy of the package is accepted, too. */
export interface BootableApp {
  ready(): PromiseLike<unknown>
  close(): PromiseLike<unknown>
}

export interface PrecompileOptions {
  /**
   * Returns the path of a part, relative to the generated module. A large module is split into parts: files with numbers from 0, each loaded at its
   * first use. Default: no parts, because bundlers need a single file.
   *
   * @example const { parts } = await precompile(() => espalier(), { partPath: (part) => `./part-${part}.cjs` }) // []
   */
  readonly partPath?: (part: number) => string
}

export interface Precompiled {
  /** The text of the generated ES module. Pass its exports to an app as the option `compiled`. */
  readonly module: string
  /** The text of the TypeScript declaration file of the generated module. */
  readonly types: string
  /** The texts of the parts, which are CommonJS modules, in the order of their numbers. Empty without `partPath`, and for a small module. */
  readonly parts: readonly string[]
  /** The number of validators in the generated module. */
  readonly validators: number
  /** The number of serializers in the generated module. */
  readonly serializers: number
  /** The schemas that are still compiled at boot, such as `GET /: response 200`. They or their compilers cannot be written as source text. */
  readonly unwritable: readonly string[]
}

const runtime = 'espalier/compiled'
const types = `import type { CompiledSchemas } from 'espalier'

export declare const build: CompiledSchemas['build']
export declare const validators: CompiledSchemas['validators']
export declare const serializers: CompiledSchemas['serializers']
`

/**
 * Boots an app without listening, closes it, and returns the text of a module with its validators and serializers.
 *
 * @param load makes the app. The schemas of every app that the process makes before the call ends are recorded
 * @throws whatever `load` and `ready()` throw
 * @example
 * const make = () => espalier().get('/:id', { schema: { params: { id: Type.Integer() } } }, () => 'ok')
 * const { validators } = await precompile(make) // 1
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
