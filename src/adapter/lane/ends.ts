/** The listeners for the end of a `LaneTransport`. As on Node's classes, they are called on a later turn of the event loop. */
import type { Transport } from '../../http/transport.ts'

type DoneCallback = (error: Error | null) => void

const ignore = (): void => {}

export class Ends {
  isClosed = false
  /** Whether the connection was lost before the operating system had accepted the last byte. */
  isLost = false
  #isTold = false
  readonly #dones: DoneCallback[] = []
  readonly #aborts: (() => void)[] = []
  /**
   * Each listener for the close, with a function that removes the listener from the transport that continues the exchange. Until then the function
   * does nothing.
   */
  readonly #closings = new Map<() => void, () => void>()

  awaitDone(callback: DoneCallback): void {
    this.#dones.push(callback)
  }

  awaitAbort(callback: () => void): void {
    this.#aborts.push(callback)
  }

  awaitClose(callback: () => void): () => void {
    if (this.isClosed) {
      process.nextTick(callback)
      return ignore
    }
    const closings = this.#closings.set(callback, ignore)
    return () => {
      closings.get(callback)?.()
      closings.delete(callback)
    }
  }

  /** Moves the listeners to another transport, in which the exchange continues. */
  handOver(carrier: Transport): void {
    for (const callback of this.#dones) carrier.onFinished(callback)
    for (const callback of this.#closings.keys()) this.#closings.set(callback, carrier.onClose(callback))
    for (const callback of this.#aborts) carrier.onAbort(callback)
  }

  /**
   * Notifies the listeners that the response is complete, unless the response was lost. A tick later, notifies the listeners for the close of the
   * exchange.
   */
  tell(isLost: boolean): void {
    if (this.#isTold) return
    this.#isTold = true
    process.nextTick(() => {
      process.nextTick(() => this.#tellClosed(isLost))
      if (!isLost) for (const callback of this.#dones) callback(null)
    })
  }

  #tellClosed(isLost: boolean): void {
    this.isClosed = true
    this.isLost = isLost
    for (const callback of this.#closings.keys()) callback()
    this.#closings.clear()
    if (isLost) for (const callback of this.#aborts) callback()
  }
}
