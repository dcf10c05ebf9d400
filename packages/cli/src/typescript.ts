/** Supports TypeScript on Nodes without it (below 22.18): the command runs in a child process with `tsx` of the project as its loader. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Names of packages and flags that make Node read TypeScript. */
const readers = /\b(?:tsx|ts-node|swc|jiti|esbuild|strip-types|transform-types)/

const isTypeScript = (argument: string): boolean => /\.[cm]?tsx?$/.test(argument)

/** Returns the URL of the needed loader; `undefined` if Node can read all files, has a loader already, or the project has none. */
export function neededLoader(args: readonly string[]): string | undefined {
  const file = args.find(isTypeScript)
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  // `espalier dev` loads sources with Vite.
  if (file === undefined || args[0] === 'dev' || readers.test(flags)) return undefined
  if (Reflect.get(process.features, 'typescript')) return undefined
  try {
    return pathToFileURL(createRequire(resolve(file)).resolve('tsx')).href
  } catch {
    return undefined
  }
}

/** Runs this process's command again, with a loader. @returns the exit code */
export async function runWithLoader(loader: string): Promise<number> {
  const child = spawn(process.execPath, ['--import', loader, ...process.argv.slice(1)], { stdio: 'inherit' })
  // A terminal sends SIGINT to both processes.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'close')
  return code ?? 1
}
