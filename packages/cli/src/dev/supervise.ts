/** Runs `espalier dev` in a child process, and restarts it after packages were installed: a process cannot import a changed package again. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** This environment variable is set in the child process. */
const mark = 'ESPALIER_DEV_SERVES'
/** The exit code by which the child requests a restart (EX_TEMPFAIL of sysexits.h). */
export const startAgain = 75

const signals = ['SIGINT', 'SIGTERM'] as const

/** Whether this process may start the child: the process runs the command `espalier dev`, and is not the child itself. */
export const canSupervise = (): boolean => process.env[mark] === undefined && process.argv[2] === 'dev'

/** Runs the command of this process in a child, and restarts the child at its request. @returns the last exit code of the child */
export async function supervise(): Promise<number> {
  const [, main = '', ...args] = process.argv
  let child: ChildProcess
  let requests = 0
  const end = () => {
    requests++
    if (requests === 1 && child.connected) child.send('end')
    else child.kill('SIGKILL')
  }
  for (const signal of signals) process.on(signal, end)
  for (;;) {
    child = fork(main, args, { env: { ...process.env, [mark]: '1' } })
    const [code] = await once(child, 'close')
    if (code !== startAgain || requests > 0) return code ?? 1
  }
}

/**
 * Runs in the child. Resolves when the child must end: at a signal, at a message of its parent process, or when that process ends. Also resolves when
 * the output of the child is closed. A second signal ends the child at once.
 */
export function endRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve())
    process.once('message', () => resolve()).once('disconnect', () => resolve())
    // The error listeners are never removed. Without them each write to a closed pipe would throw, and printing that error would throw again.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => resolve())
    if (process.env[mark] !== undefined && !process.connected) resolve()
  })
}
