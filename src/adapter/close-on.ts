/**
 * Closes apps when the process receives a signal. Each signal has one listener for all apps. The first signal removes the listener, so a second
 * signal ends the process, as is Node's default.
 *
 * In a container, the first process (PID 1) lacks this default: the kernel drops signals without a listener. There, a listener for the second signal
 * ends the process. A signal that arrives before `app.listen()` is recorded, and `app.listen()` handles it.
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

function onSignal(signal: NodeJS.Signals): void {
  const closes = waiting.get(signal) ?? []
  waiting.delete(signal)
  process.off(signal, onSignal)
  for (const close of closes) close(signal)
}

function recordEarly(signal: NodeJS.Signals): void {
  early.add(signal)
}

/** Ends the process at the second signal. If the application has its own listener for the signal, that listener decides instead. */
function exit(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
}

function replaceListener(signal: NodeJS.Signals, old: Close | null, listener: Close): void {
  if (old !== null) process.off(signal, old)
  if (!process.listeners(signal).includes(listener)) process.on(signal, listener)
}

/** As PID 1, records signals that arrive before an app listens for them. The kernel would drop a signal without any listener. */
export function keepEarlySignals(): void {
  if (isFirstProcess) for (const signal of ['SIGTERM', 'SIGINT'] as const) replaceListener(signal, null, recordEarly)
}

/** Calls `close` once, at the first of the given signals. Returns a function that stops listening for signals. */
export function closeOn(signals: readonly NodeJS.Signals[], close: Close): () => void {
  const closeOnce: Close = (signal) => {
    release()
    if (isFirstProcess) for (const next of signals) replaceListener(next, recordEarly, exit)
    close(signal)
  }
  for (const signal of signals) {
    const others = waiting.get(signal)
    if (others === undefined) process.on(signal, onSignal)
    waiting.set(signal, (others ?? new Set()).add(closeOnce))
  }
  const release = () => {
    for (const signal of signals) {
      const closes = waiting.get(signal)
      if (!closes?.delete(closeOnce) || closes.size > 0) continue
      waiting.delete(signal)
      process.off(signal, onSignal)
    }
  }
  const kept = signals.find((signal) => early.has(signal))
  if (kept !== undefined) process.nextTick(closeOnce, kept)
  return release
}
