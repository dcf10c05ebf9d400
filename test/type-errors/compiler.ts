// What the two compilers say of a program.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const compilers = { '5.9': '@tsd/typescript/typescript', '7': 'typescript' } as const
export type Version = keyof typeof compilers

interface Options {
  /** Where the programs are written, two folders below the project. */
  readonly folder?: string
  readonly noUnusedLocals?: boolean
}

/** The messages of one compiler, by program; a message has as many lines as the compiler gave it. */
export function messagesOf(
  version: Version,
  programs: Readonly<Record<string, string>>,
  { folder: parent = '.build/type-errors', noUnusedLocals = false }: Options = {}
): Map<string, string[]> {
  const folder = resolve(parent, version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(programs)) writeFileSync(resolve(folder, `${name}.ts`), text)
  const compilerOptions = {
    rootDir: '.',
    noEmit: true,
    noUnusedLocals,
    noUnusedParameters: false,
    skipLibCheck: true
  }
  const config = { extends: '../../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }
  writeFileSync(resolve(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = resolve('node_modules', compilers[version], 'bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' })
  return toMessages(stdout)
}

function toMessages(output: string): Map<string, string[]> {
  const messages = new Map<string, string[]>()
  let current: string[] = []
  for (const line of output.split('\n')) {
    const start = /([\w-]+)\.ts\(\d+,\d+\): error (.*)$/.exec(line)
    if (start) {
      current = messages.get(start[1] ?? '') ?? []
      messages.set(start[1] ?? '', current)
      current.push(start[2] ?? '')
    } else if (line !== '') current.push(line)
  }
  return messages
}
