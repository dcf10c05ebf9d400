/**
 * Collects a message whose body arrives in parts, as many clients send head and body separately. Only short bodies that arrive soon are collected:
 * Node's server announces a request as soon as its head has arrived, so a hook may refuse it before the body.
 */
import timers from 'node:timers'
import type { Received } from './read.ts'

/** In bytes. Node reads longer bodies with less memory, which matters most if they are read as a stream. */
export const longestCollected = 65_536
/** In milliseconds. */
const longestWait = 20

// Tests may replace the global functions.
const { clearTimeout, setImmediate, setTimeout } = timers

export class IncompleteMessage {
  readonly message: Received
  /** Has room for the whole message. */
  readonly #bytes: Buffer
  #received = 0
  #isTaken = false
  readonly #timer: NodeJS.Timeout

  /** @param size of the whole message in bytes @param onLate called if the rest takes too long */
  constructor(message: Received, size: number, onLate: () => void) {
    this.message = message
    this.#bytes = Buffer.allocUnsafeSlow(size)
    const expire = () => {
      if (!this.#isTaken) onLate()
    }
    // After a long turn, timers run before sockets are read. The rest may have arrived in the meantime.
    this.#timer = setTimeout(setImmediate, longestWait, expire)
  }

  /** In bytes. */
  get missing(): number {
    return this.#bytes.length - this.#received
  }

  /** Copies bytes up to the end of the message. */
  add(part: Buffer): void {
    this.#received += part.copy(this.#bytes, this.#received)
  }

  /** Stops the wait. Returns all that has arrived. */
  take(): Buffer {
    this.#isTaken = true
    clearTimeout(this.#timer)
    return this.#bytes.subarray(0, this.#received)
  }
}
