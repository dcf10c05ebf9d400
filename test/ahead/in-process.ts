/** Does the work of `espalier compile` in this process, for tests that compile many apps. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BootableApp, precompile } from '../../src/ahead/precompile.ts'
import type { CompiledSchemas } from '../../types/index.ts'

const runtime = new URL('../../src/ahead/runtime.js', import.meta.url).href

export async function compileHere(make: () => BootableApp | Promise<BootableApp>): Promise<CompiledSchemas> {
  const { module: text, parts } = await precompile(make, { partPath: (part) => `./${part}.cjs` })
  await mkdir('.build', { recursive: true })
  const folder = await mkdtemp(resolve('.build', 'compiled-'))
  await Promise.all(parts.map((part, index) => writeFile(join(folder, `${index}.cjs`), part)))
  await writeFile(join(folder, 'index.mjs'), text.replace('"espalier/compiled"', JSON.stringify(runtime)))
  const module = (await import(pathToFileURL(join(folder, 'index.mjs')).href)) as CompiledSchemas
  // Parts are read at their first use.
  if (parts.length === 0) await rm(folder, { recursive: true })
  return module
}
