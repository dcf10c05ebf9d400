/** A process cannot import a changed package again. So `espalier dev` runs in a child process, which is restarted after packages were installed. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

const childVariable = 'ESPALIER_DEV_SERVES'
/** By this exit code, the child requests a restart (EX_TEMPFAIL of sysexits.h). */
export const startAgain = 75

const signals = ['SIGINT', 'SIGTERM'] as const

export const canSupervise = (): boolean => process.env[childVariable] === undefined && process.argv[2] === 'dev'

/** @returns the last exit code of the child */
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
    child = fork(main, args, { env: { ...process.env, [childVariable]: '1' } })
    const [code] = await once(child, 'close')
    if (code !== startAgain || requests > 0) return code ?? 1
  }
}

/**
 * Runs in the child. Resolves at a signal, at a message of the parent process, or when that process or the output ends. A second signal ends the
 * child at once.
 */
export function endRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve())
    process.once('message', () => resolve()).once('disconnect', () => resolve())
    // Without these listeners, a write to a closed pipe would throw, and printing that error would throw again.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => resolve())
    if (process.env[childVariable] !== undefined && !process.connected) resolve()
  })
}
