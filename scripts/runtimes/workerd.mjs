// `workerd.mjs PATH WAY`: as ask.mjs, for the runtime of workers. The app is compiled ahead, bundled and started as its users do; the size of the
// bundle and the time until it answers are printed.
import { spawn } from 'node:child_process'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { orExit, root, run } from '../project.mjs'
import { askAll } from './exchange.mjs'

const [path, way] = process.argv.slice(2)
const folder = join(root, '.build/runtimes')
const binary = createRequire(join(root, '.cache/runtimes/'))('workerd').default

const configuration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-04-01",
  compatibilityFlags = ["nodejs_compat"]
);
`

async function makeWorker() {
  mkdirSync(folder, { recursive: true })
  const main = join(root, 'dist/src/command/main.js')
  const options = ['--out', join(folder, 'compiled.mjs'), '--target', 'fetch']
  await orExit(run([process.execPath, main, 'compile', join(root, 'scripts/runtimes/app.mjs'), ...options]))
  await build({
    entryPoints: [join(root, 'scripts/runtimes/worker.mjs')],
    outfile: join(folder, 'worker.mjs'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    conditions: ['workerd'],
    banner: { js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire('/');" },
    logLevel: 'error'
  })
  writeFileSync(join(folder, 'worker.capnp'), configuration)
}

/** Starts the worker and resolves to its process and its origin. */
function start() {
  const child = spawn(binary, ['serve', '--control-fd=3', join(folder, 'worker.capnp')], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe']
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('exit', (code) => reject(new Error(`workerd ended with ${code}`)))
    createInterface({ input: child.stdio[3] }).on('line', (line) => {
      const { event, port } = JSON.parse(line)
      if (event === 'listen') resolve({ child, origin: `http://127.0.0.1:${port}` })
    })
  })
}

await makeWorker()
const began = performance.now()
const { child, origin } = await start()
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
child.removeAllListeners('exit').kill()
process.exit(0)
