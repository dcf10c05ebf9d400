// `workerd.mjs PATH WAY`: as ask.mjs, for the runtime of workers. The app is compiled ahead, bundled and started as its users do; the size of the
// bundle and the time until it answers are printed.
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { orExit, root, run } from '../project.mjs'
import { askAll } from './exchange.mjs'
import { writeRaw } from './raw.mjs'
import { bundle, start } from './worker-process.mjs'

const [path, way] = process.argv.slice(2)
const folder = join(root, '.build/runtimes')

async function makeWorker() {
  mkdirSync(folder, { recursive: true })
  const main = join(root, 'dist/src/command.js')
  const options = ['--out', join(folder, 'compiled.mjs'), '--target', 'fetch']
  await orExit(run([process.execPath, main, 'compile', join(root, 'scripts/runtimes/app.mjs'), ...options]))
  await bundle(join(root, 'scripts/runtimes/worker.mjs'), folder)
}

await makeWorker()
const began = performance.now()
const { child, origin, output } = await start(folder)
if (origin === undefined) throw new Error(`workerd did not start: ${output()}`)
await fetch(origin).then((response) => response.text())
const { size } = statSync(join(folder, 'worker.mjs'))
console.log(
  `a bundle of ${Math.round(size / 1000)} kB answers ${Math.round(performance.now() - began)} ms after the start`
)
const answers =
  way === 'call'
    ? await (await fetch(`${origin}/asked-by-call`)).json()
    : await askAll(origin, (request) => fetch(request))
writeFileSync(path, JSON.stringify(answers))
if (way !== 'call') await writeRaw(path, origin)
child.kill()
process.exit(0)
