/** Node before 22.18 cannot load TypeScript. The command then runs in a child process that loads it with the `tsx` of the project. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** If a flag of Node contains one of these names, Node can already load TypeScript. */
const typeScriptLoaders = /\b(?:tsx|ts-node|swc|jiti|esbuild|strip-types|transform-types)/

const isTypeScript = (argument: string): boolean => /\.[cm]?tsx?$/.test(argument)

export function neededLoader(args: readonly string[]): string | undefined {
  const file = args.find(isTypeScript)
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  if (file === undefined || args[0] === 'dev' || typeScriptLoaders.test(flags)) return undefined
  if (Reflect.get(process.features, 'typescript')) return undefined
  try {
    return pathToFileURL(createRequire(resolve(file)).resolve('tsx')).href
  } catch {
    return undefined
  }
}

/** Runs the same command in a child process. @returns the exit code of the child process */
export async function runWithLoader(loader: string): Promise<number> {
  const child = spawn(process.execPath, ['--import', loader, ...process.argv.slice(1)], { stdio: 'inherit' })
  // A terminal sends SIGINT to the child process, too. This process ignores it, and waits until the child process has ended.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'close')
  return code ?? 1
}
