/**
 * Checks long streams regularly. Streams with the same heartbeat share one timer, because ten thousand timers would cost more than their streams. Each
 * stream is checked four times in a heartbeat.
 */
import { isWorker } from '../require.ts'

export const beatsInHeartbeat = 4

interface Beating {
  beat(): void
}

class Heart {
  readonly #streams = new Set<Beating>()
  readonly #interval: number
  #timer: NodeJS.Timeout | null = null

  constructor(heartbeat: number) {
    this.#interval = heartbeat / beatsInHeartbeat
  }

  add(stream: Beating): () => void {
    this.#streams.add(stream)
    this.#timer ??= setInterval(() => {
      for (const one of this.#streams) one.beat()
    }, this.#interval)
    // A running stream has a connection, which keeps the process alive.
    this.#timer.unref?.()
    return () => {
      this.#streams.delete(stream)
      if (this.#streams.size > 0 || this.#timer === null) return
      clearInterval(this.#timer)
      this.#timer = null
    }
  }
}

const hearts = new Map<number, Heart>()

/**
 * Registers a stream for checks. Returns a function that removes it.
 *
 * @param heartbeat in milliseconds
 */
export function joinHeartbeat(heartbeat: number, stream: Beating): () => void {
  // On workers a timer belongs to one request.
  const heart = (isWorker ? undefined : hearts.get(heartbeat)) ?? new Heart(heartbeat)
  if (!isWorker) hearts.set(heartbeat, heart)
  return heart.add(stream)
}
