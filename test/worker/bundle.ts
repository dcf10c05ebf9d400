/** Bundles programs as their users do for workers, and runs them in a process that refuses at module scope what a worker does. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export interface Ask {
  readonly path: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface Ran {
  /** What the handler answered to each ask. */
  readonly answers: readonly {
    readonly status: number
    readonly headers: Record<string, string>
    readonly body: string
  }[]
  /** The error that kept the module from being read. */
  readonly failure?: string
  /** What was written to the console. */
  readonly output: string
}

const runner = fileURLToPath(new URL('run-bundle.js', import.meta.url))

/** Writes the bundle of a program, an ES module, and returns its path. */
export async function bundleForWorkers(t: TestContext, program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-worker-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const outfile = join(folder, 'worker.mjs')
  await build({
    stdin: { contents: program, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['workerd'],
    banner: { js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire('/');" },
    logLevel: 'silent'
  })
  return outfile
}

/** Runs a program whose default export has `fetch`. */
export async function runOnWorker(t: TestContext, program: string, asks: readonly Ask[] = []): Promise<Ran> {
  const bundle = await bundleForWorkers(t, program)
  const args = ['--no-warnings', '--disallow-code-generation-from-strings', runner, bundle, JSON.stringify(asks)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
  const [written, failed, report] = await Promise.all(
    [child.stdout, child.stderr, child.stdio[3]].map((stream) => text(stream as NodeJS.ReadableStream as never))
  )
  if (!report) throw new Error(`the process of the bundle failed: ${failed}`)
  return { ...JSON.parse(report), output: `${written}${failed}` }
}
