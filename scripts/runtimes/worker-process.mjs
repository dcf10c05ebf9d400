// Workers as their users make them: bundled by esbuild, run by workerd.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { root } from '../project.mjs'

const configuration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-04-01",
  compatibilityFlags = ["nodejs_compat"]
);
`

/** Writes a worker and its configuration into a folder. */
export async function bundle(entry, folder) {
  await build({
    entryPoints: [entry],
    outfile: join(folder, 'worker.mjs'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    conditions: ['workerd'],
    define: { 'process.env.UPSTREAM': JSON.stringify(process.env.UPSTREAM ?? '') },
    banner: { js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire('/');" },
    logLevel: 'silent'
  })
  writeFileSync(join(folder, 'worker.capnp'), configuration)
}

/** Starts the worker of a folder; resolves to its process, its origin (none where it did not start) and what it has written. */
export function start(folder) {
  const binary = createRequire(join(root, '.cache/runtimes/'))('workerd').default
  const child = spawn(binary, ['serve', '--control-fd=3', join(folder, 'worker.capnp')], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe']
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (written += text))
  const output = () => written
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ child, output: () => String(error) }))
    child.on('close', () => resolve({ child, output }))
    createInterface({ input: child.stdio[3] }).on('line', (line) => {
      const { event, port } = JSON.parse(line)
      if (event === 'listen') resolve({ child, output, origin: `http://127.0.0.1:${port}` })
    })
  })
}
