/** What `espalier compile` does, in this process: for tests that compile many apps. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeModule } from '../../src/schema/compiled-source.ts'
import { startRecording, stopRecording } from '../../src/schema/recording.ts'
import type { CompiledSchemas } from '../../types/index.ts'

interface Bootable {
  ready(): unknown
  close(): unknown
}

const runtime = new URL('../../src/ahead/runtime.js', import.meta.url).href

/** Boots an app of the sources and has its functions written, read and thrown away again. */
export async function compileHere(make: () => Bootable | Promise<Bootable>): Promise<CompiledSchemas> {
  const recording = startRecording()
  try {
    const app = await make()
    await app.ready()
    await app.close()
  } finally {
    stopRecording()
  }
  await mkdir('.build', { recursive: true })
  const folder = await mkdtemp(resolve('.build', 'compiled-'))
  const { index, parts } = writeModule(recording, runtime, (part) => `./${part}.cjs`)
  await Promise.all(parts.map((text, part) => writeFile(join(folder, `${part}.cjs`), text)))
  await writeFile(join(folder, 'index.mjs'), index)
  const module = (await import(pathToFileURL(join(folder, 'index.mjs')).href)) as CompiledSchemas
  // Parts are read when they are needed.
  if (parts.length === 0) await rm(folder, { recursive: true })
  return module
}
