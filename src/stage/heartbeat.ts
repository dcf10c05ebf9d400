/**
 * Calls `beat` of long streams four times per heartbeat interval. Streams share timers, because ten thousand timers would cost more than ten thousand
 * streams.
 */
import { isWorker } from '../require.ts'

export const beatsInHeartbeat = 4

interface HeartbeatListener {
  beat(): void
}

class HeartbeatTimer {
  readonly #streams = new Set<HeartbeatListener>()
  readonly #interval: number
  #timer: NodeJS.Timeout | null = null

  constructor(heartbeat: number) {
    this.#interval = heartbeat / beatsInHeartbeat
  }

  add(stream: HeartbeatListener): () => void {
    this.#streams.add(stream)
    this.#timer ??= setInterval(() => {
      for (const one of this.#streams) one.beat()
    }, this.#interval)
    // The connection of a running stream keeps the process alive, so the timer need not.
    this.#timer.unref?.()
    return () => {
      this.#streams.delete(stream)
      if (this.#streams.size > 0 || this.#timer === null) return
      clearInterval(this.#timer)
      this.#timer = null
    }
  }
}

const timers = new Map<number, HeartbeatTimer>()

/** Registers a stream, and returns a function that removes it. @param heartbeat the interval in milliseconds */
export function joinHeartbeat(heartbeat: number, stream: HeartbeatListener): () => void {
  // On workers a timer belongs to the request that started it, so it cannot be shared.
  const timer = (isWorker ? undefined : timers.get(heartbeat)) ?? new HeartbeatTimer(heartbeat)
  if (!isWorker) timers.set(heartbeat, timer)
  return timer.add(stream)
}
