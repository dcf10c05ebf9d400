// Turns the code blocks of documents into programs, compiles all of them in one go, and runs one.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CodeBlock } from './code-block.ts'

export interface Program {
  readonly block: CodeBlock
  /** Where its source lies in the folder the programs are compiled from. */
  readonly path: string
  readonly source: string
}

export interface Run {
  /** The port the program listens on; absent when it ended instead. */
  readonly port: number | undefined
  readonly code: number | null
  /** Resolves when it has ended. */
  readonly closed: Promise<void>
  isOver(): boolean
  /** What it wrote so far. */
  output(): string
  stop(): Promise<void>
}

/** The languages of programs. */
export const languages: ReadonlySet<string> = new Set(['ts', 'js', 'mjs', 'cjs'])
/** Beside the compiled tests, where programs find the packages that these find. */
const folder = fileURLToPath(new URL('../../readme', import.meta.url))
const preload = new URL('./listen-anywhere.js', import.meta.url).href

/** The programs among the code blocks of one document, in order. */
export function toPrograms(blocks: readonly CodeBlock[]): Program[] {
  const programs: Program[] = []
  for (const block of blocks.filter(({ language }) => languages.has(language))) {
    const before = 'continues' in block.notes ? (programs.at(-1)?.source ?? '') : ''
    const name = block.notes.file ?? `line-${block.line}.${block.language}`
    programs.push({ block, path: join(block.document.replace(/\.\w+$/, ''), name), source: before + block.code })
  }
  return programs
}

/** Compiles programs; resolves to the compiler's errors by the program's path. */
export async function compilePrograms(programs: readonly Program[]): Promise<Map<string, string>> {
  rmSync(folder, { recursive: true, force: true })
  for (const { path, source } of programs) write(join('src', path), source)
  write('tsconfig.json', JSON.stringify(settings))
  const compiler = resolve('node_modules/typescript/bin/tsc')
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: folder }, (_, text) => done(text))
  })
  return groupErrors(output)
}

const settings = {
  extends: resolve('tsconfig.base.json'),
  compilerOptions: {
    rootDir: 'src',
    outDir: 'out',
    allowJs: true,
    declaration: false,
    sourceMap: false,
    skipLibCheck: true,
    noUnusedLocals: false,
    noUnusedParameters: false
  },
  include: ['src']
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Sorts the compiler's lines by file; an indented line goes on with the error above it. */
function groupErrors(output: string): Map<string, string> {
  const errors = new Map<string, string>()
  let path = ''
  for (const line of output.split('\n').filter(Boolean)) {
    path = /^src\/(.+?)\(\d+,\d+\): error/.exec(line)?.[1] ?? path
    errors.set(path, `${errors.get(path) ?? ''}${line}\n`)
  }
  return errors
}

/** Runs a compiled program until it listens or ends. A port it asks for is replaced by a free one. */
export async function runProgram({ path }: Program): Promise<Run> {
  const file = join(folder, 'out', path.replace(/\.ts$/, '.js'))
  const child = fork(file, { cwd: dirname(file), execArgv: ['--import', preload], stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const closed = new Promise<void>((done) => child.once('close', () => done()))
  const port = await Promise.race([firstMessage(child), closed])
  return {
    port: port ?? undefined,
    code: child.exitCode,
    closed,
    isOver: () => child.exitCode !== null,
    output: () => output,
    async stop() {
      child.kill()
      await closed
    }
  }
}

function firstMessage(child: ChildProcess): Promise<number> {
  return new Promise((done) => child.once('message', (port) => done(Number(port))))
}
