// Asks a worker about one plugin: its app is compiled ahead, bundled, and runs in workerd.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root, run } from '../project.mjs'
import { bundle, start } from './worker-process.mjs'

const entry = (name) => `
  import * as compiled from './compiled.mjs'
  import { createWorker } from '../../../../scripts/runtimes/plugin-worker.mjs'
  export default await createWorker(() => import('../../../../scripts/runtimes/plugin/${name}.mjs'), compiled)
`

/** Resolves to the answers of a plugin's use, or to what kept it from being used. */
export async function askWorker(name) {
  const folder = join(root, '.build/runtimes/plugin', name)
  mkdirSync(folder, { recursive: true })
  const file = join(root, `scripts/runtimes/plugin/${name}.mjs`)
  const options = ['--out', join(folder, 'compiled.mjs'), '--target', 'fetch']
  const compiled = await run([process.execPath, join(root, 'dist/src/command.js'), 'compile', file, ...options])
  if (compiled.code !== 0) return { failed: 'compile', output: compiled.output }
  writeFileSync(join(folder, 'entry.mjs'), entry(name))
  try {
    await bundle(join(folder, 'entry.mjs'), folder)
  } catch (error) {
    return { failed: 'bundle', output: error.message }
  }
  const { child, origin, output } = await start(folder)
  if (origin === undefined) return { failed: 'start', output: output() }
  try {
    return await (await fetch(origin, { signal: AbortSignal.timeout(20_000) })).json()
  } catch (error) {
    return { failed: 'answer', output: `${error.cause ?? error}\n${output()}` }
  } finally {
    child.kill()
  }
}
