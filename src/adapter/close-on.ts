/**
 * Closes apps at signals. The first signal removes the listener that all apps share, so a second one ends the process, as is Node's default. The
 * kernel drops signals without a listener for PID 1, such as in a container. There, a listener ends the process, and signals before `app.listen()`
 * are recorded.
 */
import { constants } from 'node:os'

type Close = (signal: NodeJS.Signals) => void

/** No process can listen for `SIGKILL` and `SIGSTOP`. */
export function isSignalName(name: unknown): name is NodeJS.Signals {
  return typeof name === 'string' && Object.hasOwn(constants.signals, name) && name !== 'SIGKILL' && name !== 'SIGSTOP'
}

const isFirstProcess = process.pid === 1
const closesBySignal = new Map<NodeJS.Signals, Set<Close>>()
const earlySignals = new Set<NodeJS.Signals>()

function onSignal(signal: NodeJS.Signals): void {
  const closes = closesBySignal.get(signal) ?? []
  closesBySignal.delete(signal)
  process.off(signal, onSignal)
  for (const close of closes) close(signal)
}

function recordEarly(signal: NodeJS.Signals): void {
  earlySignals.add(signal)
}

/** A listener of the application for this signal takes precedence. */
function exit(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
}

function replaceListener(signal: NodeJS.Signals, old: Close | null, listener: Close): void {
  if (old !== null) process.off(signal, old)
  if (!process.listeners(signal).includes(listener)) process.on(signal, listener)
}

export function keepEarlySignals(): void {
  if (isFirstProcess) for (const signal of ['SIGTERM', 'SIGINT'] as const) replaceListener(signal, null, recordEarly)
}

/** Calls `close` once, at the first of the signals. Returns a function that removes the listeners. */
export function closeOn(signals: readonly NodeJS.Signals[], close: Close): () => void {
  const closeOnce: Close = (signal) => {
    release()
    if (isFirstProcess) for (const next of signals) replaceListener(next, recordEarly, exit)
    close(signal)
  }
  for (const signal of signals) {
    const others = closesBySignal.get(signal)
    if (others === undefined) process.on(signal, onSignal)
    closesBySignal.set(signal, (others ?? new Set()).add(closeOnce))
  }
  const release = () => {
    for (const signal of signals) {
      const closes = closesBySignal.get(signal)
      if (!closes?.delete(closeOnce) || closes.size > 0) continue
      closesBySignal.delete(signal)
      process.off(signal, onSignal)
    }
  }
  const kept = signals.find((signal) => earlySignals.has(signal))
  if (kept !== undefined) process.nextTick(closeOnce, kept)
  return release
}
