/**
 * Collects a message whose body arrives in parts, as many clients send head and body separately. Only short bodies that arrive soon are collected:
 * Node's server announces a request as soon as its head has arrived, so a hook may refuse it before the body.
 */
import timers from 'node:timers'
import type { Message, Received } from './read.ts'

/** In bytes. Node reads longer bodies with less memory, which matters most if they are read as a stream. */
export const longestCollected = 65_536
/** In milliseconds. */
const longestWait = 20

// Tests may replace the global functions.
const { clearTimeout, setImmediate, setTimeout } = timers

export class IncompleteMessage {
  readonly #message: Received
  readonly #parts: Buffer[]
  /** In bytes, from the beginning of the first part. */
  readonly #size: number
  #missing: number
  #isTaken = false
  readonly #timer: NodeJS.Timeout

  /** @param first begins with the head @param size of the whole message in bytes @param onLate called if the rest takes too long */
  constructor(message: Received, first: Buffer, size: number, onLate: () => void) {
    this.#message = message
    this.#parts = [first]
    this.#size = size
    this.#missing = size - first.length
    const expire = () => {
      if (!this.#isTaken) onLate()
    }
    // After a long turn, timers run before sockets are read. The rest may have arrived in the meantime.
    this.#timer = setTimeout(setImmediate, longestWait, expire)
  }

  /** Returns whether the message is complete. */
  add(part: Buffer): boolean {
    this.#parts.push(part)
    this.#missing -= part.length
    return this.#missing <= 0
  }

  /** Stops the wait. Returns all parts that have arrived. */
  take(): Buffer[] {
    this.#isTaken = true
    clearTimeout(this.#timer)
    return this.#parts
  }

  /** Stops the wait. The parts stay separate, because a body that is read as a stream need not be joined. */
  complete(): { readonly message: Message; readonly parts: readonly Buffer[]; readonly following: Buffer } {
    const parts = this.take()
    const last = parts.pop() as Buffer
    const end = last.length + this.#missing
    parts.push(last.subarray(0, end))
    const [first, ...body] = parts as [Buffer, ...Buffer[]]
    const begun = first.subarray(this.#size - this.#message.length)
    if (begun.length > 0) body.unshift(begun)
    return { message: { ...this.#message, body }, parts, following: last.subarray(end) }
  }
}
