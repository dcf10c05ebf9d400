/**
 * Closes apps at signals such as `SIGTERM`. The first signal removes espalier's listener, so that a second signal ends the process at once.
 *
 * Process 1 of a container is special: Linux drops its signals if it has no listener. So this module also listens before `app.listen()`, and after
 * the first signal, and then ends the process itself.
 */
import { constants } from 'node:os'

type Close = (signal: NodeJS.Signals) => void

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

/** Does nothing if the application has its own listener for the signal. */
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

/** Calls `close` once, at the first of the signals. The returned function removes the listeners. */
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
