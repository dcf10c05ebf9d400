/** The listeners for the end of a `LaneTransport`. As on Node's classes, they are called on a later turn of the event loop. */
import type { Transport } from '../../http/transport.ts'

type DoneCallback = (error: Error | null) => void

const ignore = (): void => {}

export class EndListeners {
  isClosed = false
  /** Whether the connection was lost before the operating system had accepted the last byte. */
  isLost = false
  #isNotified = false
  readonly #doneCallbacks: DoneCallback[] = []
  readonly #abortCallbacks: (() => void)[] = []
  /**
   * Each listener for the close, with a function that removes the listener from the transport that continues the exchange. Until then the function
   * does nothing.
   */
  readonly #closeCallbacks = new Map<() => void, () => void>()

  onDone(callback: DoneCallback): void {
    this.#doneCallbacks.push(callback)
  }

  onAbort(callback: () => void): void {
    this.#abortCallbacks.push(callback)
  }

  onClose(callback: () => void): () => void {
    if (this.isClosed) {
      process.nextTick(callback)
      return ignore
    }
    const closeCallbacks = this.#closeCallbacks.set(callback, ignore)
    return () => {
      closeCallbacks.get(callback)?.()
      closeCallbacks.delete(callback)
    }
  }

  /** Moves the listeners to another transport, in which the exchange continues. */
  moveTo(transport: Transport): void {
    for (const callback of this.#doneCallbacks) transport.onFinished(callback)
    for (const callback of this.#closeCallbacks.keys()) this.#closeCallbacks.set(callback, transport.onClose(callback))
    for (const callback of this.#abortCallbacks) transport.onAbort(callback)
  }

  /**
   * Notifies the listeners that the response is complete, unless the response was lost. A tick later, notifies the listeners for the close of the
   * exchange.
   */
  notify(isLost: boolean): void {
    if (this.#isNotified) return
    this.#isNotified = true
    process.nextTick(() => {
      process.nextTick(() => this.#notifyClosed(isLost))
      if (!isLost) for (const callback of this.#doneCallbacks) callback(null)
    })
  }

  #notifyClosed(isLost: boolean): void {
    this.isClosed = true
    this.isLost = isLost
    for (const callback of this.#closeCallbacks.keys()) callback()
    this.#closeCallbacks.clear()
    if (isLost) for (const callback of this.#abortCallbacks) callback()
  }
}
