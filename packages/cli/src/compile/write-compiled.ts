import { basename, dirname, extname, join } from 'node:path'
import { makeFolder, refuseSource, UsageError, writeOutputs } from '@espalier/command-kit'
import { type Precompiled, precompile } from 'espalier/precompile'
import { bootApp } from '../load/boot-app.ts'
import { loadApp } from '../load/load-app.ts'

/** `fetch` is for workers, such as Cloudflare's, which cannot compile schemas at run time. */
export type Target = 'node' | 'fetch'

/**
 * Boots an app without listening, and writes its compiled validators and serializers as an ES module.
 *
 * @param file the module of the application, whose default export or export `app` is an app or a function that returns one
 * @param out the path of the written module, ending in `.js` or `.mjs`
 * @throws UsageError when the module cannot be written, or a validator or serializer cannot be generated for the target `fetch`
 */
export async function compileApp(file: string, out: string, target: Target = 'node'): Promise<Precompiled> {
  if (!/^\.m?js$/.test(extname(out))) throw new UsageError(`${out} must end in .js or .mjs: it becomes an ES module.`)
  await refuseSource(out, file, 'the application')
  const partPath = (part: number) => `./${partsOf(out)}/${part}.cjs`
  const compiled = await precompile(
    async () => {
      const { app } = await loadApp(file)
      await bootApp(file, app)
      return app
    },
    target === 'node' ? { partPath } : {}
  )
  if (target === 'fetch') refuseUnwritable(compiled)
  await writeCompiled(compiled, out)
  return compiled
}

const partsOf = (out: string) => `${basename(out, extname(out))}.parts`

function refuseUnwritable({ unwritable }: Precompiled): void {
  if (unwritable.length === 0) return
  const parts = unwritable.map((part) => `\n  ${part}`).join('')
  throw new UsageError(
    `Workers compile nothing, and this cannot be written down:${parts}\nIt uses what is no JSON, or plugins, keywords or code options of Ajv.`
  )
}

/**
 * The code of a large app is split into several files, which Node loads on first use. The module imports these files, so the module is written last.
 */
async function writeCompiled({ module, parts, types }: Precompiled, out: string): Promise<void> {
  const extension = extname(out)
  const folder = join(dirname(out), partsOf(out))
  if (parts.length > 0) await makeFolder(folder)
  await writeOutputs([
    ...parts.map((text, part) => ({ path: join(folder, `${part}.cjs`), text })),
    { path: join(dirname(out), `${basename(out, extension)}.d${extension.replace('js', 'ts')}`), text: types },
    { path: out, text: module }
  ])
}
