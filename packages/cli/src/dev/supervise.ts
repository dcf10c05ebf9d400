/** The process that stays while the one that serves starts anew: packages that a process has imported it cannot import again. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** In the environment of the process that serves. */
const mark = 'ESPALIER_DEV_SERVES'
/** The exit code by which it asks for a new start (EX_TEMPFAIL of sysexits.h). */
export const startAgain = 75

const signals = ['SIGINT', 'SIGTERM'] as const

/** Returns whether this process can have another one serve: it was started as the command itself, and is not that other one. */
export const canSupervise = (): boolean => process.env[mark] === undefined && process.argv[2] === 'dev'

/** Runs the command of this process in another one, and again as often as that asks for it. @returns the exit code */
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
 * Resolves when the process is to end: by a signal, or by the word or the end of the one that supervises it. A second signal ends it at once. It also ends
 * when the reader of its output has left.
 */
export function toldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve())
    process.once('message', () => resolve()).once('disconnect', () => resolve())
    // The listeners stay: without one, each line that is written would be an error that is shown by another line.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => resolve())
    if (process.env[mark] !== undefined && !process.connected) resolve()
  })
}
