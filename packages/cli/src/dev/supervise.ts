/** Restarts the serving process after packages were installed: a process cannot import a package again. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** The environment variable that marks the serving process. */
const mark = 'ESPALIER_DEV_SERVES'
/** The exit code that requests a restart (EX_TEMPFAIL of sysexits.h). */
export const startAgain = 75

const signals = ['SIGINT', 'SIGTERM'] as const

/** Whether this process can start a serving child: it was started as the command itself, and is not that child. */
export const canSupervise = (): boolean => process.env[mark] === undefined && process.argv[2] === 'dev'

/** Runs the command of this process in a child, and again as often as the child requests it. @returns the exit code */
export async function supervise(): Promise<number> {
  const [, main = '', ...args] = process.argv
  let child: ChildProcess
  let told = 0
  const end = () => {
    told++
    if (told === 1 && child.connected) child.send('end')
    else child.kill('SIGKILL')
  }
  for (const signal of signals) process.on(signal, end)
  for (;;) {
    child = fork(main, args, { env: { ...process.env, [mark]: '1' } })
    const [code] = await once(child, 'close')
    if (code !== startAgain || told > 0) return code ?? 1
  }
}

/**
 * Resolves when the process must end: at a signal, a message of its parent, or the parent's end. A second signal ends it at once. It also ends when its
 * output is no longer read.
 */
export function toldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve())
    process.once('message', () => resolve()).once('disconnect', () => resolve())
    // The listeners stay. Otherwise each written line would cause an error, which would write another line.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => resolve())
    if (process.env[mark] !== undefined && !process.connected) resolve()
  })
}
