/** Listeners for the end of a response. Like Node's 'finish' and 'close' events, they are called on a later tick. */
import type { Transport } from '../../http/transport.ts'

type DoneCallback = (error: Error | null) => void

const ignore = (): void => {}

export class EndListeners {
  isClosed = false
  /** Whether the connection was lost before the operating system accepted the last byte. */
  isLost = false
  #isNotified = false
  readonly #doneCallbacks: DoneCallback[] = []
  readonly #abortCallbacks: (() => void)[] = []
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

  /** Moves the listeners to `transport`, which now handles the response. */
  moveTo(transport: Transport): void {
    for (const callback of this.#doneCallbacks) transport.onFinished(callback)
    for (const callback of this.#closeCallbacks.keys()) this.#closeCallbacks.set(callback, transport.onClose(callback))
    for (const callback of this.#abortCallbacks) transport.onAbort(callback)
  }

  /** For a lost response, calls the listeners of `onClose` and `onAbort`, and not those of `onDone`. */
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
