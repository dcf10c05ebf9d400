/**
 * Closes apps when the process receives a signal. Each signal has one listener for all apps. The first signal removes it, so a second one ends the
 * process as Node does by default.
 */
import { constants } from 'node:os'

type Close = (signal: NodeJS.Signals) => void

/** Whether a name is a signal that a process may listen for, which `SIGKILL` and `SIGSTOP` are not. */
export function isSignalName(name: unknown): name is NodeJS.Signals {
  return typeof name === 'string' && Object.hasOwn(constants.signals, name) && name !== 'SIGKILL' && name !== 'SIGSTOP'
}

const waiting = new Map<NodeJS.Signals, Set<Close>>()

function hear(signal: NodeJS.Signals): void {
  const closes = waiting.get(signal) ?? []
  waiting.delete(signal)
  process.off(signal, hear)
  for (const close of closes) close(signal)
}

/** Calls `close` at the first of the signals that comes; returns what ends the wait. */
export function closeOn(signals: readonly NodeJS.Signals[], close: Close): () => void {
  const closeOnce: Close = (signal) => {
    release()
    close(signal)
  }
  for (const signal of signals) {
    const others = waiting.get(signal)
    if (others === undefined) process.on(signal, hear)
    waiting.set(signal, (others ?? new Set()).add(closeOnce))
  }
  const release = () => {
    for (const signal of signals) {
      const closes = waiting.get(signal)
      if (!closes?.delete(closeOnce) || closes.size > 0) continue
      waiting.delete(signal)
      process.off(signal, hear)
    }
  }
  return release
}
