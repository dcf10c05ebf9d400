/** Runs the command in a child process with the project's `tsx` as loader, if Node cannot read TypeScript itself (before 22.18). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Matches packages and flags of Node that make Node read TypeScript, so that no loader needs to be added. */
const readers = /\b(?:tsx|ts-node|swc|jiti|esbuild|strip-types|transform-types)/

const isTypeScript = (argument: string): boolean => /\.[cm]?tsx?$/.test(argument)

/**
 * Returns the URL of the project's `tsx`. Returns `undefined` if no argument is a TypeScript file, if this Node reads TypeScript, or if `tsx` is not
 * installed.
 */
export function neededLoader(args: readonly string[]): string | undefined {
  const file = args.find(isTypeScript)
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  // `espalier dev` needs no loader: it loads sources with Vite.
  if (file === undefined || args[0] === 'dev' || readers.test(flags)) return undefined
  if (Reflect.get(process.features, 'typescript')) return undefined
  try {
    return pathToFileURL(createRequire(resolve(file)).resolve('tsx')).href
  } catch {
    return undefined
  }
}

/** Runs the command of this process again in a child process with a loader. @returns its exit code */
export async function runWithLoader(loader: string): Promise<number> {
  const child = spawn(process.execPath, ['--import', loader, ...process.argv.slice(1)], { stdio: 'inherit' })
  // A terminal sends SIGINT to this process and to its child. This process ignores the signal, and waits until the child has ended.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'close')
  return code ?? 1
}
