/** Compiles an application's schemas to a module: `espalier compile`. */
import { basename, dirname, extname, join } from 'node:path'
import { makeFolder, refuseSource, writeOutputs } from '../base/output-file.ts'
import { UsageError } from '../base/usage-error.ts'
import { writeModule } from '../schema/compiled-source.ts'
import { type Recording, startRecording, stopRecording } from '../schema/recording.ts'
import { loadApp } from './load-app.ts'

export interface Compiled {
  readonly validators: number
  readonly serializers: number
  /** Each route and part that will be compiled at boot, because its schema or its compiler cannot be written down. */
  readonly unwritable: readonly string[]
}

const runtime = 'espalier/compiled'
const declaration = `import type { CompiledSchemas } from 'espalier'

export declare const build: CompiledSchemas['build']
export declare const validators: CompiledSchemas['validators']
export declare const serializers: CompiledSchemas['serializers']
`

/** What runs the module: Node.js, or what bundlers make for workers, where nothing can be compiled later. */
export type Target = 'node' | 'fetch'

/**
 * Boots the app that a module exports, without listening, and writes its validators and serializers as an ES module.
 *
 * @param file the application: its default export, or its export `app`, is an app or a function that returns one
 * @param out the module, ending in `.js` or `.mjs`
 * @throws UsageError for the target `fetch`, when a part cannot be written down, and for a module that cannot be written
 */
export async function compileApp(file: string, out: string, target: Target = 'node'): Promise<Compiled> {
  if (!/^\.m?js$/.test(extname(out))) throw new UsageError(`${out} must end in .js or .mjs: it becomes an ES module.`)
  await refuseSource(out, file, 'the application')
  const recording = startRecording()
  try {
    const { app } = await loadApp(file)
    await app.ready()
    if (target === 'fetch') refuseUnwritable(recording)
    await writeCompiled(recording, out, target)
    await app.close()
    return summarize(recording)
  } finally {
    stopRecording()
  }
}

function refuseUnwritable({ unwritable }: Recording): void {
  if (unwritable.size === 0) return
  const parts = [...unwritable].map((part) => `\n  ${part}`).join('')
  throw new UsageError(
    `Workers compile nothing, and this cannot be written down:${parts}\nIt uses what is no JSON, or plugins, keywords or code options of Ajv.`
  )
}

/**
 * Writes the module, its types beside it, and the parts of a large one into a folder beside it, where Node reads them one by one. The module comes last,
 * because it names the others.
 */
async function writeCompiled(recording: Recording, out: string, target: Target): Promise<void> {
  const extension = extname(out)
  const name = basename(out, extension)
  const folder = join(dirname(out), `${name}.parts`)
  const { index, parts } = writeModule(
    recording,
    runtime,
    target === 'node' ? (part) => `./${name}.parts/${part}.cjs` : undefined
  )
  if (parts.length > 0) await makeFolder(folder)
  await writeOutputs([
    ...parts.map((text, part) => ({ path: join(folder, `${part}.cjs`), text })),
    { path: join(dirname(out), `${name}.d${extension.replace('js', 'ts')}`), text: declaration },
    { path: out, text: index }
  ])
}

function summarize({ validators, serializers, unwritable }: Recording): Compiled {
  return { validators: validators.size, serializers: serializers.size, unwritable: [...unwritable] }
}
