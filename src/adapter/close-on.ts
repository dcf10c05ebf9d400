/**
 * Closes apps when the process receives a signal. Each signal has one listener for all apps. The first signal removes it, so a second one ends the
 * process as Node does by default.
 *
 * The first process of a container, PID 1, has no such default: the kernel drops signals that it does not listen for. There the second signal exits,
 * and one that comes before an app listens is kept for it.
 */
import { constants } from 'node:os'

type Close = (signal: NodeJS.Signals) => void

/** Whether a name is a signal that a process can listen for. `SIGKILL` and `SIGSTOP` are not. */
export function isSignalName(name: unknown): name is NodeJS.Signals {
  return typeof name === 'string' && Object.hasOwn(constants.signals, name) && name !== 'SIGKILL' && name !== 'SIGSTOP'
}

const isFirstProcess = process.pid === 1
const waiting = new Map<NodeJS.Signals, Set<Close>>()
const early = new Set<NodeJS.Signals>()

function hear(signal: NodeJS.Signals): void {
  const closes = waiting.get(signal) ?? []
  waiting.delete(signal)
  process.off(signal, hear)
  for (const close of closes) close(signal)
}

function keep(signal: NodeJS.Signals): void {
  early.add(signal)
}

/** Ends the process, unless the application has its own listener for the signal: then that one decides. */
function exit(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
}

function replaceListener(signal: NodeJS.Signals, old: Close | null, listener: Close): void {
  if (old !== null) process.off(signal, old)
  if (!process.listeners(signal).includes(listener)) process.on(signal, listener)
}

/** Records signals that arrive before an app listens for them. Without a listener they would be lost. */
export function keepEarlySignals(): void {
  if (isFirstProcess) for (const signal of ['SIGTERM', 'SIGINT'] as const) replaceListener(signal, null, keep)
}

/** Calls `close` at the first of these signals. Returns a function that stops waiting for them. */
export function closeOn(signals: readonly NodeJS.Signals[], close: Close): () => void {
  const closeOnce: Close = (signal) => {
    release()
    if (isFirstProcess) for (const next of signals) replaceListener(next, keep, exit)
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
  const kept = signals.find((signal) => early.has(signal))
  if (kept !== undefined) process.nextTick(closeOnce, kept)
  return release
}
