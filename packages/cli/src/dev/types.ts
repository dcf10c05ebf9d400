/** Runs the TypeScript compiler on the project in the background, at the start and after each save. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ArgumentError } from '@espalier/command-kit'

export class Types {
  readonly #folder: string
  readonly #compiler: string
  readonly #say: (text: string) => void
  #child: ChildProcess | null = null
  #isStale = false
  #lastOutput = ''

  constructor(folder: string, say: (text: string) => void) {
    this.#folder = folder
    this.#compiler = compilerOf(folder)
    this.#say = say
  }

  /** Starts a check. Errors are printed only if they differ from the errors of the last check. */
  look(): void {
    this.#isStale = true
    if (this.#child === null) this.#compile()
  }

  #compile(): void {
    this.#isStale = false
    const args = [this.#compiler, '--noEmit', '--pretty', 'false']
    const child = spawn(process.execPath, args, { cwd: this.#folder, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.once('close', (code) => {
      this.#child = null
      if (this.#isStale) return this.#compile()
      if (code !== null && output !== this.#lastOutput)
        this.#say(output.trimEnd() || 'The types have no errors any more.')
      this.#lastOutput = output
    })
  }

  close(): void {
    this.#child?.removeAllListeners('close').kill()
  }
}

function compilerOf(folder: string): string {
  const require = createRequire(join(folder, 'package.json'))
  try {
    return join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
  } catch (error) {
    throw new ArgumentError('--types needs TypeScript in the project: npm install --save-dev typescript', {
      cause: error
    })
  }
}
