/** A process cannot import a changed package again. So `espalier dev` runs in a child process, which is restarted when packages were installed. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

const childVariable = 'ESPALIER_DEV_SERVES'
/** With this exit code, the child process requests a restart (EX_TEMPFAIL of sysexits.h). */
export const startAgain = 75

const signals = ['SIGINT', 'SIGTERM'] as const

export const canSupervise = (): boolean => process.env[childVariable] === undefined && process.argv[2] === 'dev'

/** Runs the command in a child process, and restarts it on request. @returns the last exit code of the child process */
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
 * For the child process. Resolves when a signal or a message of the parent process arrives, and when the parent process or the output ends. A second
 * signal ends the child process at once.
 */
export function endRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve())
    process.once('message', () => resolve()).once('disconnect', () => resolve())
    // A write to a closed pipe emits `error`. Without a listener the process would end with an exception.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => resolve())
    if (process.env[childVariable] !== undefined && !process.connected) resolve()
  })
}
