// What runs in workerd: the module of each contender, bundled as a worker's users do it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { orExit, root, run } from '../../scripts/project.mjs'
import { bundle, start } from '../../scripts/runtimes/worker-process.mjs'

const from = (name) => JSON.stringify(join(root, 'bench/runtime', name))

const entries = {
  hand: `import { createHandler } from ${from('hand.mjs')}; export default { fetch: createHandler() }`,
  hono: `import { createHandler } from ${from('hono.mjs')}; export default { fetch: createHandler() }`,
  elysia: `
    import { CloudflareAdapter } from ${JSON.stringify(join(root, 'bench/node_modules/elysia/dist/adapter/cloudflare-worker/index.mjs'))}
    import { createApp } from ${from('elysia.mjs')}
    export default createApp({ adapter: CloudflareAdapter }).compile()
  `,
  fetch: `
    import * as compiled from './compiled.mjs'
    import { createHandler } from ${from('espalier.mjs')}
    export default { fetch: await createHandler({ compiled }) }
  `
}

const folderOf = (name) => join(root, '.build/bench', name)

/** Compiles ahead what is to be, and writes the bundle. */
export async function prepareWorker(name) {
  const folder = folderOf(name)
  mkdirSync(folder, { recursive: true })
  if (name === 'fetch') {
    const main = join(root, 'dist/src/command.js')
    const options = ['--out', join(folder, 'compiled.mjs'), '--target', 'fetch']
    await orExit(run([process.execPath, main, 'compile', join(root, 'bench/runtime/espalier.mjs'), ...options]))
  }
  writeFileSync(join(folder, 'entry.mjs'), entries[name])
  await bundle(join(folder, 'entry.mjs'), folder)
}

export const startWorker = (name) => start(folderOf(name))
