/** Runs programs in processes of their own, for tests of signals. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { until } from '../until.ts'

interface Program {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly said: () => string
  readonly says: (text: string) => Promise<unknown>
  readonly end: Promise<[code: number | null, signal: string | null]>
}

/** Runs a program with `espalier` imported and `say`, which prints. @param wrapper the command that runs Node */
export function runProgram(t: TestContext, source: string, wrapper: readonly string[] = []): Program {
  const head = "import { espalier } from 'espalier'\nconst say = (text) => process.stdout.write(text + '\\n')\n"
  const node = [process.execPath, '--no-warnings=ExperimentalWarning', '--input-type=module', '-e', head + source]
  const [command = '', ...args] = [...wrapper, ...node]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const said = () => text
  const end = once(child, 'close') as Program['end']
  return { child, said, says: (expected) => until(() => text.includes(expected), expected), end }
}
