// Runs the command and the fixtures in processes of their own, on the built package.
import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const noCodeGeneration = '--disallow-code-generation-from-strings'

export function runNode(
  args: readonly string[],
  env: Record<string, string> = {},
  flags: readonly string[] = [],
  cwd = '.'
): Promise<Run> {
  return new Promise((settle) => {
    execFile(process.execPath, [...flags, ...args], { env: { ...process.env, ...env }, cwd }, (error, stdout, stderr) =>
      settle({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    )
  })
}

export const runRestricted = (args: readonly string[], env: Record<string, string> = {}) =>
  runNode(args, env, [noCodeGeneration])

export const command = resolve('dist/src/command.js')

export const espalier = (args: readonly string[], env: Record<string, string> = {}, cwd = '.') =>
  runNode([command, ...args], env, [], cwd)

/** The folder is in the project, because a written module imports the package by its name. */
export const createFolder = () => mkdtemp(join('.build', 'ahead-'))
