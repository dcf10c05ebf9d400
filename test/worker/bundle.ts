/** Bundles programs for workers, and runs them in a process that refuses the same calls at module scope as a worker. */
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
  readonly answers: readonly {
    readonly status: number
    readonly headers: Record<string, string>
    readonly body: string
  }[]
  /** The error of the import. */
  readonly failure?: string
  readonly output: string
}

const runner = fileURLToPath(new URL('run-bundle.js', import.meta.url))

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
